/** Values in messages: quoted, on one line, and never longer than a reader cares for. */

const longest = 48;

/** The text in double quotes, cut with an ellipsis where it is long. */
export function quote(text: string): string {
  const line = text.replace(/[\r\n\t]+/g, ' ');
  const units = [...line];
  return `"${units.length > longest ? `${units.slice(0, longest - 1).join('')}…` : line}"`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], conjunction = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
