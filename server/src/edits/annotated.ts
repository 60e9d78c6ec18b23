/** Writes a plain value as YAML for a reader, with a comment after each line (what a field is, or who set it). */
import { withoutControls } from '../text/quote.ts';
import type { Path } from '../tree/path.ts';
import type { Plain } from '../tree/tree-edit.ts';
import { spell } from './spell.ts';

/** Returns block YAML that reads back as the value. `notes` is called once for each path that starts on a line. */
export function annotated(value: Plain, notes: (path: Path) => string | undefined): string {
  return withNotes(notedLines(value, notes));
}

/** The lines of that YAML, without line breaks, and their notes. */
export function notedLines(value: Plain, notes: (path: Path) => string | undefined): readonly NotedLine[] {
  return linesOf(value, []).map(({ text, paths }) => ({ text, note: noteOf(paths, notes) }));
}

export interface NotedLine {
  readonly text: string;
  readonly note: string | undefined;
}

/** The lines, with the notes as comments in a shared column. A note that is too far from it follows its line directly. */
export function withNotes(lines: readonly NotedLine[]): string {
  const column = sharedColumn(lines);
  return lines
    .map(({ text, note }) => {
      const start = Math.max(column, text.length + gap);
      return note === undefined ? `${text}\n` : `${text.padEnd(start)}# ${onOneLine(note)}\n`;
    })
    .join('');
}

interface Line {
  readonly text: string;
  /** The paths that start on this line, outermost first. */
  readonly paths: readonly Path[];
}

function linesOf(value: Plain, path: Path): readonly Line[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item: Plain, i) => {
      const at = [...path, i];
      const [first, ...rest] = linesOf(item, at);
      const head = { text: `- ${first?.text ?? ''}`, paths: [at, ...(first?.paths ?? [])] };
      return [head, ...indented(rest)];
    });
  if (!isNested(value)) return [{ text: spell(value, false), paths: [] }];
  return Object.entries(value).flatMap(([name, member]: [string, Plain]): readonly Line[] => {
    const at = [...path, name];
    const key = `${spell(name, false)}:`;
    const lines = linesOf(member, at);
    if (!isNested(member)) return [{ text: `${key} ${lines[0]?.text ?? ''}`, paths: [at] }];
    return [{ text: key, paths: [at] }, ...indented(lines)];
  });
}

function indented(lines: readonly Line[]): readonly Line[] {
  return lines.map(({ text, paths }) => ({ text: `  ${text}`, paths }));
}

function isNested(value: Plain): value is Extract<Plain, object> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** All comments share a column, at most this one. After a longer line, the comment follows directly. */
const lastColumn = 32;
const gap = 2;

function sharedColumn(lines: readonly NotedLine[]): number {
  const noted = lines.filter(({ note }) => note !== undefined);
  const widths = noted.map(({ text }) => text.length + gap).filter((width) => width <= lastColumn);
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

function noteOf(paths: readonly Path[], notes: (path: Path) => string | undefined): string | undefined {
  const found = new Set(paths.flatMap((path) => notes(path) ?? []));
  return found.size === 0 ? undefined : [...found].join('; ');
}

function onOneLine(note: string): string {
  return withoutControls(note.replace(/[\s\u0085\u2028\u2029]+/g, ' '));
}
