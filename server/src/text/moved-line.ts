/** Finds the lines of another version of a text. */
import { structuredPatch } from 'diff';

/**
 * Maps a line of one text to the same line of the other; a changed line to the place of the change. Counts from 1. Beyond
 * 4,000 changes, lines keep their numbers.
 */
export function lineMap(from: string, to: string): (line: number) => number {
  if (from === to) return (line) => line;
  const hunks = structuredPatch('', '', from, to, undefined, undefined, { context: 0, maxEditLength: 4_000 })?.hunks;
  return (line) => {
    let moved = line;
    for (const { oldStart, oldLines, newStart, newLines } of hunks ?? []) {
      if (line < oldStart) break;
      if (line < oldStart + oldLines) return newStart + Math.min(line - oldStart, Math.max(0, newLines - 1));
      moved += newLines - oldLines;
    }
    return moved;
  };
}
