/** The names of a mapping in block YAML, found by the lines around one of its own. */
import type { Span } from '../../text/span.ts';
import { isIdle, lineStart, measure, nextLine, readLine } from './lines.ts';
import type { Line } from './lines.ts';

/** The names in the mapping whose keys stand in the column around a line, which itself is left out, with their scalars. */
export function namesAround(text: string, start: number, column: number): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (line: Line): void => {
    if (line.key && line.key.span.start - line.start === column)
      names.set(line.key.name, scalarOf(text, line.key.value));
  };
  const isHeld = ownColumn(text, start) !== undefined && readLine(text, start).dashes.length > 0;
  if (!isHeld || (ownColumn(text, start) ?? 0) > column) {
    for (let end = start - 1; end >= 0;) {
      const from = lineStart(text, end);
      end = from - 1;
      const { indent, end: lineEnd } = measure(text, from);
      if (isMarker(text, from)) break;
      if (indent > column) continue;
      const line = readLine(text, from);
      if (isIdle(text, { start: from, indent, end: lineEnd })) continue;
      add(line);
      if (indent < column) break;
    }
  }
  for (let from = nextLine(text, start); from !== undefined; from = nextLine(text, from)) {
    const { indent, end } = measure(text, from);
    if (isMarker(text, from)) break;
    if (indent > column || isIdle(text, { start: from, indent, end })) continue;
    if (indent < column) break;
    add(readLine(text, from));
  }
  return names;
}

/** The column of the content behind the dashes of a line. */
function ownColumn(text: string, start: number): number | undefined {
  const line = readLine(text, start);
  return line.dashes.length > 0 ? line.content - line.start : undefined;
}

function isMarker(text: string, start: number): boolean {
  const mark = text.slice(start, start + 3);
  return (mark === '---' || mark === '...') && /^\s?$/.test(text[start + 3] ?? '');
}

function scalarOf(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/^["']|["']$/g, '');
}
