/** Edits a text with mixed line breaks (LF, CR LF) as if all were LF, and keeps the break of each line. */
import type { TextEdit } from './edit.ts';
import { linesOf } from './diff.ts';
import { lineAt, lineStarts } from './line-index.ts';

/** The edits of whole lines of the text with LF only, as edits of the text itself: a new line ends as the line that it replaces. */
export function withBreaksOf(text: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  if (!text.includes('\r') || edits.length === 0) return edits;
  const starts = lineStarts(text);
  const feeds = lineStarts(text.replaceAll('\r\n', '\n'));
  const breakAt = (line: number): string => /\r?\n?$/.exec(text.slice(starts[line], starts[line + 1]))?.[0] ?? '';
  return edits.map(({ span, text: after }) => {
    const [first, end] = [lineAt(feeds, span.start), lineAt(feeds, span.end)];
    const isToEnd = span.end > (feeds[end] ?? 0);
    const last = Math.max(first, isToEnd ? end : end - 1);
    const lines = linesOf(after).map((line, i) => {
      const own = breakAt(Math.min(first + i, last)) || breakAt(Math.max(0, first - 1)) || '\n';
      return line.endsWith('\n') ? line.slice(0, -1) + own : line;
    });
    return {
      span: { start: starts[first] ?? 0, end: isToEnd ? text.length : (starts[end] ?? 0) },
      text: lines.join(''),
    };
  });
}
