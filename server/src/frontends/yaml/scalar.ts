/**
 * Resolves plain scalars as go-yaml 2 (YAML 1.1 booleans) for Kubernetes, and as go-yaml 3 for Pulumi YAML. Both print
 * numbers again as JSON, which decides whether a number is an integer.
 */
import { quote } from '../../text/quote.ts';
import type { Form } from '../../tree/document.ts';

export type ScalarValue = string | bigint | number | boolean | null;

/** The value of a tagged scalar; `failed` if the reader rejects the combination (`!!int x`). */
export type Resolved = { readonly value: ScalarValue } | { readonly failed: string };

const core = 'tag:yaml.org,2002:';
const nulls = new Set(['', '~', 'null', 'Null', 'NULL']);
const manifestBooleans = booleanWords(['y', 'yes', 'true', 'on'], ['n', 'no', 'false', 'off']);
const booleans: Readonly<Record<Form, ReadonlyMap<string, boolean>>> = {
  kubernetes: manifestBooleans,
  terraform: manifestBooleans,
  pulumi: booleanWords(['true'], ['false']),
};

/** An untagged plain scalar. */
export function resolvePlain(text: string, form: Form): ScalarValue {
  const first = text.charCodeAt(0);
  const isNumeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (isNumeric) return resolveDigits(text) ?? (mayBeNumber(text) ? (resolveNumber(text) ?? text) : text);
  if (text.length > longestWord || (text !== '' && wordStarts[first] !== 1)) return text;
  return nulls.has(text) ? null : (booleans[form].get(text) ?? text);
}

/** The length of the longest word that means null, true or false. */
const longestWord = 5;
const wordStarts = new Uint8Array(128);
for (const start of '~nNyYtToOfF') wordStarts[start.charCodeAt(0)] = 1;

/** A whole number as most are written: up to nine digits, without sign or leading zero. */
function resolveDigits(text: string): bigint | undefined {
  if (text.length > 9 || (text.length > 1 && text.startsWith('0'))) return undefined;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return BigInt(value);
}

/** False for most number-like texts: addresses, versions, dates. */
function mayBeNumber(text: string): boolean {
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const each = text.charCodeAt(at);
    if (each === 46 && ++dots > 1) return false;
    if (each === 32 || each === 47 || each === 58) return false;
  }
  return true;
}

/** A scalar with an explicit tag, quoted or not. */
export function resolveTagged(text: string, tag: string, form: Form): Resolved {
  if (!tag.startsWith(core)) return { value: text };
  const name = tag.slice(core.length);
  if (name === 'str') return { value: text };
  if (name === 'binary') return resolveBinary(text);
  const value = resolvePlain(text, form);
  const isRight: Readonly<Record<string, boolean | undefined>> = {
    int: parseGoInteger(text.replace(/_/g, '')) !== undefined,
    float: typeof value === 'bigint' || typeof value === 'number',
    bool: typeof value === 'boolean',
    null: value === null,
    timestamp: /^\d{4}-\d{1,2}-\d{1,2}/.test(text),
  };
  const isRead = isRight[name];
  // Any other tag makes a string of the text.
  if (isRead === undefined) return { value: text };
  return isRead ? { value } : { failed: `${quote(text)} cannot be read as !!${name}` };
}

/**
 * The name of a mapping key with this text. Scalars other than strings are printed as sigs.k8s.io/yaml does; undefined
 * for null and an integer beyond int64, which cannot be keys.
 */
export function keyName(value: ScalarValue, text: string): string | undefined {
  if (typeof value !== 'bigint' && typeof value !== 'number') return value === null ? undefined : String(value);
  const integer = parseGoInteger(text.replace(/_/g, ''));
  if (integer === undefined) return printedFloat(Number(value));
  return integer < 1n << 63n ? String(integer) : undefined;
}

/** Infinity and NaN, which JSON lacks, so the API server rejects them. */
export function isUnprintable(value: ScalarValue): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** A number, or undefined for a text that only starts like one. */
function resolveNumber(text: string): bigint | number | undefined {
  if (text.startsWith('.') || /^[-+]\.[iI]/.test(text)) return resolveDotted(text);
  const plain = text.replace(/_/g, '');
  const integer = parseGoInteger(plain);
  if (integer !== undefined) return integer;
  if (!/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(plain)) return undefined;
  return asPrinted(Number(plain));
}

function resolveDotted(text: string): bigint | number | undefined {
  if (/^\.(nan|NaN|NAN)$/.test(text)) return Number.NaN;
  const infinite = /^([-+]?)\.(inf|Inf|INF)$/.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return /^\.[0-9]+([eE][-+]?[0-9]+)?$/.test(text) ? asPrinted(Number(text)) : undefined;
}

/** Including a sign. */
const longestDecimal = 21;

/** `strconv.ParseInt` and `ParseUint` with base 0: undefined if both fail, as for a value beyond 64 bits. */
function parseGoInteger(plain: string): bigint | undefined {
  // go-yaml cuts off "0b" and parses the rest, which may have a sign.
  const signed = plain.replace(/^0b([-+])(?=[01]+$)/, '$10b');
  const match = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/.exec(signed);
  if (!match) return undefined;
  // Beyond 64 bits, whatever follows.
  if (plain.length > longestDecimal && /^[-+]?[1-9]/.test(plain)) return undefined;
  const digits = (match[2] ?? '').replace(/^0[oO]?(?=[0-7])/, '0o');
  const value = BigInt(digits);
  if (match[1] === '-') return value <= 1n << 63n ? -value : undefined;
  return value < 1n << (match[1] === '+' ? 63n : 64n) ? value : undefined;
}

/** A float as Go's JSON encoder prints it, with the fewest digits: an integer if it is whole and below 1e21. */
function asPrinted(value: number): bigint | number | undefined {
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(String(value)) : value;
}

/** `strconv.FormatFloat(value, 'g', -1, 32)`: the fewest digits that give the same 32-bit float. */
function printedFloat(value: number): string {
  const float = Math.fround(value);
  if (Number.isNaN(float)) return '.nan';
  if (!Number.isFinite(float)) return float < 0 ? '-.inf' : '.inf';
  if (float === 0) return Object.is(float, -0) ? '-0' : '0';
  let digits = 0;
  while (Math.fround(Number(float.toExponential(digits))) !== float) digits++;
  const [fraction = '', exponent = ''] = float.toExponential(digits).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < longestPlain) return String(Number(float.toExponential(digits)));
  return `${fraction}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** From this power of ten on, a float is printed with an exponent. */
const longestPlain = 6;

function resolveBinary(text: string): Resolved {
  const bare = text.replace(/[\r\n]/g, '');
  if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(bare)) {
    return { failed: `${quote(text)} is not base64, which !!binary asks for` };
  }
  return { value: decodeBase64(bare) };
}

function decodeBase64(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let bits = 0;
  let count = 0;
  let escaped = '';
  for (const character of text.replace(/=/g, '')) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    escaped += `%${((bits >> count) & 0xff).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return '\uFFFD';
  }
}

function booleanWords(yes: readonly string[], no: readonly string[]): ReadonlyMap<string, boolean> {
  const words = new Map<string, boolean>();
  for (const [list, value] of [
    [yes, true],
    [no, false],
  ] as const) {
    for (const word of list) {
      for (const spelling of [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()]) {
        words.set(spelling, value);
      }
    }
  }
  return words;
}
