/** How the conversion writes names and values in HCL. */
import type { MadeName, ProgramSpelling } from '../parts/calls.ts';
import { mapPart, pairPart, stringIn, textPart, writtenOf, type Part } from '../parts/part.ts';
import { quotedHcl } from './print-fields.ts';
import { hclLiteral, indentedRows, linesOfRows, mapRows } from './print-hcl.ts';

export const hclSpelling: ProgramSpelling = {
  scalar: hclLiteral,
  suffixed,
  label: (name) => writtenOf(name),
  extended,
};

function suffixed(name: Part, suffix: string, whole: string): MadeName | undefined {
  const written = writtenOf(name);
  if (written === undefined) return undefined;
  const known = stringIn(name);
  const isText = /^"(?:[^"\\]|\\.)*"$/s.test(written);
  if (known !== undefined && isText && !/[$%]\{/.test(written)) return { text: quotedHcl(whole), name: whole };
  const text = isText ? `${written.slice(0, -1)}${suffix}"` : `"\${${written}}${suffix}"`;
  // A reader finds the text of an expression without its quotes.
  const isWhole = known !== undefined && `${known}${suffix}` === whole;
  return { text, name: isWhole ? whole : text.slice(1, -1) };
}

/** `merge(local.labels, { … })`. */
function extended(map: Part, entries: ReadonlyMap<string, string>): Part | undefined {
  if (map.kind !== 'text') return undefined;
  if (entries.size === 0) return map;
  const pairs = [...entries].map(([name, value]) => pairPart(name, name, textPart(value)));
  const own = linesOfRows(indentedRows(mapRows(mapPart(pairs))));
  const lines = [...`merge(${map.lines.join('\n')}, {`.split('\n'), ...own, '})'];
  return { ...textPart(''), lines };
}
