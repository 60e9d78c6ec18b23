/**
 * Reads the line breaks of YAML 1.1 that YAML 1.2 does not have: a lone carriage return, U+0085, U+2028 and U+2029.
 * Each becomes one line feed, so offsets stay valid. Positions of findings still count lines as the protocol does.
 */
import type { Scalar, Value } from '../../tree/value.ts';
import { quotedText } from './long-quote.ts';
import { fold } from './plain-scalar.ts';

/** The same text if it has none of these line breaks. */
export function withLineFeeds(text: string): string {
  return hasOtherBreak(text) ? text.replace(/\r(?!\n)|[\u0085\u2028\u2029]/g, '\n') : text;
}

/** Searching for a character that cannot be in a one-byte string costs nothing. */
export function hasOtherBreak(text: string): boolean {
  if (text.includes('\u2028') || text.includes('\u2029') || text.includes('\u0085')) return true;
  return text.includes('\r') && /\r(?!\n)/.test(text);
}

/** The tree with the scalars as the original text spells them. */
export function respelled(value: Value, text: string): Value {
  switch (value.kind) {
    case 'mapping':
      return {
        ...value,
        entries: value.entries.map((entry) => ({ ...entry, value: respelled(entry.value, text) })),
      };
    case 'sequence':
      return { ...value, items: value.items.map((item) => respelled(item, text)) };
    case 'scalar':
      return value.isAlias ? value : respelledScalar(value, text.slice(value.span.start, value.span.end));
    case 'opaque':
      return value;
  }
}

/** go-yaml keeps U+2028 and U+2029 where it folds other line breaks. */
function respelledScalar(value: Scalar, text: string): Scalar {
  const isFolded = typeof value.value === 'string' && /^[^|>].*[\u2028\u2029]/s.test(text);
  if (!isFolded) return { ...value, text };
  return { ...value, text, value: /^["']/.test(text) ? (quotedText(text) ?? value.value) : fold(text) };
}
