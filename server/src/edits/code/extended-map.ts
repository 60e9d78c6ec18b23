/** Adds entries to a map that is written as the name of another one, or with a spread. */
import type { Part, TextPart } from '../parts/part.ts';
import { pairFrame, type CodeStyle } from './code-style.ts';

/** In columns. */
const longestLine = 60;

/**
 * The map with more entries, which replace those of the same name. The entries are texts to write. Undefined where the
 * language has no spread, and for a text that is neither a name nor braces.
 */
export function extendedMap(part: Part, entries: ReadonlyMap<string, string>, style: CodeStyle): TextPart | undefined {
  const { language, indent } = style;
  if (part.kind !== 'text' || (language !== 'python' && !language.endsWith('script'))) return undefined;
  const added = [...entries].map(([name, text]) => {
    const frame = pairFrame(name, true, 2, style);
    return frame && frame.before + text + frame.after;
  });
  const own = part.lines.length === 1 ? partsIn(part.lines[0] ?? '', style) : linesIn(part.lines);
  if (!own || !added.every((each) => each !== undefined)) return undefined;
  const pad = language === 'python' ? '' : ' ';
  const inOne = `{${pad}${[...own, ...added].join(', ')}${pad}}`;
  const isShort = inOne.length <= longestLine && part.lines.length === 1;
  const before = part.lines.length === 1 ? own.map((each) => `${indent}${each},`) : own;
  const lines = isShort ? [inOne] : ['{', ...before, ...added.map((each) => `${indent}${each},`), '}'];
  return { kind: 'text', lines, origin: undefined };
}

/** A spread, or a pair of plain texts: no comma is in it. */
const plainPart = /^(?:(?:\.\.\.|\*\*)[\w$.]+|[\w$"'./-]+: (?:"[^",]*"|'[^',]*'|[\w$.]+))$/;

/** The parts between braces on one line: one text for all where a comma could be inside of one. */
function partsIn(text: string, { language }: CodeStyle): readonly string[] | undefined {
  if (/^[\w$]+(?:\.[\w$]+)*$/.test(text)) return [(language === 'python' ? '**' : '...') + text];
  const inside = /^\{(.*)\}$/.exec(text)?.[1]?.trim().replace(/,$/, '');
  if (!inside) return inside === undefined ? undefined : [];
  const parts = inside.split(/,\s*/);
  return parts.every((each) => plainPart.test(each)) ? parts : [inside];
}

/** The lines between braces, with a comma behind the last part; undefined where a comment may be behind it. */
function linesIn(lines: readonly string[]): readonly string[] | undefined {
  const inner = lines.slice(1, -1);
  const last = inner.at(-1);
  if (lines[0] !== '{' || lines.at(-1) !== '}' || last === undefined || /\/\/|\/\*|\*\/|#/.test(last)) return undefined;
  return [...inner.slice(0, -1), last.endsWith(',') ? last : `${last},`];
}
