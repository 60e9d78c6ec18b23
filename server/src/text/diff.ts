/** Computes edits for the lines that differ between two texts. */
import { diffArrays } from 'diff';
import { commonEnd, commonStart, type Difference } from './difference.ts';
import type { TextEdit } from './edit.ts';
import { lineStartAt } from './line.ts';

/** The time of a comparison grows with the square of its steps. Past this limit, one edit replaces everything. */
const mostSteps = { lines: 2_000, parts: 400 };

/** Edits that turn `before` into `after`, trimmed to the characters that change. */
export function trimmedEdits(before: string, after: string): readonly TextEdit[] {
  return lineEdits(before, after, mostSteps.parts).map((edit) => trimmed(edit, before));
}

/** Edits of whole lines that turn `before` into `after`, in order. */
export function lineEdits(before: string, after: string, most = mostSteps.lines): readonly TextEdit[] {
  if (before === after) return [];
  const { start: first, before: end, after: endAfter } = changedLines(before, after);
  const [old, fresh] = [before.slice(first, end), after.slice(first, endAfter)];
  const changes = diffArrays(linesOf(old), linesOf(fresh), { maxEditLength: most });
  if (!changes) return [{ span: { start: first, end }, text: fresh }];
  const edits: TextEdit[] = [];
  let at = first;
  for (const { added, removed, value } of changes) {
    const text = value.join('');
    const last = edits.at(-1);
    if (added || removed) {
      const isNext = last?.span.end === at;
      const span = { start: isNext ? last.span.start : at, end: removed ? at + text.length : at };
      const written = (isNext ? last.text : '') + (added ? text : '');
      edits.splice(isNext ? -1 : edits.length, isNext ? 1 : 0, { span, text: written });
    }
    if (!added) at += text.length;
  }
  return edits;
}

/** The lines between the common start and the common end of both texts. They are usually few, and only they are compared one by one. */
function changedLines(before: string, after: string): Difference {
  const start = lineStartAt(before, commonStart(before, after));
  const tail = commonEnd(before, after, start);
  const lineFeed = before.indexOf('\n', before.length - tail);
  const unchangedEnd = lineFeed < 0 ? 0 : before.length - lineFeed - 1;
  return { start, before: before.length - unchangedEnd, after: after.length - unchangedEnd };
}

/** With their line breaks. */
export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function trimmed({ span, text }: TextEdit, before: string): TextEdit {
  const old = before.slice(span.start, span.end);
  let head = commonStart(old, text);
  let tail = commonEnd(old, text, head);
  if (isPairCut(old, head) || isPairCut(text, head)) head--;
  if (isPairCut(old, old.length - tail) || isPairCut(text, text.length - tail)) tail--;
  return { span: { start: span.start + head, end: span.end - tail }, text: text.slice(head, text.length - tail) };
}

/** True if the offset is in the middle of a surrogate pair, or of a line break. */
function isPairCut(text: string, offset: number): boolean {
  const pair = text.slice(Math.max(0, offset - 1), offset + 1);
  return offset > 0 && (pair === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair));
}
