/** Measures and cuts labels in cells: a cell is as wide as a character of a monospaced font, and some characters take two. */
import { eastAsianWidth } from 'get-east-asian-width';
import { withoutControls } from '../text/quote.ts';

/** Of a cell, in pixels, at the size of the text in drawings. */
export const charWidth = 7.25;

/** In cells. Combining marks count as one. */
export function cellCount(text: string): number {
  if (narrow.test(text)) return text.length;
  let count = 0;
  for (const character of text) count += cellsOf(character);
  return count;
}

/** Most labels, which need no search for wide characters and control characters. */
const narrow = /^[ -~·–−●○◐✕→]*$/;

function cellsOf(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** The text on one line, without control characters, and cut with an ellipsis where it is longer than `most` cells. */
export function fitted(text: string, most: number): string {
  if (text.length <= most && narrow.test(text)) return text;
  // A cut before the search for control characters keeps a long label cheap.
  const line = withoutControls(text.slice(0, 2 * most + 2).replace(/[\r\n\t]+/g, ' '));
  if (text.length <= 2 * most + 2 && cellCount(line) <= most) return line;
  let count = 0;
  let end = 0;
  for (const character of line) {
    count += cellsOf(character);
    if (count > most - 1) break;
    end += character.length;
  }
  return `${line.slice(0, end)}…`;
}

/** The same, with the ellipsis at the start: of a place, the end says most. */
export function fittedEnd(text: string, most: number): string {
  const line = withoutControls(text.slice(-2 * most - 2).replace(/[\r\n\t]+/g, ' '));
  if (text.length <= 2 * most + 2 && cellCount(line) <= most) return line;
  let count = 0;
  const end = [...line].toReversed().filter((character) => (count += cellsOf(character)) <= most - 1);
  return `…${end.toReversed().join('')}`;
}

/** The lines of the text; a longer word is broken after a hyphen, or cut. At most `lines`, the last one with an ellipsis. */
export function fittedLines(text: string, most: number, lines: number): readonly string[] {
  const found: string[] = [];
  let line = '';
  const words = withoutControls(text.slice(0, most * (lines + 1)).replace(/\s+/g, ' ')).split(' ');
  for (const word of words) {
    const parts = cellCount(word) > most ? word.split(/(?<=-)/) : [word];
    for (const [i, part] of parts.entries()) {
      const next = line === '' || i > 0 ? line + part : `${line} ${part}`;
      if (cellCount(next) <= most) line = next;
      else {
        if (line !== '') found.push(line);
        line = fitted(part, most);
      }
    }
  }
  found.push(line);
  if (found.length <= lines && text.length <= most * (lines + 1)) return found;
  return [...found.slice(0, lines - 1), fitted(`${found[lines - 1] ?? ''} …`, most)];
}
