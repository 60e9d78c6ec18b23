/** Refactorings of the endpoints of a slice: between ready and not ready. */
import { isSliceRoot } from '../../analysis/binding/address-type.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { member, textOf } from '../../analysis/binding/bind.ts';
import type { DraftEntry, MappingDraft } from '../../tree/tree-edit.ts';
import type { Entry, Mapping } from '../../tree/value.ts';
import { entryOf } from '../../tree/value.ts';
import { isInPlace, isFullyKnown } from './refactoring.ts';
import type { Refactoring } from './refactoring.ts';

/** Says of the endpoint at the cursor that it is ready, or that it is not; nothing of one that is about to go away. */
export function markEndpoint(root: Bound, trail: readonly Bound[]): Refactoring | undefined {
  const endpoint = isSliceRoot(root)
    ? member(root, 'endpoints')?.children.find((each) => trail.includes(each))
    : undefined;
  if (!endpoint || !isInPlace(endpoint) || !isFullyKnown(endpoint.value)) return undefined;
  const conditions = member(endpoint, 'conditions');
  const address = textOf(member(endpoint, 'addresses')?.children[0]);
  if (!address || (conditions && !isInPlace(conditions)) || valueIn(conditions, 'terminating') === true)
    return undefined;
  const isReady = valueIn(conditions, 'ready') !== false;
  return {
    title: `Mark ${address} as ${isReady ? 'not ready' : 'ready'}`,
    kind: 'refactor.move',
    edits: [{ kind: 'compose', by: withReady(endpoint.value, conditions, !isReady) }],
    keepsEndpoints: false,
  };
}

function withReady(endpoint: Mapping, conditions: Bound<Mapping> | undefined, ready: boolean): MappingDraft {
  const value = { kind: 'plain', value: ready } as const;
  if (conditions) return withEntry(conditions.value, 'ready', value);
  const added: MappingDraft = {
    kind: 'mapping',
    base: undefined,
    entries: [{ name: 'ready', entry: undefined, value }],
  };
  return withEntry(endpoint, 'conditions', added, 'addresses');
}

/** In the place of the entry of that name, behind another one, or at the end. */
function withEntry(base: Mapping, name: string, value: DraftEntry['value'], behind?: string): MappingDraft {
  const entry = entryOf(base, name);
  const entries = base.entries.map((each) => (each === entry ? { name, entry, value } : keptEntry(each)));
  if (!entry) {
    const index = base.entries.findIndex((each) => each.name === behind);
    entries.splice(index < 0 ? entries.length : index + 1, 0, { name, entry: undefined, value });
  }
  return { kind: 'mapping', base, entries };
}

function keptEntry(entry: Entry): DraftEntry {
  return { name: entry.name, entry, value: { kind: 'keep', value: entry.value } };
}

function valueIn(node: Bound | undefined, name: string): unknown {
  const value = node && member(node, name)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
}
