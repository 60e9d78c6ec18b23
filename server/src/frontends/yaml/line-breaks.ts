/**
 * Reads the line breaks of YAML 1.1 that YAML 1.2 does not have: a lone carriage return, U+0085, U+2028 and U+2029.
 * Each becomes one line feed, so offsets stay valid. Positions of findings still count lines as the protocol does.
 */
import type { Entry, Value } from '../../tree/value.ts';
import { foldedQuote } from './long-quote.ts';
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

/** The tree with the keys and scalars as the original text spells them. What an alias repeats is not spelled there. */
export function respelled(value: Value, text: string): Value {
  if (value.kind === 'opaque' || value.isAlias) return value;
  if (value.kind === 'mapping') return { ...value, entries: value.entries.map((entry) => respelledEntry(entry, text)) };
  if (value.kind === 'sequence') return { ...value, items: value.items.map((item) => respelled(item, text)) };
  const written = text.slice(value.span.start, value.span.end);
  const isText = typeof value.value === 'string';
  return { ...value, text: written, value: isText ? folded(written, value.value) : value.value };
}

function respelledEntry(entry: Entry, text: string): Entry {
  const value = respelled(entry.value, text);
  if (entry.isMerged || entry.isOpaqueKey) return { ...entry, value };
  const keyText = text.slice(entry.key.start, entry.key.end);
  return { ...entry, value, keyText, name: folded(keyText, entry.name) };
}

/** The string of a flow scalar over several lines, or the one that is known for any other scalar. */
function folded(written: string, known: string): string {
  if (!/^[^|>].*[\n\r\u0085\u2028\u2029]/s.test(written)) return known;
  return /^["']/.test(written) ? (foldedQuote(written) ?? known) : fold(written);
}
