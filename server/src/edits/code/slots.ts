/** Finds where a value of a program is in its collection, with its comments. */
import { memo } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, isCollection, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { codeLayout } from './code-layout.ts';
import { withComments, type PartSlot } from './read-code-parts.ts';

/** Undefined for a value that is written elsewhere. */
export function slotOf(document: Document, value: Value): PartSlot | undefined {
  const { owners, slots } = knownIn(document);
  const owner = owners.get(value);
  if (!owner) return undefined;
  const known = slots.get(owner) ?? slotsOf(document, owner);
  slots.set(owner, known);
  return known.get(value);
}

function slotsOf(document: Document, owner: Mapping | Sequence): ReadonlyMap<Value, PartSlot> {
  const layout = codeLayout(document, owner);
  const slots = layout ? withComments(document.text, layout).slots : [];
  return new Map(slots.flatMap((slot) => (slot.part.item ? [[slot.part.item, slot]] : [])));
}

interface Known {
  readonly owners: ReadonlyMap<Value, Mapping | Sequence>;
  readonly slots: Map<Mapping | Sequence, ReadonlyMap<Value, PartSlot>>;
}

const knownIn = memo(({ resources, neighbours }: Document): Known => {
  const owners = new Map<Value, Mapping | Sequence>();
  const visit = (value: Value): void => {
    if (!isCollection(value)) return;
    for (const child of childrenOf(value)) {
      owners.set(child, value);
      visit(child);
    }
  };
  for (const { properties } of [...resources, ...neighbours]) visit(properties);
  return { owners, slots: new Map() };
});
