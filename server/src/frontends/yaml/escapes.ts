/** Resolves the escapes of a double-quoted scalar. */

const meanings: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00A0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '\t': '\t',
};
const digits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The text without escapes, on one line; undefined if a reader rejects one of the escapes. */
export function unescape(text: string): string | undefined {
  let plain = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
    const letter = text[at + 1] ?? '';
    const length = digits[letter] ?? 0;
    const meaning = length > 0 ? characterOf(text.slice(at + 2, at + 2 + length), length) : meanings[letter];
    if (meaning === undefined) return undefined;
    plain += text.slice(from, at) + meaning;
    from = at + 2 + length;
  }
  return plain + text.slice(from);
}

/** Undefined for a lone surrogate. */
function characterOf(code: string, length: number): string | undefined {
  if (code.length !== length || !/^[0-9a-fA-F]+$/.test(code)) return undefined;
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? undefined : String.fromCodePoint(point);
}
