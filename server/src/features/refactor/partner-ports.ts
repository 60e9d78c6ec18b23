/** Adds a missing port to an object, in the style of its other ports. */
import { member, type Bound } from '../../analysis/binding/bind.ts';
import type { Facts } from '../../analysis/facts/facts.ts';
import type { DraftEntry, DraftPart, MappingDraft, TreeEdit } from '../../tree/tree-edit.ts';
import { entryOf, type Mapping, type Sequence } from '../../tree/value.ts';
import { keptEntry } from './mapping-draft.ts';
import { plainPort, type DraftPort } from './partner-drafts.ts';
import { isInPlace, readList } from './refactoring.ts';

/** The edits that add the port to the object; undefined where the port conflicts with the object's other ports. */
export function addPort(facts: Facts, root: Bound, port: DraftPort): readonly TreeEdit[] | undefined {
  const { ports = [], hasAllPorts = false } = facts.service ?? facts.endpoints ?? facts.slice ?? {};
  const protocol = port.protocol || 'TCP';
  const isTaken = ports.some(
    (each) => each.name === port.name || (facts.service && each.number === port.port && each.protocol === protocol),
  );
  // Several ports need names.
  const isNamed = ports.length === 0 || [port, ...ports].every(({ name }) => name !== '');
  const owners = facts.service ? [member(root, 'spec')] : facts.slice ? [root] : filledSubsets(root);
  const edits = owners.map((owner) => owner && portEdit(owner, port));
  const isKnown = hasAllPorts && !isTaken && isNamed && edits.length > 0;
  return isKnown && edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** The subsets with addresses; other subsets have no endpoints. */
function filledSubsets(root: Bound): readonly Bound[] {
  const subsets = member(root, 'subsets')?.children ?? [];
  return subsets.filter((subset) =>
    ['addresses', 'notReadyAddresses'].some((name) => (member(subset, name)?.children.length ?? 0) > 0),
  );
}

function portEdit(owner: Bound, port: DraftPort): TreeEdit | undefined {
  if (!isInPlace(owner)) return undefined;
  const list = readList(member(owner, 'ports'));
  if (list && list.items.length > 0) {
    const items: readonly DraftPart[] = list.sequence.items.map((value) => ({ kind: 'keep', value }));
    const by = { kind: 'list', base: list.sequence, items: [...items, itemLike(list.sequence, port)] } as const;
    return { kind: 'compose', by };
  }
  const entry = entryOf(owner.value, 'ports');
  if (entry && !list) return undefined;
  return { kind: 'compose', by: { kind: 'mapping', base: owner.value, entries: withPorts(owner.value, port) } };
}

function withPorts(owner: Mapping, port: DraftPort): readonly DraftEntry[] {
  const kept = owner.entries.filter(({ name }) => name !== 'ports').map(keptEntry);
  const value: DraftPart = { kind: 'list', base: undefined, items: [draftOf(port)] };
  return [...kept, { name: 'ports', entry: undefined, value }];
}

/** In brackets if the last port is; with its protocol if all ports have one. */
function itemLike({ items }: Sequence, port: DraftPort): DraftPart {
  const mappings = items.filter((item) => item.kind === 'mapping');
  const isWritten = mappings.every((item) => entryOf(item, 'protocol'));
  const last = mappings.at(-1);
  const draft = draftOf(isWritten && port.protocol === '' ? { ...port, protocol: 'TCP' } : port);
  return last?.style === 'flow' ? { ...draft, base: last } : draft;
}

function draftOf(port: DraftPort): MappingDraft {
  const entries = Object.entries(plainPort(port)).map(([name, value]): DraftEntry => {
    return { name, entry: undefined, value: { kind: 'plain', value } };
  });
  return { kind: 'mapping', base: undefined, entries };
}
