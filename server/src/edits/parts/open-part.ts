/** Parts while they are read, and where they stand: comments below a collection are found only after it. */
import { lineStartAt } from '../../text/line.ts';
import type { Mapping, Sequence } from '../../tree/value.ts';
import type { ItemPart, ListPart, MapPart, PairPart, Part } from './part.ts';

/** A comment that has a line of its own, or a blank line, which belongs to what comes next. */
export interface Note {
  readonly text: string;
  readonly column: number;
}

/** What a comment beside it is noted at. */
export interface Open {
  beside: string;
}

/** An entry whose value is not read yet. */
export type OpenPair = { -readonly [K in keyof PairPart]: PairPart[K] };
/** An item whose value is not read yet. */
export type OpenItem = { -readonly [K in keyof ItemPart]: ItemPart[K] };
/** A collection while it is read: comments below it are found only afterwards. */
export interface OpenList extends Omit<ListPart, 'below'> {
  below: string[];
  /** Where its parts start. */
  readonly column: number;
}
/** The same for a mapping. */
export interface OpenMap extends Omit<MapPart, 'below'> {
  below: string[];
  readonly column: number;
}

/** What stands where nothing is read yet. */
export const nothing: Part = { kind: 'text', lines: [''], origin: undefined };

/** A mapping without comments below it. */
export function openMap(origin: Mapping, shape: Omit<OpenMap, 'kind' | 'below' | 'origin'>): OpenMap {
  return { kind: 'map', ...shape, below: [], origin };
}

/** A list without comments below it. */
export function openList(origin: Sequence, shape: Omit<OpenList, 'kind' | 'below' | 'origin'>): OpenList {
  return { kind: 'list', ...shape, below: [], origin };
}

/** True for a collection that has lines, not brackets. */
export function isBlockPart(part: Part): boolean {
  return part.kind !== 'text' && !part.isFlow;
}

/** The same of one that was just read. */
export function isOpenBlock(part: Part): part is OpenMap | OpenList {
  return isBlockPart(part) && 'column' in part;
}

/** The innermost collection at the end of a part in whose column a comment can stand. */
export function deepestCollection(part: OpenMap | OpenList, column: number): OpenMap | OpenList {
  const last = part.kind === 'map' ? part.pairs.at(-1)?.value : part.items.at(-1)?.value;
  return last && isOpenBlock(last) && last.column <= column ? deepestCollection(last, column) : part;
}

/** True for brackets whose first part, or second one, starts a line. */
export function isSpreadOut(value: Mapping | Sequence, text: string): boolean {
  const parts = value.kind === 'mapping' ? value.entries.map(({ key }) => key) : value.items.map(({ span }) => span);
  const [first, second] = parts;
  if (!first) return false;
  return (
    text.slice(value.span.start, first.start).includes('\n') || (second !== undefined && startsLine(second.start, text))
  );
}

function startsLine(offset: number, text: string): boolean {
  return text.slice(lineStartAt(text, offset), offset).trim() === '';
}

/** The indentation of the line that holds the offset. */
export function indentAt(text: string, offset: number): number {
  return indentOfLine(text.slice(lineStartAt(text, offset), offset));
}

/** How many blanks the line starts with. */
export function indentOfLine(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Takes that many blanks off the start of a line, or as many as there are. */
export function dedent(line: string, column: number): string {
  return line.slice(Math.min(column, indentOfLine(line)));
}
