/** Converts one collection of a YAML document from block style to flow style, or back. */
import type { TextEdit } from '../../text/edit.ts';
import { columnAt, lineBreakOf, lineStartAt } from '../../text/line.ts';
import type { Document } from '../../tree/document.ts';
import type { Mapping, Sequence, CollectionStyle } from '../../tree/value.ts';
import { bareFlow, bareLines } from './bare.ts';
import { commentsIn } from './yaml-comments.ts';
import { listOffset } from './list-offset.ts';

const widest = 120;

/** Returns undefined if a comment would be lost, the line is too long, or the style is not possible. */
export function restyleEdit(
  document: Document,
  value: Mapping | Sequence,
  style: CollectionStyle,
): TextEdit | undefined {
  if (document.syntax === 'json' || value.isAlias || value.style === style) return undefined;
  return style === 'flow' ? toFlow(document, value) : toBlock(document, value);
}

function toFlow(document: Document, value: Mapping | Sequence): TextEdit | undefined {
  const { text } = document;
  const lead = /(?<=[:-])\s*$/.exec(text.slice(Math.max(0, value.span.start - 1_000), value.span.start))?.[0];
  // The line break at the end of a block scalar stays.
  const length = text.slice(value.span.start, value.span.end).trimEnd().length;
  const span = { start: value.span.start - (lead?.length ?? 0), end: value.span.start + length };
  const written = bareFlow(document, value);
  if (lead === undefined || written === undefined) return undefined;
  if (commentsIn(document, span).length > 0) return undefined;
  const column = columnAt(text, span.start);
  if (column + 1 + written.length > widest) return undefined;
  return { span, text: ` ${written}` };
}

/** Anything after the collection on its first line, at most a comment, stays on the line of the key or dash. */
function toBlock(document: Document, value: Mapping | Sequence): TextEdit | undefined {
  const { text } = document;
  const { start, end } = value.span;
  const lineStart = lineStartAt(text, start);
  const lead = text.slice(lineStart, start);
  const beside = /^[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(end));
  const lines = bareLines(document, value, true);
  if (!beside || !lines || commentsIn(document, value.span).length > 0) return undefined;
  const newline = lineBreakOf(text);
  const isItem = /^[ -]*- +$/.test(lead);
  const key = /^([ -]*)[^ -].*:([ \t]+)$/.exec(lead);
  if (!isItem && !key) return undefined;
  const offset = value.kind === 'sequence' ? listOffset(document) : 2;
  const indent = ' '.repeat(isItem ? lead.length : (key?.[1] ?? '').length + offset);
  const gap = isItem ? 0 : (key?.[2] ?? '').length;
  const [first = '', ...rest] = lines;
  const comment = beside[0].trimEnd();
  const body = isItem
    ? [first + comment, ...rest.map((line) => indent + line)]
    : [comment, ...lines.map((line) => indent + line)];
  return { span: { start: start - gap, end: end + beside[0].length }, text: body.join(newline) };
}
