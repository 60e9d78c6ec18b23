/** Formats values for messages: quoted, on one line, and truncated. */

const longest = 48;

/** Replaces control characters, which a terminal would execute, and marks that change the writing direction. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are replaced here
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu, '\uFFFD');
}

/** The text in double quotes; a long text is cut with an ellipsis. */
export function quote(text: string): string {
  const line = withoutControls(text.replace(/[\r\n\t]+/g, ' '));
  const units = [...line];
  return `"${units.length > longest ? `${units.slice(0, longest - 1).join('')}…` : line}"`;
}

/** The text on one line, without the quotes around it. */
export function bareText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}

/** `1,001`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number with its noun: `1 resource`, `2,000 resources`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], conjunction = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
