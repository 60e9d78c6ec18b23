/** Block scalars of the fast reader: literal (`|`) and folded (`>`). */
import type { Opaque, Scalar } from '../../tree/value.ts';
import { behindBreak, commentEnd, goToContent, isLineEnd, restEnd, unit, type Lines } from './plain-lines.ts';
import { isTemplate } from './plain-scalar.ts';

/** Reads the block scalar whose indicator is next. Its lines are deeper than the column. Moves to the line below. */
export function readBlockText(lines: Lines, column: number): Scalar | Opaque | undefined {
  const { text, at: start } = lines;
  const isFolded = text.charCodeAt(start) === unit.greater;
  const sign = text.charCodeAt(start + 1);
  const isStripped = sign === unit.dash;
  const isKept = sign === unit.plus;
  const header = restEnd(text, isStripped || isKept ? start + 2 : start + 1);
  const body = header < 0 ? undefined : readBody(text, behindBreak(text, header), column);
  if (!body) return undefined;
  goToContent(lines, body.next);
  if (lines.indent > column) return undefined;
  const end = isKept ? Math.min(body.next, text.length) : body.end;
  const span = { start, end };
  const written = text.slice(start, end);
  if (isTemplate(lines, start, end)) return { kind: 'opaque', span, why: 'a template' };
  // A missing line break at the end of the text is not added.
  const isCut = text.charCodeAt(end - 1) !== unit.newline;
  const breaks = isStripped || isCut ? 0 : isKept ? 1 + body.blanks : 1;
  const value = (isFolded ? fold(body.rows) : body.rows.join('\n')) + '\n'.repeat(breaks);
  return { kind: 'scalar', span, value, text: written, isAlias: false };
}

interface Body {
  /** Without the indentation of the first line; blank lines are empty. */
  readonly rows: readonly string[];
  /** The offset after the line break of the last line. */
  readonly end: number;
  readonly blanks: number;
  readonly next: number;
}

/** The lines of the scalar. Undefined if there are none, or if a leading blank line is deeper than the first line. */
function readBody(text: string, from: number, column: number): Body | undefined {
  const rows: string[] = [];
  let indent = -1;
  let blanks = 0;
  let deepestBlank = 0;
  let end = from;
  let next = from;
  while (next < text.length) {
    let content = next;
    while (text.charCodeAt(content) === unit.blank) content++;
    const depth = content - next;
    if (isLineEnd(text, content)) {
      // Blanks without a final line break end the text in a special way.
      if (content >= text.length) return undefined;
      deepestBlank = Math.max(deepestBlank, depth);
      blanks++;
      next = behindBreak(text, content);
      continue;
    }
    if (depth <= column || depth < indent) break;
    if (indent < 0) indent = depth;
    const lineEnd = text.charCodeAt(content) === unit.tab ? -1 : commentEnd(text, content);
    if (lineEnd < 0) return undefined;
    for (; blanks > 0; blanks--) rows.push('');
    rows.push(text.slice(next + indent, lineEnd));
    next = behindBreak(text, lineEnd);
    end = Math.min(next, text.length);
  }
  return indent < 0 || deepestBlank > indent ? undefined : { rows, end, blanks, next };
}

/** Joins consecutive lines; blank lines and deeper lines stay. */
function fold(rows: readonly string[]): string {
  const first = rows.findIndex((row) => row !== '');
  let text = '\n'.repeat(first);
  let separator = '';
  let wasDeeper = false;
  for (const row of rows.slice(first)) {
    if (row === '') {
      if (separator === '\n') text += '\n';
      else separator = '\n';
      continue;
    }
    const isDeeper = row.startsWith(' ');
    if (isDeeper && separator === ' ') separator = '\n';
    else if (isDeeper && !wasDeeper && separator === '\n') separator = '\n\n';
    text += separator + row;
    separator = isDeeper ? '\n' : ' ';
    wasDeeper = isDeeper;
  }
  return text;
}
