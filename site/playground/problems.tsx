/** The findings of all files, with their fixes and the pages of their rules. */
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { counted } from '../../server/src/text/quote.ts';
import { uriOf } from './file-uris.ts';
import { fixFinding, offerActions, type FindingInFile, type Gestures } from './gestures.tsx';

const severities = ['', 'error', 'warning', 'info', 'hint'] as const;

export function Problems({ gestures }: { gestures: Gestures }) {
  const { playground } = gestures;
  const found = foundIn(
    playground.findings,
    playground.names.map((name) => uriOf(name)),
  );
  return (
    <section class="problems" aria-label="Problems">
      <h2>
        Problems <small role="status">{summaryOf(found, playground.hasAnswered)}</small>
      </h2>
      <ul>
        {found.map((each, i) => (
          <Problem key={i} {...each} gestures={gestures} />
        ))}
      </ul>
    </section>
  );
}

function Problem({ uri, finding, gestures }: FindingInFile & { gestures: Gestures }) {
  const { playground } = gestures;
  const { range, severity = 1, code, codeDescription, message } = finding;
  const word = severities[severity];
  const { line, character } = range.start;
  return (
    <li class={word}>
      <span class="sign" role="img" aria-label={word} title={word} />
      <div>
        <button type="button" class="place" onClick={() => playground.reveal(uri, range)}>
          {typeof message === 'string' ? message : message.value}
        </button>
        <p>
          {codeDescription && (
            <a href={codeDescription.href} target="_blank" rel="noopener">
              {String(code)}
            </a>
          )}
          <span>
            {playground.nameOf(uri)}:{line + 1}:{character + 1}
          </span>
        </p>
      </div>
      <div class="buttons">
        {code !== undefined && (
          <>
            <button
              type="button"
              aria-label={`Fix ${String(code)} in line ${line + 1}`}
              onClick={() => void fixFinding(gestures, { uri, finding })}
            >
              Fix
            </button>
            <button
              type="button"
              aria-label={`More for ${String(code)} in line ${line + 1}`}
              onClick={() => void offerActions(gestures, { uri, finding })}
            >
              More
            </button>
          </>
        )}
      </div>
    </li>
  );
}

/** The most severe first, then in the order of the files and lines. */
function foundIn(
  findings: ReadonlyMap<string, readonly Diagnostic[]>,
  uris: readonly string[],
): readonly FindingInFile[] {
  const all = uris.flatMap((uri) =>
    [...(findings.get(uri) ?? [])]
      .sort((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character)
      .map((finding) => ({ uri, finding })),
  );
  return all.sort((a, b) => (a.finding.severity ?? 1) - (b.finding.severity ?? 1));
}

/** `2 errors, 1 warning`. */
function summaryOf(found: readonly FindingInFile[], hasAnswered: boolean): string {
  if (!hasAnswered) return 'Loading the server …';
  if (found.length === 0) return 'none';
  const parts = [1, 2, 3, 4].flatMap((severity) => {
    const count = found.filter(({ finding }) => (finding.severity ?? 1) === severity).length;
    const word = severities[severity] ?? '';
    return count === 0 ? [] : [word === 'info' ? `${count} info` : counted(count, word)];
  });
  return parts.join(', ');
}
