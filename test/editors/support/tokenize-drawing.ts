/** Prints the scopes of the grammars below each line, and the kind of region before it. */
import type { Token, TokenizedLine } from './tokenize.ts';

/** Our scopes of a token. */
export function ourScopes({ scopes }: Token): readonly string[] {
  return scopes.filter((scope) => scope.endsWith('.endpoints'));
}

export function isInRegion(token: Token): boolean {
  return token.scopes.includes('meta.resource.endpoints');
}

/**
 * The text with `M` before lines in the region of a manifest and `P` before those of a program. Scopes omit `.endpoints`;
 * scopes that only one of the two grammars of VS Code has are marked.
 */
export function drawScopes(nested: readonly TokenizedLine[], flat: readonly TokenizedLine[]): string {
  const lines = nested.flatMap((line, i) => {
    const now = colours(line);
    const before = colours(flat[i] ?? { text: '', tokens: [] });
    const marks = [
      ...now.map((mark) => (before.includes(mark) ? mark : `${mark} (not in 1.91)`)),
      ...before.filter((mark) => !now.includes(mark)).map((mark) => `${mark} (1.91 only)`),
    ];
    return [`${regionOf(line)} ${line.text}`, ...marks].map((each) => each.trimEnd());
  });
  return `${lines.join('\n').trimEnd()}\n`;
}

function colours({ tokens }: TokenizedLine): readonly string[] {
  return tokens.flatMap((token) => {
    const shown = ourScopes(token).filter((scope) => !scope.startsWith('meta.'));
    if (shown.length === 0) return [];
    const names = shown.map((scope) => scope.slice(0, -'.endpoints'.length));
    return [`  ${' '.repeat(token.start)}${'^'.repeat(token.end - token.start)} ${names.join(' ')}`];
  });
}

function regionOf({ tokens }: TokenizedLine): string {
  const last = tokens.at(-1);
  if (!last || !isInRegion(last)) return ' ';
  return last.scopes.includes('meta.program.endpoints') ? 'P' : 'M';
}
