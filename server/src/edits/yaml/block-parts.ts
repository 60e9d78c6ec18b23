/** The lines of each entry or item of a block collection, with the comments above, beside and (deeper) below it. */
import { lineStartAt } from '../../text/line.ts';
import { attachment } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Mapping, Sequence, Value } from '../../tree/value.ts';

/** Lines without indentation; the first one starts at the key or dash. Lines above it may be blank. */
export interface BlockPart {
  readonly above: readonly string[];
  readonly lines: readonly string[];
  /** From the first line above to the end of the last line, without its line break. */
  readonly span: Span;
}

export interface BlockParts {
  readonly column: number;
  /** The text before the first key or dash on its line: blanks, and dashes in a compact collection. */
  readonly lead: string;
  readonly parts: readonly BlockPart[];
}

const known = attachment((_owner: Mapping | Sequence) => new Map<string, BlockParts | undefined>());

/** The parts in order, or undefined if the layout is not understood. */
export function blockParts(text: string, owner: Mapping | Sequence): BlockParts | undefined {
  const parts = known(owner);
  if (!parts.has(text)) parts.set(text, findParts(text, owner));
  return parts.get(text);
}

function dedent(line: string, column: number): string {
  let blanks = 0;
  while (blanks < column && line[blanks] === ' ') blanks++;
  return line.slice(blanks);
}

/** Without indentation and line breaks. */
export function linesIn(text: string, { start, end }: Span, column: number): string[] {
  if (start >= end) return [];
  const [first = '', ...rest] = text.slice(start, end).split(/\r?\n/);
  return [first, ...rest.map((line) => dedent(line, column))];
}

function findParts(text: string, owner: Mapping | Sequence): BlockParts | undefined {
  if (owner.style === 'flow' || owner.isAlias) return undefined;
  const ends = endsOf(owner);
  const first = owner.span.start;
  const lineStart = lineStartAt(text, first);
  const lead = text.slice(lineStart, first);
  if (!/^[ -]*$/.test(lead) || ends.length === 0) return undefined;
  const starts = owner.kind === 'mapping' ? owner.entries.map((entry) => entry.key.start) : dashes(text, owner, lead);
  if (starts.length !== ends.length || starts[0] !== first) return undefined;
  const parts: BlockPart[] = [];
  let above = lead.trim() === '' ? commentsAbove(text, lineStart) : first;
  for (const [i, start] of starts.entries()) {
    const line = i === 0 ? lineStart : lineStartAt(text, start);
    const isPlaced = i === 0 || text.slice(line, start) === ' '.repeat(lead.length);
    const between = above < line ? text.slice(above, line) : '';
    const end = partEnd(text, Math.max(start + 1, ends[i] ?? start), lead.length);
    if (!isPlaced || !/^(?:[ \t]*(?:#.*)?\r?\n)*$/.test(between) || end > (starts[i + 1] ?? Infinity)) return undefined;
    const lines = linesIn(text, { start, end }, lead.length);
    const comments = between === '' ? [] : between.replace(/\r?\n$/, '').split(/\r?\n/);
    const trimmedAbove = comments.map((comment) => dedent(comment.trimEnd(), lead.length));
    parts.push({ above: trimmedAbove, lines, span: { start: Math.min(above, start), end } });
    above = Math.min(text.length, end + (text.startsWith('\r\n', end) ? 2 : 1));
  }
  return { column: lead.length, lead, parts };
}

function endsOf(owner: Mapping | Sequence): readonly number[] {
  const end = (value: Value): number => value.span.end;
  if (owner.kind === 'sequence') return owner.items.map(end);
  if (owner.entries.some((entry) => entry.isMerged)) return [];
  return owner.entries.map((entry) => Math.max(entry.key.end, end(entry.value)));
}

/** All lines with a dash in the column of the first dash; nothing inside an item can be in that column. */
function dashes(text: string, { span }: Sequence, lead: string): readonly number[] {
  const pattern = new RegExp(`(?<=^ {${lead.length}})-(?=[ \\t\\r\\n]|$)`, 'gm');
  const starts = [span.start];
  pattern.lastIndex = span.start + 1;
  for (let match = pattern.exec(text); match && match.index < span.end; match = pattern.exec(text)) {
    starts.push(match.index);
  }
  return starts;
}

/** The start of the first comment or blank line directly above a line. */
function commentsAbove(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^[ \t]*(?:#.*)?\r?\n$/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** The end of the line on which a part ends, or of the last deeper comment below it. */
function partEnd(text: string, end: number, column: number): number {
  // A block scalar ends after its line break.
  let lineEnd = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  if (lineEnd < 0) lineEnd = text.length;
  for (;;) {
    const comment = /^\n([ ]*)#[^\n]*/.exec(text.slice(lineEnd, lineEnd + 2_000));
    if (!comment || (comment[1] ?? '').length <= column) break;
    lineEnd += comment[0].length;
  }
  return text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
}
