/** Finds the parts of a document that no rule checks: under unknown or repeated names, values of a wrong type, over-long lists. */
import { memoBy } from '../../text/memo.ts';
import { indexAt } from '../../text/line-index.ts';
import { comparePlaces, overlaps, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { partSpan } from '../../tree/value.ts';
import { bindDocument } from './bind-document.ts';
import type { Mismatch } from './bind.ts';
import { overlongListsIn } from './overlong-lists.ts';

/** True where a part of the span is not checked. After a syntax error this is the whole document. */
export function isUnchecked(document: Document, minor: number, { start, end }: Span): boolean {
  const { parts, starts } = partsOf(document, minor);
  return parts.slice(indexAt(starts, start), indexAt(starts, end) + 1).some((part) => overlaps(part, { start, end }));
}

/** Sorted and apart from each other, because a file may have thousands of ignores. */
const partsOf = memoBy((document: Document, minor: number) => {
  const parts: Span[] = [];
  for (const { start, end } of [...uncheckedSpans(document, minor)].sort(comparePlaces)) {
    const last = parts.at(-1);
    if (last && start <= last.end) parts.splice(-1, 1, { start: last.start, end: Math.max(last.end, end) });
    else parts.push({ start, end });
  }
  return { parts, starts: parts.map(({ start }) => start) };
});

function uncheckedSpans(document: Document, minor: number): readonly Span[] {
  if (document.issues.length > 0) return [{ start: 0, end: Infinity }];
  const bound = bindDocument(document, minor).flatMap(({ binding }) => [
    ...binding.mismatches.flatMap(spansOf),
    ...overlongListsIn(binding, minor).map(({ node }) => node.value.span),
  ]);
  return [...document.misnamed.map(({ mapping }) => mapping.span), ...bound];
}

function spansOf(mismatch: Mismatch): readonly Span[] {
  switch (mismatch.kind) {
    case 'unknown':
      return [partSpan(mismatch.entry)];
    case 'duplicate':
      return [mismatch.first, mismatch.entry].map(partSpan);
    case 'missing':
      return [];
    case 'type':
    case 'range':
      return [mismatch.node.value.span];
  }
}
