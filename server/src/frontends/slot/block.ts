/** Finds the slots at an offset in block YAML, by lines. A wrongly indented line has several, likeliest first. */
import type { Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import { framesAbove, isBlockScalar, layoutOf, ownFrames, pathOfFrames, type Frame } from './frames.ts';
import { lineStart, quotedWordEnd, readLine, type Line } from './lines.ts';
import { namesAround, type NamesIn } from './slot-names.ts';
import { hereOf, ownsLines, roomsFor, type RoomCandidate, type Here } from './rooms.ts';

export interface BlockPlace {
  readonly kind: 'key' | 'value' | 'node' | 'item';
  readonly path: Path;
  readonly word: Span;
  /** The number of blanks that the start of the line lacks; negative if it has too many. */
  readonly shift: number;
  readonly column: number;
  readonly follows: 'nothing' | 'colon' | 'lines';
  readonly names: () => ReadonlyMap<string, string>;
}

export interface BlockPlaces {
  readonly places: readonly BlockPlace[];
  /** Open brackets around the offset, each with the path to its collection; undefined if there are none. */
  readonly flows: readonly { readonly open: number; readonly path: Path; readonly column: number }[];
  readonly mappings: readonly { readonly path: Path; readonly column: number }[];
  readonly step: number;
  readonly isCompact: boolean;
  readonly namesIn: NamesIn;
}

export function blockPlaces(text: string, from: number, offset: number): BlockPlaces {
  const line = readLine(text, lineStart(text, offset));
  const above = framesAbove(text, from, line.start);
  const own = ownFrames(line);
  const { step, isCompact } = layoutOf(above);
  const namesIn = namesAround(text, line.start);
  const base = { mappings: mappingsOf(above), step, isCompact, namesIn };
  const flows = [...flowsIn(text, above, 0), ...flowsIn(text, [...outerFrames(above, own[0]), ...own], own.length)];
  const isText = above.some(({ value, column }) => isBlockScalar(text, value) && line.indent > column);
  const places =
    isText || isInComment(text, line, offset) ? [] : placesOn({ ...hereOf(text, line, above, step), namesIn }, offset);
  return { ...base, places, flows };
}

/** The values of frames that open a bracket; only of the last frames if a count is given. */
function flowsIn(text: string, frames: readonly Frame[], count: number): BlockPlaces['flows'] {
  const first = count === 0 ? 0 : frames.length - count;
  return frames.flatMap(({ value, column }, i) => {
    const isOpening = /[[{]/.test(text[value.start] ?? '') && !text.startsWith('{{', value.start);
    return i >= first && isOpening ? [{ open: value.start, path: pathOfFrames(frames.slice(0, i + 1)), column }] : [];
  });
}

/** The frames above that contain a line with this frame. A dash may be in the column of its key. */
function outerFrames(above: readonly Frame[], own: Frame | undefined): readonly Frame[] {
  if (!own) return above;
  return above.filter(
    ({ column, name }) =>
      column < own.column || (column === own.column && name !== undefined && own.name === undefined),
  );
}

function isInComment(text: string, line: Line, offset: number): boolean {
  const before = text.slice(line.start, offset);
  const hash = /(?:^|[ \t])#/.exec(before);
  if (!hash) return false;
  const value = line.key?.value;
  return !value || line.start + hash.index >= value.end || !/["']/.test(text[value.start] ?? '');
}

function mappingsOf(frames: readonly Frame[]): BlockPlaces['mappings'] {
  const mappings = frames.flatMap((frame, i) =>
    frame.name === undefined ? [] : [{ path: pathOfFrames(frames.slice(0, i)), column: frame.column }],
  );
  return mappings.length > 0 ? mappings : [{ path: [], column: 0 }];
}

type Held = Here & { readonly namesIn: NamesIn };

function placesOn(here: Held, offset: number): BlockPlace[] {
  const { line } = here;
  const isEmpty = line.content === line.end && line.dashes.length === 0;
  if (offset < line.content && !isEmpty) return [];
  const start = isEmpty ? offset : line.content;
  return roomsFor(here, start).flatMap((candidate) => placeIn(here, offset, start, candidate) ?? []);
}

function placeIn(here: Held, offset: number, start: number, { room, shift }: RoomCandidate): BlockPlace | undefined {
  const { text, line } = here;
  const { key } = line;
  const hasDash = line.dashes.length > 0;
  const path = [...room.path, ...line.dashes.map(() => 0)];
  const own = hasDash ? start - line.start : room.column;
  const column = hasDash ? own + shift : own;
  const names = (): ReadonlyMap<string, string> => here.namesIn(column);
  const common = { shift, column, names };
  const hasLines = ownsLines(here, own);
  if (key && offset >= key.colon) {
    const word = valueWord(text, key.value, offset);
    if (!word) return undefined;
    return { ...common, kind: 'value', path: [...path, key.name], word, follows: hasLines ? 'lines' : 'nothing' };
  }
  const end = key ? key.span.end : wordEnd(text, start, line.end, offset);
  if (offset > end || isProperty(text, start)) return undefined;
  const word = { start, end };
  if (!hasDash && room.kind === 'list') {
    return key ? undefined : { ...common, kind: 'item', path, word, follows: 'nothing' };
  }
  const isAlone = (hasDash || room.kind === 'open') && !key && names().size === 0;
  const hasColon = key !== undefined || (end > start && /^:(?:\s|$)/.test(text.slice(end, end + 2)));
  const follows = hasColon ? 'colon' : end > start && (hasLines || hasMore(text, end, line.end)) ? 'lines' : 'nothing';
  return { ...common, kind: isAlone && follows === 'nothing' ? 'node' : 'key', path, word, follows };
}

/** True if a value other than a colon follows the word. */
function hasMore(text: string, from: number, end: number): boolean {
  return /^[ \t]+[^ \t#]/.test(text.slice(from, end));
}

/** The word of a value at the offset; undefined if the offset is after it. */
function valueWord(text: string, value: Span, offset: number): Span | undefined {
  // A bracket that is closed on another line must not be replaced.
  if (/^(?:\[|\{(?!\{))/.test(text.slice(value.start, value.start + 2)) && !/[\]}]/.test(text[value.end - 1] ?? '')) {
    return undefined;
  }
  if (value.start < value.end) return value.start <= offset && offset <= value.end ? value : undefined;
  return text.slice(value.end, offset).trim() === '' ? { start: offset, end: offset } : undefined;
}

/** True for an anchor, a tag, an alias or a bracket: nothing can be written in its place. */
function isProperty(text: string, start: number): boolean {
  return /^(?:[&*!|>?[]|\{(?!\{))/.test(text.slice(start, start + 2));
}

function wordEnd(text: string, start: number, end: number, offset: number): number {
  const quote = text[start];
  if (quote === '"' || quote === "'") return quotedWordEnd(text, start, end, offset);
  const blank = text.slice(start, end).search(/[ \t]/);
  return blank < 0 ? end : start + blank;
}
