/** The values of Java's literals: texts, text blocks and numbers. */
import { escapesOf, unescaped } from '../escapes.ts';
import { numberIn } from '../numbers.ts';

const known = escapesOf({ s: ' ' }, { isOctal: true });
const escape = /\\(?:u+[\da-fA-F]{4}|[0-3]?[0-7]{1,2}|\r\n|[^])/g;

/** What Java calls white space, within a line. */
const space = String.raw`[\t\v\f\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]`;
const indentation = new RegExp(`^${space}*`);
const trailing = new RegExp(`${space}+$`);
const opening = new RegExp(String.raw`^"""${space}*(?:\r\n?|\n)`);

/** The value of a text or text block with its quotes; undefined where an escape is not known. */
export function javaText(quoted: string): string | undefined {
  if (!quoted.startsWith('"""')) return decoded(quoted.slice(1, -1));
  const start = opening.exec(quoted)?.[0];
  return start === undefined ? undefined : decoded(withoutIndentation(quoted.slice(start.length, -3)));
}

/** `\uuu0041` is `\u0041`. */
function decoded(text: string): string | undefined {
  return unescaped(text, escape, (each) => known(each.replace(/^\\u+/, String.raw`\u`)));
}

/** Without the indentation that all lines share, to which the line of the closing quotes belongs, and without spaces at the ends of lines. */
function withoutIndentation(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const counted = lines.filter((line, i) => i === lines.length - 1 || !isBlank(line));
  const shared = counted.reduce((least, line) => Math.min(least, widthOf(line)), Infinity);
  return lines.map((line) => (isBlank(line) ? '' : line.slice(shared).replace(trailing, ''))).join('\n');
}

function widthOf(line: string): number {
  return indentation.exec(line)?.[0].length ?? 0;
}

function isBlank(line: string): boolean {
  return widthOf(line) === line.length;
}

/** A hexadecimal, octal or binary number fills its bits, the sign too: `0xFFFFFFFF` is -1. Undefined for a text that is no number. */
export function javaNumber(text: string): bigint | number | undefined {
  const isCoded = /^0(?:[xb]|[0-7_]+l?$)/i.test(text);
  const value = numberIn(text.replace(/^0x/i.test(text) ? /l$/i : /[lfd]$/i, ''), true);
  if (!isCoded || typeof value !== 'bigint') return value;
  return BigInt.asIntN(/l$/i.test(text) ? 64 : 32, value);
}

const comment = String.raw`//[^\r\n]*|/\*[^]*?(?:\*/|$)`;
const texts = String.raw`"""(?:[^\\]|\\[^])*?(?:"""|$)|'(?:[^'\\\r\n]|\\.)*'?`;
const token = new RegExp(String.raw`${comment}|${texts}|"(?:[^"\\\r\n]|\\.)*\\?(["\r\n]?)`, 'g');

/** Closes texts that end with their line: the grammar reads them on to the next quotes, and all calls in between are lost. */
export function withClosedTexts(text: string): string {
  return text.replace(token, (each: string, end?: string) =>
    end === '\r' || end === '\n' ? `${each.slice(0, -1)}"` : each,
  );
}
