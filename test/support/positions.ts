/** Converts positions of each encoding to offsets, which are equal in all encodings. */
import type { Position, Range, TextEdit } from 'vscode-languageserver';

export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

export const encodings: readonly Encoding[] = ['utf-8', 'utf-16', 'utf-32'];

export interface Locator {
  readonly text: string;
  /** The first place of the word, or of its first characters. */
  rangeOf(word: string, length?: number): Range;
  offsetOf(place: Position): number;
}

export function locator(text: string, encoding: Encoding): Locator {
  const lines = text.split('\n');
  const lengthOf = (part: string): number => {
    if (encoding === 'utf-8') return Buffer.byteLength(part);
    return encoding === 'utf-16' ? part.length : [...part].length;
  };
  const placeOf = (offset: number): Position => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: lengthOf(before.at(-1) ?? '') };
  };
  return {
    text,
    rangeOf(word, length = word.length) {
      const offset = text.indexOf(word);
      return { start: placeOf(offset), end: placeOf(offset + length) };
    },
    offsetOf({ line, character }) {
      const start = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
      let before = '';
      for (const each of [...(lines[line] ?? ''), '']) {
        if (lengthOf(before) === character) return start + before.length;
        before += each;
      }
      throw new Error(`No character starts at ${line}:${character} in ${encoding}.`);
    },
  };
}

/** The text after the edits, which do not overlap. */
export function applyEdits(at: Locator, edits: readonly TextEdit[]): string {
  const spans = edits.map(({ range, newText }) => ({
    start: at.offsetOf(range.start),
    end: at.offsetOf(range.end),
    newText,
  }));
  return spans
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, newText }) => text.slice(0, start) + newText + text.slice(end), at.text);
}

/** The answer of any method with offsets instead of positions. */
export function withOffsets(answer: unknown, at: Locator): unknown {
  if (Array.isArray(answer)) return answer.map((each) => withOffsets(each, at));
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = answer as Record<string, unknown>;
  if (typeof members['line'] === 'number') return at.offsetOf(answer as Position);
  if (isTokens(members['data'])) return tokenOffsets(members['data'], at);
  const converted = Object.entries(members).map(([name, value]) => {
    const line = members[name.replace('Character', 'Line')];
    const isColumn = name.endsWith('Character') && typeof line === 'number' && typeof value === 'number';
    return [name, isColumn ? at.offsetOf({ line, character: value }) : withOffsets(value, at)];
  });
  return Object.fromEntries(converted);
}

function isTokens(data: unknown): data is readonly number[] {
  return Array.isArray(data) && data.every((each) => typeof each === 'number');
}

/** A semantic token is five numbers: relative line and column, length, type and modifiers. */
function tokenOffsets(data: readonly number[], at: Locator): unknown {
  const tokens = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [lines = 0, columns = 0, length = 0, ...rest] = data.slice(i, i + 5);
    line += lines;
    character = lines > 0 ? columns : character + columns;
    const end = { line, character: character + length };
    tokens.push([at.offsetOf({ line, character }), at.offsetOf(end), ...rest]);
  }
  return tokens;
}
