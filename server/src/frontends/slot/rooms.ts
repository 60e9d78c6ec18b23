/**
 * Finds the collections that a line of block YAML could belong to, by its column and the lines around it. New text must
 * not move the lines below into another collection.
 */
import type { Path } from '../../tree/path.ts';
import { pathOfFrames, type Frame } from './frames.ts';
import { isIdle, nextLine, readLine, type Line } from './lines.ts';

export interface Here {
  readonly text: string;
  readonly line: Line;
  readonly above: readonly Frame[];
  readonly below: Line | undefined;
  readonly step: number;
}

export function hereOf(text: string, line: Line, above: readonly Frame[], step: number): Here {
  return { text, line, above, below: firstBelow(text, line), step };
}

/** A collection, or (`open`) the missing value of a key or dash above. */
export interface Room {
  readonly kind: 'mapping' | 'list' | 'open';
  readonly path: Path;
  readonly column: number;
}

/** A collection, and how far the line must move to belong to it. */
export interface RoomCandidate {
  readonly room: Room;
  readonly shift: number;
}

/** The candidates for a line whose content starts at the offset: those in its own column first, then by distance. */
export function roomsFor(here: Here, start: number): readonly RoomCandidate[] {
  const { line } = here;
  const [dash] = line.dashes;
  const column = dash ?? start - line.start;
  const rooms = here.line.key ? allRooms(here, column) : fittingRooms(here, column, start);
  const candidates = rooms
    .filter(({ kind }) => dash === undefined || kind !== 'mapping')
    .map((room): RoomCandidate => {
      const isFree = room.kind === 'open' && !startedBelow(here, column) && mayStart(here, column);
      return isFree ? { room: { ...room, column }, shift: 0 } : { room, shift: room.column - column };
    });
  const exact = candidates.filter(({ shift }) => shift === 0);
  const open = exact.find(({ room }) => room.kind === 'open');
  const first = open ? [open] : exact;
  if (dash !== undefined && first.length > 0) return first.slice(0, 1);
  if (line.key && first.length > 0) return first;
  const others = candidates.filter((candidate) => !first.includes(candidate));
  return [...first, ...others.toSorted((a, b) => Math.abs(a.shift) - Math.abs(b.shift))];
}

export function ownsLines({ below }: Here, column: number): boolean {
  if (!below) return false;
  return below.indent > column || (below.indent === column && below.dashes.length > 0);
}

/** Collections in which a new line does not change the lines below, or (in its own column) becomes their key. */
function fittingRooms(here: Here, column: number, start: number): readonly Room[] {
  const { below, line } = here;
  const rooms = allRooms(here, column);
  const hasDash = line.dashes.length > 0;
  if (startedBelow(here, column)) return rooms.slice(0, 1).filter(({ kind }) => !hasDash || kind === 'list');
  if (!below) return rooms;
  const isList = below.dashes.length > 0;
  const owner = ownerOf(here, below);
  return rooms.filter((room) => {
    const content = start - line.start + room.column - column;
    // Lines deeper than a word after a dash can belong to nothing else.
    if (hasDash && room.column === column && start < line.end && below.indent > content) return true;
    if (hasDash) return below.indent <= room.column || (below.indent === content && !isList);
    if (room.column > below.indent) return true;
    if (room.column === below.indent && (room.kind === 'list') === isList) return true;
    const isInPlace = room.kind === 'open' || (room.kind === 'mapping' && room.column === column);
    return start < line.end && isInPlace && (owner === undefined || owner === room.column);
  });
}

/** The column of the key above whose value continues below; undefined if there is none. */
function ownerOf({ above }: Here, below: Line): number | undefined {
  const isItem = below.dashes.length > 0;
  const at = above.findIndex(({ column, name }) => column === below.indent && (name === undefined) === isItem);
  return at < 0 ? undefined : (above[at - 1]?.column ?? -1);
}

/** Innermost first. */
function allRooms(here: Here, column: number): readonly Room[] {
  const { above, below, step } = here;
  const rooms = above.map((frame, i): Room => {
    const kind = frame.name === undefined ? 'list' : 'mapping';
    return { kind, path: pathOfFrames(above.slice(0, i)), column: frame.column };
  });
  const last = above.at(-1);
  const isStarted = below !== undefined && startedBelow(here, column);
  if (isStarted) {
    rooms.push({ kind: below.dashes.length > 0 ? 'list' : 'open', path: pathOfFrames(above), column: below.indent });
  } else if (!last) {
    rooms.push({ kind: 'open', path: [], column: 0 });
  } else if (last.value.end <= last.value.start) {
    rooms.push({ kind: 'open', path: pathOfFrames(above), column: last.column + (last.name === undefined ? 2 : step) });
  }
  return rooms.toReversed();
}

/** True if the lines below are the value of the line above, and this line is not in between. */
function startedBelow({ above, below, line }: Here, column: number): boolean {
  const last = above.at(-1);
  if (!below || line.key || (last && last.value.end > last.value.start)) return false;
  const parent = last?.column ?? -1;
  const isItem = last?.name === undefined;
  const isInside = below.indent > parent || (!isItem && below.indent === parent && below.dashes.length > 0);
  const isDeeper = column > parent || (!isItem && column === parent && line.dashes.length > 0);
  const isBetween = line.content < line.end && isDeeper && below.indent > column;
  return isInside && !isBetween;
}

/** A value that has not been started may start in any deeper column; a list also in the column of its key. */
function mayStart({ above, line }: Here, column: number): boolean {
  const parent = above.at(-1);
  if (!parent) return column === 0;
  const isDash = line.dashes.length > 0 && parent.name !== undefined;
  return column > parent.column || (isDash && column === parent.column);
}

function firstBelow(text: string, line: Line): Line | undefined {
  for (let at = nextLine(text, line.start); at !== undefined; at = nextLine(text, at)) {
    const below = readLine(text, at);
    if (/^(?:---|\.\.\.)(?=\s|$)/.test(text.slice(at, at + 4))) return undefined;
    if (!isIdle(text, below)) return below;
  }
  return undefined;
}
