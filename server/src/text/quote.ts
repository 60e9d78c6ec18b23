/** Formats values for messages: quoted, on one line, and truncated. */

const longest = 48;

/** Control characters, which a terminal would execute, and marks that change the writing direction. */
const controls = String.raw`\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;

const unprintable = new RegExp(String.raw`[\u0000-\u001f${controls}\ud800-\udfff]`, 'gu');

export function withoutControls(text: string): string {
  return text.replace(unprintable, '\uFFFD');
}

/** Shows a value that a program computes, such as a parameter: inside it is `${@0}`, which means nothing to a person. */
export function withoutNumbers(text: string): string {
  return text.replace(/\$\{@\d+[^{}]*\}/g, '<unknown>');
}

const unescaped = new RegExp(`[${controls}]`, 'g');

/** JSON with an escape for each control character: JSON itself escapes only those below U+0020. */
export function printableJson(value: unknown, indent?: number): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(unescaped, escape);
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
