/** The collection whose style a new collection copies: the one that its first part comes from. */
import { memo } from '../text/memo.ts';
import type { Document } from '../tree/document.ts';
import type { Draft, DraftPart } from '../tree/tree-edit.ts';
import { childrenOf, type Mapping, type Sequence, type Value } from '../tree/value.ts';

/** Undefined if the first part is new as well. */
export function sourceOf({ root }: Document, draft: Draft): Mapping | Sequence | undefined {
  return root && ownerOf(draft, parentsIn(root));
}

type Parents = ReadonlyMap<Value, Mapping | Sequence>;

function ownerOf(draft: Draft, parents: Parents): Mapping | Sequence | undefined {
  const first: DraftPart | undefined = draft.kind === 'list' ? draft.items[0] : draft.entries[0]?.value;
  if (!first || first.kind === 'plain' || first.kind === 'expression') return undefined;
  const origin = 'value' in first ? first.value : (first.base ?? ownerOf(first, parents));
  return origin && parents.get(origin);
}

const parentsIn = memo((root: Value): Parents => {
  const parents = new Map<Value, Mapping | Sequence>();
  const visit = (value: Value): void => {
    if ((value.kind !== 'mapping' && value.kind !== 'sequence') || value.isAlias) return;
    for (const child of childrenOf(value)) {
      parents.set(child, value);
      visit(child);
    }
  };
  visit(root);
  return parents;
});
