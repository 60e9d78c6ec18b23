/** Finds the parts of a document that no rule checks: under unknown or repeated names, values of a wrong type, over-long lists. */
import { memoBy } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { partSpan } from '../../tree/value.ts';
import { bindDocument } from './bind-document.ts';
import type { Mismatch } from './bind.ts';
import { overlongListsIn } from './overlong-lists.ts';

/** After a syntax error this is the whole document. */
export const uncheckedParts = memoBy((document: Document, minor: number): readonly Span[] => {
  if (document.issues.length > 0) return [{ start: 0, end: Infinity }];
  const bound = bindDocument(document, minor).flatMap(({ binding }) => [
    ...binding.mismatches.flatMap(spansOf),
    ...overlongListsIn(binding, minor).map(({ node }) => node.value.span),
  ]);
  return [...document.misnamed.map(({ mapping }) => mapping.span), ...bound];
});

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
