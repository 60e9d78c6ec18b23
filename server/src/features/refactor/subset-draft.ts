/** Drafts subsets from addresses and ports of other subsets. Each value keeps its text where it is first used. */
import type { Bound } from '../../analysis/binding/bind.ts';
import type { DraftEntry, DraftPart, MappingDraft } from '../../tree/tree-edit.ts';
import type { Value } from '../../tree/value.ts';
import { listNames, type ListName, type Subset } from './refactoring.ts';

/** Empty lists are omitted. */
export type SubsetContents = Readonly<Record<ListName, readonly Bound[]>>;

export function contentsOf({ lists }: Subset): SubsetContents {
  const itemsOf = (name: ListName): readonly Bound[] => lists[name]?.items ?? [];
  return { addresses: itemsOf('addresses'), notReadyAddresses: itemsOf('notReadyAddresses'), ports: itemsOf('ports') };
}

/** The subset with these contents, in the place and order of `base`. `used` collects the values that kept their text. */
export function subsetDraft(base: Subset | undefined, contents: SubsetContents, used: Set<Value>): MappingDraft {
  const written = base?.node.value.entries ?? [];
  const entries: DraftEntry[] = written.flatMap((entry): DraftEntry[] => {
    const name = listNames.find((each) => each === entry.name);
    const list = name && base?.lists[name];
    if (!name || !list || (contents[name].length === 0 && list.items.length > 0)) return [];
    const isSame =
      list.items.length === contents[name].length && list.items.every((item, i) => item === contents[name][i]);
    if (isSame && list.items.every(({ value }) => !used.has(value))) {
      list.items.forEach(({ value }) => used.add(value));
      return [{ name, entry, value: { kind: 'keep', value: entry.value } }];
    }
    return [{ name, entry, value: { kind: 'list', base: list.sequence, items: partsOf(contents[name], used) } }];
  });
  for (const [i, name] of listNames.entries()) {
    if (contents[name].length === 0 || entries.some((entry) => entry.name === name)) continue;
    const value = { kind: 'list', base: undefined, items: partsOf(contents[name], used) } as const;
    const earlier: readonly string[] = listNames.slice(0, i);
    const at = entries.findLastIndex((entry) => earlier.includes(entry.name)) + 1;
    entries.splice(at, 0, { name, entry: undefined, value });
  }
  return { kind: 'mapping', base: base?.node.value, entries };
}

function partsOf(nodes: readonly Bound[], used: Set<Value>): DraftPart[] {
  return nodes.map(({ value }) => {
    const kind = used.has(value) ? 'copy' : 'keep';
    used.add(value);
    return { kind, value };
  });
}
