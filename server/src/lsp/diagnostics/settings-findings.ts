/** Makes protocol diagnostics of the mistakes in a settings file. Loaded with the first settings file. */
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver-types';
import { versionWarning } from '../../config/config.ts';
import { loadNamed, type Loaded } from '../../config/load.ts';
import { rangeOf } from '../../features/lsp.ts';
import { uniqueBy } from '../../text/group.ts';
import { withoutLinks } from '../../text/markdown.ts';
import type { Span } from '../../text/span.ts';
import type { Host } from '../host.ts';
import { locate, type Session } from '../session.ts';
import { loadSettings } from '../workspace/workspace-settings.ts';

interface Mistake {
  readonly span: Span;
  readonly message: string;
  readonly severity: DiagnosticSeverity;
}

/** The findings in the order of the text. Open texts count before files. */
export async function settingsFindings(session: Session, host: Host, uri: string): Promise<readonly Diagnostic[]> {
  let own = '';
  const read = async (each: string): Promise<string | undefined> => {
    const text = session.texts.get(each)?.located.text ?? (await host.readFile(each));
    if (each === uri) own = text?.replace(/^\uFEFF/, '') ?? '';
    return text;
  };
  // Only the file that starts a circle shows where it closes.
  const roots = new Set([session.settingsInUse.get(uri) ?? uri, uri]);
  const loaded = await Promise.all([...roots].map((root) => loadSettings(loadNamed(root), read)));
  const found = uniqueBy(
    loaded.flatMap((each) => mistakesIn(uri, each)),
    ({ span, message }) => `${span.start} ${message}`,
  );
  const located = locate(session, own);
  return found
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ span, message, severity }) => ({
      range: rangeOf(located, span),
      severity,
      source: 'endpoints',
      message: withoutLinks(message),
    }));
}

function mistakesIn(uri: string, { layers, problems }: Loaded): readonly Mistake[] {
  const errors = problems.flatMap((problem): Mistake[] => {
    const { span, message } = problem;
    if (problem.uri !== uri || !span) return [];
    return [{ span, message, severity: DiagnosticSeverity.Error }];
  });
  const warnings = layers.flatMap((layer): Mistake[] => {
    const message = versionWarning(layer);
    const span = layer.places?.get('kubernetesVersion');
    return layer.file === uri && span && message !== undefined
      ? [{ span, message, severity: DiagnosticSeverity.Warning }]
      : [];
  });
  return [...errors, ...warnings];
}
