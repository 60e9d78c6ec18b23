/** The characters that escapes in texts of the languages stand for. */
import { controlEscapes } from '../../text/control-escapes.ts';
import { ownValue } from '../../text/own-value.ts';

/** Undefined for an escape that stands for something that is not known here, such as Python's `\N{…}`. */
export type Escapes = (escape: string) => string | undefined;

/** Only some languages have the bell. */
const { a: _, ...usual } = controlEscapes;

const coded = /^\\(?:x([\da-f]{1,4})|u([\da-f]{4})|U([\da-f]{8})|u\{([\da-f]+)\})$/i;

/** Escapes by their codes, those that all languages share, and `more` of one language. Any other stays as it is if `keepsUnknown`. */
export function escapesOf(
  more: Readonly<Record<string, string>>,
  { isOctal = false, keepsUnknown = false } = {},
): Escapes {
  return (escape) => {
    const sign = escape.slice(1);
    const digits = coded
      .exec(escape)
      ?.slice(1)
      .find((each) => each !== undefined);
    if (digits !== undefined) return characterOf(Number.parseInt(digits, 16));
    if (isOctal && /^[0-7]{1,3}$/.test(sign)) return characterOf(Number.parseInt(sign, 8));
    const own = ownValue(more, sign) ?? ownValue(usual, sign);
    if (own !== undefined) return own;
    if (/^(?:\r\n?|\n)$/.test(sign)) return '';
    if (/^[NxuU]/.test(sign)) return undefined;
    return keepsUnknown && !/^['"\\]$/.test(sign) ? escape : sign;
  };
}

function characterOf(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The text with its escapes replaced, which `pattern` finds; undefined where one is not known. */
export function unescaped(text: string, pattern: RegExp, escapes: Escapes): string | undefined {
  if (!text.includes('\\')) return text;
  let isKnown = true;
  const plain = text.replace(pattern, (escape) => {
    const character = escapes(escape);
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? plain : undefined;
}
