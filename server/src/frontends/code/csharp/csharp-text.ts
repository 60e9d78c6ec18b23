/** The texts of C#: regular, verbatim and raw ones, each with or without interpolation. */
import { escapesOf, unescaped } from '../escapes.ts';
import type { Expression } from '../expression.ts';
import { namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

const escapes = escapesOf({ 0: '\0', a: '\u0007', e: '\u001b' });
const escape = /\\(?:x[\da-fA-F]{1,4}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^])/g;

/** The value of a text without interpolation; undefined for one that is broken or is no text, such as `"x"u8`. */
export function stringValue(node: SyntaxNode, text: string): string | undefined {
  const written = nodeText(node, text);
  if (node.type === 'raw_string_literal') return rawText(written);
  const [, sign, inner] = /^(@?)"([^]*)"$/.exec(written) ?? [];
  if (inner === undefined || node.children.some(({ isBroken }) => isBroken)) return undefined;
  return sign === '' ? unescaped(inner, escape, escapes) : inner.replaceAll('""', '"');
}

function rawText(written: string): string | undefined {
  const [quotes = ''] = /^"+/.exec(written) ?? [];
  const inner = written.slice(quotes.length, -quotes.length);
  if (!written.endsWith(quotes)) return undefined;
  return unindented([inner])?.join('');
}

/** An interpolated text; a literal where nothing is put into it. */
export function template(node: SyntaxNode, text: string): Expression {
  const pieces = interpolated(node, text);
  if (!pieces) return { node, kind: 'unknown' };
  const [only = ''] = pieces;
  if (pieces.length <= 1 && typeof only === 'string') return { node, kind: 'literal', value: only };
  return { node, kind: 'template', parts: pieces };
}

/**
 * The pieces of an interpolated text. Undefined for one that is broken, or that has a format or an alignment, which the
 * program computes.
 */
export function interpolated(node: SyntaxNode, text: string): readonly (string | SyntaxNode)[] | undefined {
  const [, signs = '', quotes = ''] = /^([$@]+)("+)/.exec(nodeText(node, text)) ?? [];
  // Of `$"""`, all quotes open; of `$""`, which is empty, only the first one.
  const opening = quotes.length < 3 ? 1 : quotes.length;
  const end = node.end - opening;
  if (quotes === '' || end < node.start + signs.length + opening || text[end] !== '"') return undefined;
  const strings: string[] = [];
  const values: SyntaxNode[] = [];
  let at = node.start + signs.length + opening;
  for (const hole of node.children.filter(({ type }) => type === 'interpolation')) {
    const [value, ...more] = namedParts(hole).filter(({ type }) => type !== 'interpolation_brace');
    if (!value || more.length > 0 || value.isBroken) return undefined;
    strings.push(text.slice(at, hole.start));
    values.push(value);
    at = hole.end;
  }
  strings.push(text.slice(at, end));
  const isRaw = opening > 1;
  if (strings.some((each) => hasHole(each, isRaw ? signs.length : undefined))) return undefined;
  const plain = isRaw ? unindented(strings) : unbraced(strings, signs.includes('@'));
  return plain?.flatMap((piece, i) => [...(piece === '' ? [] : [piece]), ...values.slice(i, i + 1)]);
}

/** True for braces that are no text, as in `{{{x}}}`, which the parser does not take apart. `signs` of a raw text: how many `$` it has. */
function hasHole(piece: string, signs: number | undefined): boolean {
  const runs = piece.match(/\{+|\}+/g) ?? [];
  return runs.some(({ length }) => (signs === undefined ? length % 2 === 1 : length >= signs));
}

function unbraced(strings: readonly string[], isVerbatim: boolean): readonly string[] | undefined {
  const plain = strings.map((each) => {
    const inner = isVerbatim ? each.replaceAll('""', '"') : unescaped(each, escape, escapes);
    return inner?.replaceAll('{{', '{').replaceAll('}}', '}');
  });
  return plain.every((each) => each !== undefined) ? plain : undefined;
}

/** Stands for the values between the pieces. */
const gap = '\0';

/**
 * The pieces of a raw text without the line breaks at its quotes, and without the indentation of its last line. Undefined
 * where a line has another indentation, which the compiler refuses.
 */
function unindented(pieces: readonly string[]): readonly string[] | undefined {
  const whole = pieces.join(gap);
  if (!/[\r\n]/.test(whole)) return pieces;
  const [, body = '', indentation] = /^[ \t]*(?:\r\n?|\n)(?:([^]*?)(?:\r\n?|\n))?([ \t]*)$/.exec(whole) ?? [];
  if (indentation === undefined) return undefined;
  const lines = body.split(/(?<=\n|\r(?!\n))/);
  const isIndented = (line: string): boolean => line.startsWith(indentation) || /^\s*$/.test(line);
  if (!lines.every(isIndented)) return undefined;
  const plain = lines.map((line) =>
    line.startsWith(indentation) ? line.slice(indentation.length) : line.replace(/^[ \t]+/, ''),
  );
  const cut = plain.join('').split(gap);
  return cut.length === pieces.length ? cut : undefined;
}
