/** Finds the comments of a document. JSON has none. */
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';

/** The spans from each `#` to the end of its line, in order, without `#` in keys and scalars. */
export const documentComments = memo(({ text, root, syntax }: Document): readonly Span[] => {
  if (syntax === 'json' || !text.includes('#')) return [];
  const leaves: Span[] = [];
  if (root) collectLeaves(root, leaves);
  leaves.sort((a, b) => a.start - b.start);
  const comments: Span[] = [];
  const sign = /(?<=^|[ \t])#[^\r\n]*/gm;
  let at = 0;
  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    const start = match.index;
    while (at < leaves.length && (leaves[at]?.end ?? 0) <= start) at++;
    const leaf = leaves[at];
    // A comment can follow the scalar on its line.
    if (leaf && leaf.start <= start) sign.lastIndex = leaf.end;
    else comments.push({ start, end: start + match[0].trimEnd().length });
  }
  return comments;
});

/** The spans of keys, scalars and aliases. */
function collectLeaves(value: Value, leaves: Span[]): void {
  if (value.kind === 'scalar' || value.kind === 'opaque' || value.isAlias) leaves.push(value.span);
  else if (value.kind === 'sequence') for (const item of value.items) collectLeaves(item, leaves);
  else {
    for (const { key, value: inner, isMerged } of value.entries) {
      if (isMerged) continue;
      leaves.push(key);
      collectLeaves(inner, leaves);
    }
  }
}
