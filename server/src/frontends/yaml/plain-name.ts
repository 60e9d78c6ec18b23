/** Mapping keys of the fast reader: plain or quoted, on one line. */
import { unit, type Lines } from './plain-lines.ts';
import { isPlainStart, plainEnd, quotedEnd, quotedText } from './plain-scalar.ts';
import { keyName, resolvePlain } from './scalar.ts';

export function isQuote(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  return first === unit.quote || first === unit.apostrophe;
}

/** The offset after a possible key, or -1 if there is none. */
export function keyEnd(lines: Lines, column: number, isFlow: boolean): number {
  const { text, at } = lines;
  if (!isQuote(text, at)) return isPlainStart(text, at) ? plainEnd(text, at, isFlow) : -1;
  const end = quotedEnd(lines, at, column);
  return lines.isSpelled && text.slice(at, end).includes('\n') ? -1 : end;
}

/** V8 copies a part of a text up to this length. A longer one would keep its whole text in memory. */
const longestShared = 12;

/** The last key of each length with these first and last letters. */
const shared: string[] = Array.from({ length: 256 }, () => '');

/** The text of a key. Keys repeat in all objects: the same string takes no memory, and its hash is known. */
export function keyTextAt(text: string, start: number, end: number): string {
  const length = end - start;
  if (length > longestShared) return text.slice(start, end);
  const slot = (length * 37 + text.charCodeAt(start) * 5 + text.charCodeAt(end - 1)) % shared.length;
  const known = shared[slot] ?? '';
  if (known.length === length && text.startsWith(known, start)) return known;
  return (shared[slot] = text.slice(start, end));
}

/** The name of the key that was just read; undefined for a special key, or one that the full reader reports. */
export function nameOfKey(
  lines: Lines,
  start: number,
  end: number,
  keyText: string,
  isOpaque: boolean,
): string | undefined {
  if (isQuote(lines.text, start)) {
    const name = quotedText(lines, start, end);
    return name !== undefined && isOpaque ? keyText : name;
  }
  if (isOpaque) return keyText;
  const value = resolvePlain(keyText, lines.form);
  if (typeof value === 'string') return value === '<<' ? undefined : value;
  return lines.form === 'pulumi' ? undefined : keyName(value, keyText);
}
