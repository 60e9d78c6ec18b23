/** Parts under construction: comments below a collection are found only after the collection has ended. */
import { lineStartAt } from '../../text/line.ts';
import type { Mapping, Sequence } from '../../tree/value.ts';
import type { ItemPart, ListPart, MapPart, PairPart, Part } from './part.ts';

/** A comment on its own line, or a blank line; it belongs to the next part. */
export interface Note {
  readonly text: string;
  readonly column: number;
}

export interface Open {
  beside: string;
}

export type OpenPair = { -readonly [K in keyof PairPart]: PairPart[K] };
export type OpenItem = { -readonly [K in keyof ItemPart]: ItemPart[K] };
export interface OpenList extends Omit<ListPart, 'below'> {
  below: string[];
  readonly column: number;
}
export interface OpenMap extends Omit<MapPart, 'below'> {
  below: string[];
  readonly column: number;
}

/** A placeholder for a value that has not been read yet. */
export const nothing: Part = { kind: 'text', lines: [''], origin: undefined };

export function openMap(origin: Mapping, shape: Omit<OpenMap, 'kind' | 'below' | 'origin'>): OpenMap {
  return { kind: 'map', ...shape, below: [], origin };
}

export function openList(origin: Sequence, shape: Omit<OpenList, 'kind' | 'below' | 'origin'>): OpenList {
  return { kind: 'list', ...shape, below: [], origin };
}

export function isBlockPart(part: Part): boolean {
  return part.kind !== 'text' && !part.isFlow;
}

export function isOpenBlock(part: Part): part is OpenMap | OpenList {
  return isBlockPart(part) && 'column' in part;
}

/** The innermost collection at the end of a part that can own a comment in this column. */
export function deepestCollection(part: OpenMap | OpenList, column: number): OpenMap | OpenList {
  const last = part.kind === 'map' ? part.pairs.at(-1)?.value : part.items.at(-1)?.value;
  return last && isOpenBlock(last) && last.column <= column ? deepestCollection(last, column) : part;
}

/** True for a flow collection whose first or second part starts a line. */
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

export function indentAt(text: string, offset: number): number {
  return indentOfLine(text.slice(lineStartAt(text, offset), offset));
}

export function indentOfLine(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

export function dedent(line: string, column: number): string {
  return line.slice(Math.min(column, indentOfLine(line)));
}
