/**
 * Reads the line breaks of YAML 1.1 that YAML 1.2 does not have: a lone carriage return, U+0085, U+2028 and U+2029.
 * Each becomes one line feed, so offsets stay valid. Positions of findings still count lines as the protocol does.
 */

/** The same text if it has none of these line breaks. */
export function withLineFeeds(text: string): string {
  return hasOtherBreak(text) ? text.replace(/\r(?!\n)|[\u0085\u2028\u2029]/g, '\n') : text;
}

/** Searching for a character that cannot be in a one-byte string costs nothing. */
export function hasOtherBreak(text: string): boolean {
  if (text.includes('\u2028') || text.includes('\u2029') || text.includes('\u0085')) return true;
  return text.includes('\r') && /\r(?!\n)/.test(text);
}
