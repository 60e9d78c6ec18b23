/** Lines of a Terraform file, and what is removed with a part of it. */
import type { TextEdit } from '../../text/edit.ts';
import { lineEndAt, lineStartAt, nextLineAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';

/** The lines of a part with what separates it and a comment behind it; undefined where something else is on them. */
export function ownLines(text: string, { start, end }: Span): Span | undefined {
  const lead = text.slice(lineStartAt(text, start), start);
  const tail = text.slice(end, lineEndAt(text, end));
  if (lead.trim() !== '' || !/^[ \t]*,?[ \t]*(?:(?:#|\/\/).*)?$/.test(tail)) return undefined;
  return { start: lineStartAt(text, start), end: nextLineAt(text, end) };
}

/** The lines, with a blank line above them if they leave two, or one at the end of a block. */
export function withBlankLine(text: string, { start, end }: Span): Span {
  const above = start > 0 ? lineStartAt(text, start - 1) : start;
  const isBlank = start > 0 && text.slice(above, start).trim() === '';
  const below = text.slice(end, lineEndAt(text, end)).trim();
  return isBlank && (below === '' || below === '}') ? { start: above, end } : { start, end };
}

/** Removes one of the parts between brackets, with its comma. Undefined where a comment would be lost. */
export function removeFromList(
  text: string,
  parts: readonly Span[],
  index: number,
  around: Span,
): TextEdit | undefined {
  const [part, next, previous] = [parts[index], parts[index + 1], parts[index - 1]];
  if (!part) return undefined;
  const lines = ownLines(text, part);
  if (lines && parts.length > 1 && lines.start > around.start && lines.end < around.end)
    return { span: lines, text: '' };
  const span = next
    ? { start: part.start, end: next.start }
    : previous
      ? { start: previous.end, end: part.end }
      : { start: around.start + 1, end: around.end - 1 };
  const lost = text.slice(span.start, part.start) + text.slice(part.end, span.end);
  return /#|\/\/|\/\*/.test(lost) ? undefined : { span, text: '' };
}

export function isOneLine(text: string, { start, end }: Span): boolean {
  return !text.slice(start, end).includes('\n');
}
