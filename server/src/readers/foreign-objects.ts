/** Finds Kubernetes objects of any kind in a tree: the document, the items of a list or the resources of a program. */
import type { Tree } from '../frontends/trees.ts';
import { memo } from '../text/memo.ts';
import { blocks, keyOf } from '../tree/program.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';

export interface ForeignObject {
  readonly kind: string;
  readonly mapping: Mapping;
}

export const foreignObjects = memo(({ root }: Tree): readonly ForeignObject[] => {
  if (root.kind !== 'mapping') return [];
  return valueOf(root, 'kind') ? objectsOf(root) : blocks(root).flatMap(({ value }) => resourceOf(value));
});

/** The string at a path; undefined for a missing or opaque value. */
export function textAt(value: Value, ...path: readonly string[]): string | undefined {
  return stringOf(nestedValue(value, path));
}

/** The items of a list; undefined if it is missing or a template may add items. */
export function itemsAt(mapping: Mapping, name: string): readonly Value[] | undefined {
  const list = valueOf(mapping, name);
  return list?.kind === 'sequence' && !list.isOpen ? list.items : undefined;
}

/** The mappings among the items of a list. */
export function mappingsAt(mapping: Mapping, name: string): readonly Mapping[] {
  return (itemsAt(mapping, name) ?? []).filter((item) => item.kind === 'mapping');
}

/** The strings of a list; undefined if one of them is opaque. */
export function textsAt(mapping: Mapping, name: string): readonly string[] | undefined {
  const items = itemsAt(mapping, name)?.map(stringOf);
  return items?.every((item) => item !== undefined) ? items : undefined;
}

function objectsOf(mapping: Mapping): readonly ForeignObject[] {
  const kind = stringOf(valueOf(mapping, 'kind')) ?? '';
  if (!kind.endsWith('List')) return [{ kind, mapping }];
  const items = valueOf(mapping, 'items');
  if (items?.kind !== 'sequence') return [];
  return items.items.flatMap((item) => (item.kind === 'mapping' ? objectsOf(item) : []));
}

function resourceOf(block: Value): readonly ForeignObject[] {
  if (block.kind !== 'mapping') return [];
  const token = stringOf(keyOf(block, 'type')?.value) ?? '';
  const properties = keyOf(block, 'properties')?.value;
  const kind = /^(?:kubernetes|provider):[^:]+:(\w+)$/.exec(token)?.[1];
  return kind !== undefined && properties?.kind === 'mapping' ? [{ kind, mapping: properties }] : [];
}
