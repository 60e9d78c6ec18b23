/** The anchors of a YAML document and their uses, found in the lexemes that the parser reads anyway. */
import type { Anchor } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';
import type { Lexeme } from './go-yaml.ts';

/** The anchors in order. An alias means the last anchor of its name before it; one that means none is left out. */
export function anchorsOf(text: string, lexemes: readonly Lexeme[]): readonly Anchor[] {
  const anchors: Anchor[] = [];
  if (!text.includes('&')) return anchors;
  const usesOf = new Map<string, Span[]>();
  for (const { offset, source, isScalar } of lexemes) {
    const sign = source[0];
    if (isScalar || (sign !== '&' && sign !== '*') || source.length === 1) continue;
    const name = source.slice(1);
    const span = { start: offset, end: offset + source.length };
    if (sign === '*') usesOf.get(name)?.push(span);
    else {
      const uses: Span[] = [];
      usesOf.set(name, uses);
      anchors.push({ name, span, uses });
    }
  }
  return anchors;
}
