/** Refactoring of a slice's endpoint: mark as ready or not ready. */
import { isSliceRoot } from '../../analysis/binding/address-type.ts';
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import type { MappingDraft } from '../../tree/tree-edit.ts';
import type { Mapping } from '../../tree/value.ts';
import { withEntry } from './mapping-draft.ts';
import { isInPlace, isFullyKnown, type Refactoring } from './refactoring.ts';

/** Toggles the condition `ready` of the endpoint at the cursor; undefined for a terminating endpoint. */
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

function valueIn(node: Bound | undefined, name: string): unknown {
  const value = node && member(node, name)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
}
