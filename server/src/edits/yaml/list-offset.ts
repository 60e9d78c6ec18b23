/** How far lists are indented below their keys in a YAML document, judged by its first list. */
import { columnAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, type Value } from '../../tree/value.ts';

/** The number of blanks between the column of a key and the dashes below it. */
export const listOffset = memo(({ text, root }: Document): number => (root && offsetIn(root, text)) ?? 2);

function offsetIn(value: Value, text: string): number | undefined {
  if (value.kind === 'opaque' || value.kind === 'scalar' || value.isAlias) return undefined;
  for (const entry of value.kind === 'mapping' ? value.entries : []) {
    const list = entry.value;
    if (entry.isMerged || list.kind !== 'sequence' || list.isAlias || list.style === 'flow') continue;
    return Math.max(0, columnAt(text, list.span.start) - columnAt(text, entry.key.start));
  }
  for (const child of childrenOf(value)) {
    const offset = offsetIn(child, text);
    if (offset !== undefined) return offset;
  }
  return undefined;
}
