/** Writes texts, numbers and booleans as literals of a programming language, in the style of the literal that they replace. */
import type { CodeLanguage } from '../../tree/document.ts';

export type LiteralValue = string | number | bigint | boolean;

/** A new literal, with double quotes. Undefined where the language has none: for lone surrogates in Go, and for infinite numbers. */
export function spellLiteral(value: LiteralValue, language: CodeLanguage): string | undefined {
  return typeof value === 'string' ? quoted(value, '"', language) : plainLiteral(value, language);
}

/**
 * The literal that replaces `written`, which is a whole literal without wrappers, such as `r'x'` or `80`. It keeps the
 * quotes and the prefix where these can hold the value, and is a plain text otherwise. Undefined where `written` is no
 * literal of one value, such as a text with interpolations, and for a value of another type in Go, whose wrapper names
 * the type.
 */
export function spellLiteralLike(written: string, value: LiteralValue, language: CodeLanguage): string | undefined {
  const before = typeWritten(written);
  if (before === undefined) return undefined;
  const isSameType = before === (typeof value === 'bigint' ? 'number' : typeof value);
  if (!isSameType) return language === 'go' ? undefined : spellLiteral(value, language);
  if (typeof value !== 'string') return withSuffix(plainLiteral(value, language), written, language);
  switch (language) {
    case 'python':
      return likePython(written, value);
    case 'go':
      return likeGo(written, value);
    case 'csharp':
      return likeCsharp(written, value);
    case 'java':
      return likeJava(written, value);
    default:
      return likeScript(written, value);
  }
}

/** The type of the value that a literal has; undefined for any other text. */
function typeWritten(written: string): 'string' | 'number' | 'boolean' | undefined {
  if (/^(?:true|false|True|False)$/.test(written)) return 'boolean';
  if (/^[-+]?\s*\.?\d[\w.]*(?:(?<=[eE])[-+]\d[\d_]*\w*)?$/.test(written)) return 'number';
  return /^[a-z$@]*["'`]/i.test(written) ? 'string' : undefined;
}

function plainLiteral(value: number | bigint | boolean, language: CodeLanguage): string | undefined {
  if (typeof value === 'boolean' && language === 'python') return value ? 'True' : 'False';
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : String(value);
}

/** A whole number from 0 on keeps the suffix of its type, as in `80L`. */
function withSuffix(literal: string | undefined, written: string, language: CodeLanguage): string | undefined {
  const hasSuffixes = /^(?:typescript|javascript|csharp|java)$/.test(language);
  const [suffix = ''] = (hasSuffixes && /(?<=^[-+]?[\d_]+)(?:n|[lu]{1,2})$/i.exec(written)) || [];
  return literal !== undefined && /^\d+$/.test(literal) ? literal + suffix : literal;
}

const escapes: Readonly<Record<string, string | undefined>> = {
  '\b': String.raw`\b`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\f': String.raw`\f`,
  '\r': String.raw`\r`,
  '\\': '\\\\',
};

/** Control characters, line breaks of any language, the mark of byte order, and half characters. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\p{Cs}]/u;
const special = new RegExp(String.raw`${unseen.source}|\\`, 'gu');

/** The escapes of JSON, which all languages have. */
function escaped(value: string): string {
  return value.replace(
    special,
    (each) => escapes[each] ?? String.raw`\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function quoted(value: string, quotes: string, language: CodeLanguage): string | undefined {
  // A text of Go is UTF-8, which has no half characters.
  if (language === 'go' && /\p{Cs}/u.test(value)) return undefined;
  const sign = quotes.slice(0, 1);
  return quotes + escaped(value).replaceAll(sign, `\\${sign}`) + quotes;
}

function likeScript(written: string, value: string): string | undefined {
  const [quotes = ''] = written;
  if (!isWhole(written.slice(1, -1), quotes) || !written.endsWith(quotes)) return undefined;
  if (quotes !== '`') return quoted(value, quotes, 'typescript');
  if (/(?<!\\)(?:\\\\)*\$\{/.test(written)) return undefined;
  return quoted(value, quotes, 'typescript')?.replaceAll('${', String.raw`\${`);
}

/** False for text that ends before its last quote: there is more than one literal. Escaped quotes end nothing. */
function isWhole(inner: string, quotes: string): boolean {
  return !inner.replaceAll(/\\[^]/g, '').includes(quotes);
}

function likePython(written: string, value: string): string | undefined {
  const [, prefix = '', quotes = '', inner = ''] = /^([a-z]*)("""|'''|"|')([^]*)\2$/i.exec(written) ?? [];
  if (quotes === '' || /[bt]/i.test(prefix) || !isWhole(inner, quotes)) return undefined;
  const isFormat = /f/i.test(prefix);
  if (isFormat && hasHoles(inner)) return undefined;
  const braced = isFormat ? value.replaceAll(/[{}]/g, '$&$&') : value;
  const isRaw = /r/i.test(prefix);
  if (isRaw && isRawInPython(braced, quotes)) return prefix + quotes + braced + quotes;
  return prefix.replace(/r/i, '') + (quoted(braced, quotes, 'python') ?? '');
}

/** True for text that a raw literal can hold: it cannot escape its quotes. */
function isRawInPython(text: string, quotes: string): boolean {
  return !unseen.test(text) && !text.includes(quotes.slice(0, 1)) && !text.endsWith('\\');
}

/** True for an interpolation: a brace that is not doubled. */
function hasHoles(inner: string): boolean {
  return /[{}]/.test(inner.replaceAll(/\{\{|\}\}/g, ''));
}

function likeGo(written: string, value: string): string | undefined {
  const [quotes = ''] = written;
  if (written.length < 2 || !written.endsWith(quotes) || quotes === "'") return undefined;
  const inner = written.slice(1, -1);
  if (quotes !== '`') return isWhole(inner, quotes) ? quoted(value, quotes, 'go') : undefined;
  if (inner.includes('`')) return undefined;
  return unseen.test(value) || value.includes('`') ? quoted(value, '"', 'go') : `\`${value}\``;
}

function likeCsharp(written: string, value: string): string | undefined {
  const [, signs = '', quotes = ''] = /^([$@]*)("+)/.exec(written) ?? [];
  const isRaw = quotes.length > 2 && !signs.includes('@');
  const inner = written.slice(signs.length + (isRaw ? quotes.length : 1), isRaw ? -quotes.length : -1);
  if (quotes === '' || !written.endsWith('"')) return undefined;
  if (isRaw) {
    // As many braces as there are signs make a hole.
    const isInterpolated = signs !== '' && (inner.match(/\{+|\}+/g) ?? []).some(({ length }) => length >= signs.length);
    const isHeld = value !== '' && !unseen.test(value) && !/^"|"$|"{3}/.test(value);
    if (isInterpolated) return undefined;
    const isPlain = isHeld && !/[\r\n]/.test(written) && !(signs !== '' && /[{}]/.test(value));
    return isPlain ? signs + quotes + value + quotes : quoted(value, '"', 'csharp');
  }
  const isVerbatim = signs.includes('@');
  const isOne = isVerbatim ? !inner.replaceAll('""', '').includes('"') : isWhole(inner, '"');
  const isFormat = signs.includes('$');
  if (!isOne || (isFormat && hasHoles(inner))) return undefined;
  const braced = isFormat ? value.replaceAll(/[{}]/g, '$&$&') : value;
  // The grammar does not read `$""`.
  if (value === '') return '""';
  // The grammar takes three quotes behind `$@` for those of a raw text.
  const isHeld = !unseen.test(value) && !(isFormat && value.startsWith('"'));
  if (isVerbatim && isHeld) return `${signs}"${braced.replaceAll('"', '""')}"`;
  return signs.replace('@', '') + (quoted(braced, '"', 'csharp') ?? '');
}

/** A text block becomes a plain text. */
function likeJava(written: string, value: string): string | undefined {
  const isBlock = written.startsWith('"""');
  const [inner, quotes] = isBlock ? [written.slice(3, -3), '"""'] : [written.slice(1, -1), '"'];
  return written.endsWith(quotes) && isWhole(inner, quotes) ? quoted(value, '"', 'java') : undefined;
}
