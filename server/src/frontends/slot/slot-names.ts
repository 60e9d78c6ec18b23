/** Finds the names of the mappings around a line of block YAML. */
import { indentOf, isIdle, lineStart, nextLine, readLine, wordText, type Line } from './lines.ts';

/** The names and scalars of the mapping whose keys are in a column. */
export type NamesIn = (column: number) => ReadonlyMap<string, string>;

/** Reads the lines around the line at the offset, except that line; once for each column. */
export function namesAround(text: string, start: number): NamesIn {
  const known = new Map<number, ReadonlyMap<string, string>>();
  return (column) => {
    const names = known.get(column) ?? findNames(text, start, column);
    known.set(column, names);
    return names;
  };
}

function findNames(text: string, start: number, column: number): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  /** Returns false at the end of the mapping. */
  const take = (from: number): boolean => {
    const indent = indentOf(text, from);
    if (indent > column) return true;
    if (indent === 0 && isMarker(text, from)) return false;
    const line = readLine(text, from);
    if (isIdle(text, line)) return true;
    if (line.key && line.key.span.start - from === column) names.set(line.key.name, wordText(text, line.key.value));
    return indent === column;
  };
  if (!startsMapping(readLine(text, start), column)) {
    for (let at = start; at > 0;) {
      at = lineStart(text, at - 1);
      if (!take(at)) break;
    }
  }
  for (let at = nextLine(text, start); at !== undefined; at = nextLine(text, at)) {
    if (indentOf(text, at) < column && !isIdle(text, readLine(text, at))) break;
    if (!take(at)) break;
  }
  return names;
}

function startsMapping({ dashes, content, start }: Line, column: number): boolean {
  return dashes.length > 0 && content - start <= column;
}

function isMarker(text: string, start: number): boolean {
  const mark = text.slice(start, start + 3);
  return (mark === '---' || mark === '...') && /^\s?$/.test(text[start + 3] ?? '');
}
