/** The entries and items that the lines above a line of block YAML have opened. */
import type { Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import { indentOf, isIdle, lineStart, readLine, type Line } from './lines.ts';

/** An entry of a mapping or an item of a list that a line above has opened. */
export interface Frame {
  readonly name: string | undefined;
  readonly column: number;
  /** What follows on the line. */
  readonly value: Span;
}

/** The frames that are open at the end of the line above, outermost first. */
export function framesAbove(text: string, from: number, start: number): readonly Frame[] {
  let frames: Frame[] = [];
  let limit = Infinity;
  for (let end = start - 1; end >= from;) {
    const at = Math.max(from, lineStart(text, end));
    end = at - 1;
    const isItemNext = frames[0] !== undefined && frames[0].name === undefined;
    const indent = indentOf(text, at);
    if (indent > limit || (indent === limit && !isItemNext)) continue;
    const line = readLine(text, at);
    if (isIdle(text, line)) continue;
    const own = ownFrames(line).filter(
      ({ column, name }) => column < limit || (isItemNext && name !== undefined && column === limit),
    );
    const last = own.at(-1);
    if (!own[0] || !last) continue;
    // The lines below the header of a block scalar are its text.
    frames = last.name !== undefined && isBlockScalar(text, last.value) ? own : [...own, ...frames];
    limit = own[0].column;
    if (limit === 0 && own[0].name !== undefined) break;
  }
  return frames;
}

export function ownFrames(line: Line): Frame[] {
  const dashes = line.dashes.map((column, i): Frame => {
    const next = line.dashes[i + 1];
    const at = next === undefined ? line.content : line.start + next;
    return { name: undefined, column, value: { start: at, end: line.end } };
  });
  if (!line.key) return dashes;
  const { name, span, value } = line.key;
  return [...dashes, { name, column: span.start - line.start, value }];
}

export function isBlockScalar(text: string, { start, end }: Span): boolean {
  return /^[|>][-+\d]*[ \t]*$/.test(text.slice(start, end));
}

export function pathOfFrames(frames: readonly Frame[]): Path {
  return frames.map(({ name }) => name ?? 0);
}

/** The indentation of the frames. Defaults to two blanks and dashes deeper than their key. */
export function layoutOf(frames: readonly Frame[]): { step: number; isCompact: boolean } {
  let step = 2;
  let isCompact = false;
  for (const [i, frame] of frames.entries()) {
    const outer = frames[i - 1];
    if (!outer || outer.name === undefined) continue;
    if (frame.name === undefined) isCompact = frame.column === outer.column;
    if (frame.column > outer.column) step = frame.column - outer.column;
  }
  return { step, isCompact };
}
