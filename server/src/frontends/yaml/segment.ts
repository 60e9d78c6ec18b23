/**
 * Cuts a YAML stream into documents without parsing. A marker line (`---` or `...`) cannot be inside a scalar, so the
 * cut is exact, and an unclosed quote cannot affect the next document. A marker in a template action is not one.
 */
import { actionsIn } from '../../text/template-actions.ts';

export interface Segment {
  readonly start: number;
  readonly text: string;
}

/** The segments in order; together they are the whole text. A text without markers is one segment. */
export function segment(text: string): readonly Segment[] {
  // Most texts are one document, and two word searches are faster than one anchored search.
  if (!text.includes('---') && !text.includes('...')) return [{ start: 0, text }];
  const isCode = text.includes('{{') ? insideOfActions(text) : undefined;
  const segments: Segment[] = [];
  let start = 0;
  for (const at of markers(text)) {
    if (isCode?.(at)) continue;
    const isEnd = text[at] === '.';
    const cut = isEnd ? markerEnd(text, at + 3) : at;
    if (cut <= start || (!isEnd && isPrologue(text.slice(start, cut)))) continue;
    segments.push({ start, text: text.slice(start, cut) });
    start = cut;
  }
  if (start < text.length || segments.length === 0) segments.push({ start, text: text.slice(start) });
  return segments;
}

const marker = /(?<=^|\u0085)(?:---|\.\.\.)(?=[ \t\r\n\u0085\u2028\u2029]|$)/my;

/** The offsets of lines that start with a marker. Searches for strings are several times faster than one for lines. */
function* markers(text: string): Generator<number> {
  let dashes = text.indexOf('---');
  let dots = text.indexOf('...');
  while (dashes >= 0 || dots >= 0) {
    const isDashes = dashes >= 0 && (dots < 0 || dashes < dots);
    const at = isDashes ? dashes : dots;
    marker.lastIndex = at;
    if (marker.test(text)) yield at;
    // A longer row is no marker.
    if (isDashes) dashes = text.indexOf('---', at + 1);
    else dots = text.indexOf('...', at + 1);
  }
}

/** Tells of offsets, in order, whether they are inside of a template action. */
function insideOfActions(text: string): (offset: number) => boolean {
  const actions = actionsIn(text);
  let at = 0;
  return (offset) => {
    while ((actions[at]?.end ?? offset + 1) <= offset) at++;
    return (actions[at]?.start ?? offset) < offset;
  };
}

/** True for directives and comments only, which belong to the document that follows. */
function isPrologue(text: string): boolean {
  const line = /\uFEFF?(?:%.*|[ \t]*(?:#.*)?)(?:\r\n|\r|\n|$)/y;
  while (line.lastIndex < text.length) if (!line.test(text)) return false;
  return true;
}

/** The end of the line, if nothing but a comment follows the marker. Go ignores any other text there. */
function markerEnd(text: string, offset: number): number {
  const rest = /(?:[ \t]+#[^\n]*|[ \t\r]*)(?:\n|$)/y;
  rest.lastIndex = offset;
  return rest.test(text) ? rest.lastIndex : offset;
}
