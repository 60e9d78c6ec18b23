/** Aligns the entries of literals in Go as gofmt does: of neighbours on one line each, the values start in one column. */
import { trimmedEdits } from '../../text/diff.ts';
import type { TextEdit } from '../../text/edit.ts';
import { applyEdits } from '../apply-edits.ts';

/** The edits with the alignment of the lines around them. The same edits in a program that is not aligned so. */
export function withAlignment(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  const lines = text.split('\n');
  if (edits.length === 0 || !isSame(lines, aligned(lines))) return edits;
  const after = applyEdits(text, edits).split('\n');
  const changed = changedLines(text, edits);
  const made = aligned(after, (from, to) => changed.some((each) => each.from <= to && from <= each.to));
  return isSame(after, made) ? edits : trimmedEdits(text, made.join('\n'));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((line, i) => line === other[i]);
}

interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The numbers of the lines after the edits, with those above and below. */
function changedLines(text: string, edits: readonly TextEdit[]): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let [line, at] = [0, 0];
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    line += breaksIn(text.slice(at, edit.span.start));
    const to = line + breaksIn(edit.text);
    ranges.push({ from: line - 1, to: to + 1 });
    [line, at] = [to, edit.span.end];
  }
  return ranges;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}

/** The lines with other blanks behind keys. `isMeant` is asked for each section of entries. */
function aligned(
  lines: readonly string[],
  isMeant: (from: number, to: number) => boolean = () => true,
): readonly string[] {
  const made = [...lines];
  for (let from = 0; from < lines.length; from++) {
    const first = entryOn(lines[from]);
    if (!first) continue;
    const section = [first];
    while (!first.isOpening) {
      const next = entryOn(lines[from + section.length]);
      if (!next || next.isOpening || next.lead !== first.lead) break;
      section.push(next);
    }
    const width = Math.max(...section.map(({ key }) => key.length));
    if (isMeant(from, from + section.length - 1))
      for (const [i, { lead, key, rest }] of section.entries()) made[from + i] = `${lead}${key.padEnd(width)} ${rest}`;
    from += section.length - 1;
  }
  return made;
}

interface EntryLine {
  readonly lead: string;
  /** With its colon. */
  readonly key: string;
  readonly rest: string;
  /** True for an entry that ends on another line: it is aligned with no other. */
  readonly isOpening: boolean;
}

function entryOn(line = ''): EntryLine | undefined {
  const [, lead, key, rest] = /^(\t+)((?:"(?:[^"\\]|\\.)*"|`[^`]*`|[\w.]+):)[ \t]+(\S[^]*)$/.exec(line) ?? [];
  if (lead === undefined || key === undefined || rest === undefined) return undefined;
  const code = rest.replaceAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*'/g, '""').replace(/\s*\/\/[^]*$/, '');
  const isOpening = /[({[]$/.test(code.trimEnd());
  return isOpening || code.trimEnd().endsWith(',') ? { lead, key, rest, isOpening } : undefined;
}
