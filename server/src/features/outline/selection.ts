/** textDocument/selectionRange: widens a selection from a value to its entry, item, list, resource and file. */
import type { SelectionRange } from 'vscode-languageserver-types';
import { contains, shift, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { entrySpan, type Entry, type Value } from '../../tree/value.ts';
import { yamlComments } from '../../edits/yaml/yaml-comments.ts';
import { dashBefore } from './list-dash.ts';
import { rangeOf } from '../lsp.ts';
import { partAt, type View } from '../view.ts';
import { isAliased, withoutQuotes } from '../written-values.ts';

/** One chain of widening ranges per offset, in the same order. */
export function selectionRanges(view: View, offsets: readonly number[]): SelectionRange[] {
  return offsets.map((offset) => chainAt(view, Math.min(Math.max(0, offset), view.located.text.length)));
}

function chainAt(view: View, offset: number): SelectionRange {
  const { text } = view.located;
  const spans: Span[] = [{ start: 0, end: text.length }];
  const add = (span: Span): void => {
    const last = spans.at(-1);
    const isNarrower = last && contains(last, span) && span.end - span.start < last.end - last.start;
    if (isNarrower && span.start < span.end && span.start <= offset && offset <= span.end) spans.push(span);
  };
  const part = partAt(view, offset);
  if (part) {
    const { document, start } = part;
    add({ start, end: start + document.text.length });
    for (const span of spansAt(document, offset - start)) add(withoutEnd(text, shift(span, start), offset));
  }
  const [outermost = { start: 0, end: text.length }, ...inner] = spans;
  return inner.reduce<SelectionRange>((parent, span) => ({ range: rangeOf(view.located, span), parent }), {
    range: rangeOf(view.located, outermost),
  });
}

/** The span without trailing line breaks, which a block scalar includes. Extends to the offset. */
function withoutEnd(text: string, { start, end }: Span, offset: number): Span {
  let last = end;
  while (last > start && last > offset && /\s/.test(text[last - 1] ?? '')) last--;
  return { start, end: last };
}

/** Spans near the offset of the document, the widest first. The caller drops the spans that do not hold it. */
function spansAt(document: Document, offset: number): Span[] {
  const { root, text } = document;
  const spans: Span[] = [];
  if (root) descend(root, document, offset, spans);
  const comment = yamlComments(document).find((span) => span.start <= offset && offset <= span.end);
  if (comment) spans.push(comment);
  else if (!root) spans.push(lineAround(text, offset));
  return spans;
}

function descend(value: Value, document: Document, offset: number, spans: Span[]): void {
  const { text } = document;
  spans.push(value.span);
  if (isAliased(value)) return;
  if (value.kind === 'scalar') spans.push(withoutQuotes(text, value.span));
  if (value.kind === 'sequence') {
    for (const item of value.items) {
      const start = value.style === 'block' ? dashBefore(text, item.span.start) : item.span.start;
      if (offset < start || offset > item.span.end) continue;
      spans.push({ start, end: item.span.end });
      return descend(item, document, offset, spans);
    }
  }
  const entry = value.kind === 'mapping' ? entryAt(value.entries, offset) : undefined;
  if (!entry) return;
  const resource = document.resources.find(({ envelope }) => envelope && envelope === entry.value);
  spans.push(resource?.span ?? entrySpan(entry));
  if (offset <= entry.key.end) spans.push(entry.key, withoutQuotes(text, entry.key));
  else descend(entry.value, document, offset, spans);
}

function entryAt(entries: readonly Entry[], offset: number): Entry | undefined {
  return entries.find((entry) => {
    const { start, end } = entrySpan(entry);
    return !entry.isMerged && start <= offset && offset <= end;
  });
}

/** The line without its indentation, for a document without a tree. */
function lineAround(text: string, offset: number): Span {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const line = /^[^\r\n]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const start = lineStart + line.length - line.trimStart().length;
  return { start, end: Math.max(start, lineStart + line.trimEnd().length) };
}
