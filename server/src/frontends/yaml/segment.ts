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
  const marker = /(?<=^|\u0085)(?:---|\.\.\.)(?=[ \t\r\n\u0085\u2028\u2029]|$)/gm;
  const isCode = text.includes('{{') ? insideOfActions(text) : undefined;
  const segments: Segment[] = [];
  let start = 0;
  for (let match = marker.exec(text); match; match = marker.exec(text)) {
    if (isCode?.(match.index)) continue;
    const isEnd = match[0] === '...';
    const cut = isEnd ? markerEnd(text, match.index + 3) : match.index;
    if (cut <= start || (!isEnd && isPrologue(text.slice(start, cut)))) continue;
    segments.push({ start, text: text.slice(start, cut) });
    start = cut;
  }
  if (start < text.length || segments.length === 0) segments.push({ start, text: text.slice(start) });
  return segments;
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
  return text.split(/\r\n|\r|\n/).every((line) => /^\uFEFF?(?:%.*|[ \t]*(?:#.*)?)$/.test(line));
}

/** The end of the line, if nothing but a comment follows the marker. Go ignores any other text there. */
function markerEnd(text: string, offset: number): number {
  const rest = /(?:[ \t]+#[^\n]*|[ \t\r]*)(?:\n|$)/y;
  rest.lastIndex = offset;
  return rest.test(text) ? rest.lastIndex : offset;
}
