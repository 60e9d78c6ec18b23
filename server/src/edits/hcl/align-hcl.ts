/** Aligns the equals signs of the lines around edits as `terraform fmt` does. */
import { trimmedEdits } from '../../text/diff.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineStartAt, nextLineAt } from '../../text/line.ts';
import { applyEdits } from '../apply-edits.ts';

/** The edits, in the order of the text, with the alignment of the lines around them. */
export function alignedEdits(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  const after = applyEdits(text, edits);
  let growth = 0;
  let made = after;
  let moved = 0;
  for (const { span, text: written } of edits) {
    const start = span.start + growth;
    const end = start + written.length;
    growth += written.length - (span.end - span.start);
    const known = writtenLines(text, span);
    const aligned = alignedAround(made, { start: start + moved, end: end + moved }, known);
    moved += aligned.length - made.length;
    made = aligned;
  }
  return made === after ? edits : trimmedEdits(text, made);
}

/** The names on the lines that an edit touches, which were aligned with those around. */
function writtenLines(text: string, { start, end }: TextEdit['span']): boolean {
  const rows = groupAround(text, start, end);
  return isAligned(rows);
}

interface Row {
  /** The place of the equals sign. */
  readonly at: number;
  readonly indent: number;
  /** Where the name ends. */
  readonly name: number;
  readonly line: number;
}

const pair = /^([ \t]*)((?:[\p{L}_][\p{L}\p{N}_-]*|"(?:[^"\\]|\\.)*"|\([^()\n]*\)))([ \t]*)=(?![=>])(.*)$/u;

/** A line with a whole value; undefined for others. */
function rowAt(text: string, line: number): Row | undefined {
  const [, indent = '', name = '', blanks = '', value = ''] =
    pair.exec(text.slice(line, nextLineAt(text, line)).trimEnd()) ?? [];
  if (name === '') return undefined;
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/(?:#|\/\/).*$/, '');
  const opened = (bare.match(/[([{]/g) ?? []).length;
  if (opened !== (bare.match(/[)\]}]/g) ?? []).length) return undefined;
  const end = line + indent.length + name.length;
  return { at: end + blanks.length, indent: indent.length, name: end, line };
}

function isHeredoc(text: string, line: number): boolean {
  return /<<-?[\p{L}_]/u.test(text.slice(line, nextLineAt(text, line)));
}

/** The rows on the lines of a span and next to them, as one group; empty where there are none. */
function groupAround(text: string, start: number, end: number): readonly Row[] {
  const rows: Row[] = [];
  let line = lineStartAt(text, start);
  const indent = rowAt(text, line)?.indent;
  // Upwards from the line above.
  for (let at = line; at > 0;) {
    const above = lineStartAt(text, at - 1);
    const row = rowAt(text, above);
    if (!row || isHeredoc(text, above) || (indent !== undefined && row.indent !== indent)) break;
    rows.unshift(row);
    at = above;
  }
  for (;;) {
    const row = rowAt(text, line);
    if (!row || (rows[0] && row.indent !== rows[0].indent)) break;
    rows.push(row);
    const next = nextLineAt(text, line);
    if (isHeredoc(text, line) || next >= text.length || next <= line) break;
    line = next;
  }
  return end >= start ? rows : [];
}

function isAligned(rows: readonly Row[]): boolean {
  const columns = new Set(rows.map(({ at, line }) => at - line));
  const widest = Math.max(0, ...rows.map(({ name, line }) => name - line));
  return rows.length < 2 || (columns.size === 1 && columns.has(widest + 1));
}

/** Lines that were not aligned before stay as they are. */
function alignedAround(text: string, { start, end }: TextEdit['span'], wasAligned: boolean): string {
  if (!wasAligned) return text;
  let made = text;
  let limit = end;
  for (let line = lineStartAt(text, start); line <= limit && line < made.length;) {
    const rows = groupAround(made, line, line);
    const last = rows.at(-1);
    if (last) {
      const aligned = alignedRows(made, rows);
      limit += aligned.length - made.length;
      const lines = rows.filter((row) => row.line >= line).length;
      made = aligned;
      for (let i = 0; i < Math.max(1, lines); i++) line = nextLineAt(made, line);
    } else line = nextLineAt(made, line);
  }
  return made;
}

function alignedRows(text: string, rows: readonly Row[]): string {
  const widest = Math.max(...rows.map(({ name, line }) => name - line));
  const first = rows[0]?.line ?? 0;
  let at = first;
  let made = text.slice(0, first);
  for (const { at: sign, name, line } of rows) {
    made += text.slice(at, name) + ' '.repeat(widest - (name - line) + 1);
    at = sign;
  }
  return made + text.slice(at);
}
