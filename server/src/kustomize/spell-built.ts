/** Writes scalars and keys of built objects as YAML that YAML 1.1 and 1.2 read alike. */
import { doubleQuoted } from '../frontends/yaml/double-quoted.ts';
import { resolvePlain, type ScalarValue } from '../frontends/yaml/scalar.ts';

/** A scalar on one line. */
export function spelledValue(value: ScalarValue): string {
  if (typeof value === 'string') return spelledText(value);
  return typeof value === 'number' ? spelledFloat(value) : String(value);
}

/** A string on one line: plain where every reader of YAML reads it as this string, otherwise in double quotes. */
export function spelledText(text: string): string {
  return isPlain(text) ? text : doubleQuoted(text);
}

const plainText = /^(?:[\w./$(^+]|[-?](?=[\w./]))(?:[\w./@+^~=|%!?*&$<>()[\]{},;'"`\\-]|:(?! |$)| (?![ #]|$)|#)*$/;

/** Strings in which YAML 1.1 sees a date, or a number to the base of 60. */
const isOldWord = /^(?:\d{4}-\d|[-+]?[0-9][0-9_]*:[0-5]?[0-9])/;

function isPlain(text: string): boolean {
  if (!plainText.test(text) || isOldWord.test(text) || text.startsWith('...')) return false;
  return resolvePlain(text, 'kubernetes') === text && resolvePlain(text, 'pulumi') === text;
}

/** True for several lines that a literal block scalar holds without an indentation indicator. */
export function isBlockText(text: ScalarValue): text is string {
  return typeof text === 'string' && text.includes('\n') && blockLines.test(text) && !text.endsWith('\n\n');
}

/** The first line starts with a character, and no line consists of blanks alone. */
const blockLines =
  /^[!-~\u00A1-\uD7FF][ -~\u00A0-\u2027\u202A-\uD7FF]*(?:\n(?: *[!-~\u00A1-\u2027\u202A-\uD7FF][ -~\u00A0-\u2027\u202A-\uD7FF]*)?)*$/;

/** With its last line break. `indent`: the blanks before each line. */
export function blockText(text: string, indent: string): string {
  const isEnded = text.endsWith('\n');
  const lines = isEnded ? text.slice(0, -1) : text;
  return `${isEnded ? '|' : '|-'}\n${lines.replace(/^(?=[^\n])/gm, indent)}\n`;
}

function spelledFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value < 0 ? '-.inf' : '.inf';
  return String(value);
}
