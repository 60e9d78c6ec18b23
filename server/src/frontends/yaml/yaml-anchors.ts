/** The anchors of a YAML document and their uses, found in the lexemes that the parser reads. */
import type { Anchor } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';

export interface Lexeme {
  readonly offset: number;
  readonly source: string;
}

export function isSign(source: string): boolean {
  return source.length > 1 && (source.startsWith('&') || source.startsWith('*'));
}

/** In order. An alias refers to the last anchor of its name before it; one without an anchor is left out. */
export function anchorsOf(text: string, signs: readonly Lexeme[]): readonly Anchor[] {
  const anchors: Anchor[] = [];
  if (!text.includes('&')) return anchors;
  const usesOf = new Map<string, Span[]>();
  for (const { offset, source } of signs) {
    const name = source.slice(1);
    const span = { start: offset, end: offset + source.length };
    if (source.startsWith('*')) usesOf.get(name)?.push(span);
    else {
      const uses: Span[] = [];
      usesOf.set(name, uses);
      anchors.push({ name, span, uses });
    }
  }
  return anchors;
}
