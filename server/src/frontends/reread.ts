/**
 * Reads a file again after a change: only the documents that the change touches are cut and read anew, the others are the
 * same objects. The result is the one that reading the whole text would give.
 */
import type { TextChange } from '../text/edit.ts';
import { sliceOf, wholeOf } from '../text/long-text.ts';
import type { LongText } from '../text/long-text.ts';
import { memo } from '../text/memo.ts';
import { partIndexAt } from '../tree/document.ts';
import type { SourceFile } from '../tree/document.ts';
import { mayConcern } from './concern.ts';
import { cutByItem, isJson } from './cut.ts';
import type { Cut } from './cut.ts';
import { partReader, readFile } from './frontends.ts';
import type { ReadOptions } from './frontends.ts';
import { longList, recutItems } from './list-items.ts';
import { isNamedProgram } from './pulumi.ts';

type Part = SourceFile['parts'][number];

export interface Changed {
  readonly change: TextChange;
  /** The text after the change. */
  readonly long: LongText;
  readonly options: Omit<ReadOptions, 'previous'>;
}

/** The file after the change. Long Lists are read by item. Never fails. */
export function rereadFile(path: string, file: SourceFile, { change, long, options }: Changed): SourceFile {
  const touched = touchedParts(path, file, change);
  const parts = touched && rereadParts(file, touched, { change, long, options });
  return parts ? fileOf(parts) : readFile(path, wholeOf(long), { ...options, isByItem: true, previous: file });
}

/** The text is put together when it is asked for first. */
function fileOf(parts: readonly Part[]): SourceFile {
  const file = {
    parts,
    get text() {
      return textOf(file);
    },
  };
  unbound.add(file);
  return file;
}

const textOf = memo(({ parts }: Pick<SourceFile, 'parts'>) => parts.map(({ document }) => document.text).join(''));

/** The first and the last part that are read anew. */
interface Touched {
  readonly first: number;
  readonly last: number;
  /** True where the last one lies behind the change, and must stay as it is. */
  readonly hasContext: boolean;
}

/** The parts that the change touches, and those beside them that it may bring into another form; undefined for all. */
function touchedParts(path: string, file: SourceFile, { start, end }: TextChange): Touched | undefined {
  const { parts } = file;
  if (parts.length < 4 || isNamedProgram(path) || hasBound(file)) return undefined;
  const own = partIndexAt(parts, start);
  const last = partIndexAt(parts, end);
  const first = isInHead(parts[own], start) ? Math.max(0, own - 1) : own;
  const next = parts[last + 1]?.document.role;
  const role = parts[first]?.document.role;
  const isAlike = role !== 'frame' && parts.slice(first, last + 1).every(({ document }) => document.role === role);
  // A document before the frame of a List may become a part of it.
  if (!isAlike || (next === 'frame' && role === 'document')) return undefined;
  return next === role ? { first, last: last + 1, hasContext: true } : { first, last, hasContext: false };
}

/** True for a place in what makes a cut: the line with the marker or the dash, and the comments above it. */
function isInHead(part: Part | undefined, offset: number): boolean {
  if (!part) return false;
  const { text } = part.document;
  const above = /^(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text)?.[0].length ?? 0;
  return offset - part.start <= text.indexOf('\n', above);
}

/** Files that are known to have no such part, so that not each keystroke looks for one. */
const unbound = new WeakSet<SourceFile>();

function hasBound(file: SourceFile): boolean {
  if (unbound.has(file)) return false;
  const isBound = file.parts.some(isBoundToOthers);
  if (!isBound) unbound.add(file);
  return isBound;
}

/** What a program's document means depends on those before it, and where JSON ends on how it is read. */
function isBoundToOthers({ document }: Part): boolean {
  return document.form === 'pulumi' || document.syntax === 'json';
}

function rereadParts(
  { parts }: SourceFile,
  { first, last, hasContext }: Touched,
  { change, long, options }: Changed,
): readonly Part[] | undefined {
  const shift = change.length - (change.end - change.start);
  const from = parts[first]?.start ?? 0;
  const text = sliceOf(long, from, endOf(parts, last) + shift);
  const isItem = parts[first]?.document.role === 'item';
  const cuts = isItem ? recutItems({ start: from, text }) : recutDocuments(text, from);
  if (!cuts || !mayConcern(text)) return undefined;
  if (hasContext ? cuts.at(-1)?.text !== parts[last]?.document.text : !isEnded(text, parts, last)) return undefined;
  if (isItem && endOf(parts, parts.length - 1) < 2 * longList && !isStillLong(parts, first, shift)) return undefined;
  const known = new Map(parts.slice(first, last + 1).map(({ document }) => [document.text, document]));
  const reader = partReader(known, { isPartial: options.isPartial, isNamedProgram: false });
  const made = cuts.map((each) => reader(each));
  if (made.some(isBoundToOthers)) return undefined;
  const rest = parts.slice(last + 1);
  const moved = shift === 0 ? rest : rest.map(({ start, document }) => ({ start: start + shift, document }));
  return [...parts.slice(0, first), ...made, ...moved];
}

/** False where the last line would go on in the part behind. */
function isEnded(text: string, parts: readonly Part[], last: number): boolean {
  return last + 1 === parts.length || text.endsWith('\n');
}

function recutDocuments(text: string, from: number): readonly Cut[] | undefined {
  // Only at the start of a file is a brace JSON.
  if (isJson(text)) return undefined;
  return cutByItem(text).map((each) => ({ ...each, start: each.start + from }));
}

function endOf(parts: readonly Part[], index: number): number {
  const part = parts[index];
  return part ? part.start + part.document.text.length : 0;
}

/** True where the List of the item has so many units that it is still to be read by item. */
function isStillLong(parts: readonly Part[], index: number, shift: number): boolean {
  const isFrame = ({ document }: Part): boolean => document.role === 'frame';
  const head = parts.findLastIndex((part, i) => i < index && isFrame(part));
  const after = parts.findIndex((part, i) => i > index && part.document.role !== 'item');
  const tail = after < 0 ? parts.length - 1 : isTail(parts, after) ? after : after - 1;
  return endOf(parts, tail) + shift - (parts[head]?.start ?? 0) >= longList;
}

/** A frame that does not start a List itself. */
function isTail(parts: readonly Part[], index: number): boolean {
  return parts[index]?.document.role === 'frame' && parts[index + 1]?.document.role !== 'item';
}
