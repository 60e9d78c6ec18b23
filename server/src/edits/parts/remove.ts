/** Removes objects from a text with the comments above them. The caller writes these comments elsewhere. */
import type { TextEdit } from '../../text/edit.ts';
import { columnAt, lineBreakOf, lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { partSpan, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';

/** The edit that removes a document from its file. Comments stay, except those above the object if they were moved. */
export function removeDocument({ text, syntax }: Document, object: Span, isLeadMoved: boolean): TextEdit {
  const whole = { start: 0, end: text.length };
  if (syntax === 'json') return { span: whole, text: '' };
  const around = [
    ...(isLeadMoved ? [] : commentLines(text.slice(0, object.start))),
    ...commentLines(text.slice(object.end)),
  ];
  const newline = lineBreakOf(text);
  return { span: whole, text: around.map((comment) => comment + newline).join('') };
}

export function leadOfDocument({ text, syntax }: Document, start: number): readonly string[] {
  return syntax === 'json' ? [] : commentLines(text.slice(0, start));
}

function commentLines(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => /^(?:---[ \t]+|[ \t]*)(#.*)$/.exec(line)?.[1]?.trimEnd() ?? []);
}

/** The comments directly above an item or entry of a block collection, and the offset where they start. */
export function leadOf(
  { text }: Document,
  owner: Mapping | Sequence,
  start: number,
): { start: number; comments: readonly string[] } {
  const comments: string[] = [];
  const column = columnAt(text, owner.span.start);
  let at = lineStartAt(text, start);
  if (owner.style === 'flow') return { start, comments };
  while (at > 0) {
    const above = lineStartAt(text, at - 1);
    const [, indent = '', comment] = /^([ \t]*)(#.*?)\s*$/.exec(text.slice(above, at)) ?? [];
    // Deeper comments belong to the part before.
    if (comment === undefined || indent.length > column) break;
    comments.unshift(comment);
    at = above;
  }
  return { start: at, comments };
}

/** The edits that remove parts of a collection. If no part is left, an empty collection remains. */
export function removeParts(
  document: Document,
  owner: Mapping | Sequence,
  removed: readonly { readonly part: Entry | Value; readonly end: number }[],
): readonly TextEdit[] {
  const { text } = document;
  const goneParts = new Map(removed.map((each) => [each.part, each]));
  const parts = (owner.kind === 'mapping' ? owner.entries : owner.items).map((part) => {
    return { span: partSpan(part), gone: goneParts.get(part) };
  });
  if (parts.every(({ gone }) => gone)) return [emptied(text, owner)];
  if (owner.style === 'flow') return flowEdits(parts.map(({ span, gone }) => ({ span, isGone: gone !== undefined })));
  return parts.flatMap(({ span, gone }) => {
    if (!gone) return [];
    const { start } = leadOf(document, owner, span.start);
    const end = text.indexOf('\n', gone.end);
    return [{ span: { start, end: end < 0 ? text.length : end + 1 }, text: '' }];
  });
}

function emptied(text: string, owner: Mapping | Sequence): TextEdit {
  const empty = owner.kind === 'mapping' ? '{}' : '[]';
  if (owner.style === 'flow') return { span: owner.span, text: empty };
  const { start } = owner.span;
  const gap = /[ \t]*(?:\r?\n[ \t]*)+$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  const end = Math.min(text.trimEnd().length, owner.span.end);
  return { span: { start: start - gap.length, end }, text: ` ${empty}` };
}

function flowEdits(parts: readonly { readonly span: Span; readonly isGone: boolean }[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (!parts[i]?.isGone) continue;
    const first = i;
    while (parts[i + 1]?.isGone) i++;
    const [before, next] = [parts[first - 1], parts[i + 1]];
    const start = next ? parts[first]?.span.start : before?.span.end;
    const end = next ? next.span.start : parts[i]?.span.end;
    if (start !== undefined && end !== undefined) edits.push({ span: { start, end }, text: '' });
  }
  return edits;
}
