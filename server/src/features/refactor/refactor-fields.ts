/** Refactorings of single fields: write out defaults, remove fields that the API server ignores. */
import { isSliceRoot } from '../../analysis/binding/address-type.ts';
import type { BoundResource } from '../../analysis/binding/bind-document.ts';
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import { ObjectMeta } from '../../contract/meta.ts';
import type { MappingDraft, TreeEdit } from '../../tree/tree-edit.ts';
import type { Entry } from '../../tree/value.ts';
import { keptEntry, withEntry } from './mapping-draft.ts';
import { isInPlace, rewriting, type Refactoring } from './refactoring.ts';

/** Adds `protocol: TCP` to ports and a namespace to a manifest, in the member at the cursor or in the resource. */
export function writeDefaults(bound: BoundResource, trail: readonly Bound[]): Refactoring | undefined {
  const { resource, binding } = bound;
  const here = memberAt(trail);
  const isAtAddress =
    here === 'endpoints' ||
    trail.some(({ entry }) => entry?.name === 'addresses' || entry?.name === 'notReadyAddresses');
  const ports = here === 'metadata' || isAtAddress ? [] : portsWithin(binding.root);
  const metadata = here === undefined || here === 'metadata' ? member(binding.root, 'metadata') : undefined;
  const protocols = ports.flatMap((port) => withDefault(port, 'protocol', 'TCP', 'port'));
  // Of a template, the release sets the namespace.
  const isTemplate = metadata !== undefined && member(metadata, 'name')?.value.kind === 'opaque';
  const isManifest = resource.form === 'kubernetes' && !resource.isPartial && !resource.embedding && !isTemplate;
  const namespace = metadata && isManifest ? withDefault(metadata, 'namespace', 'default', 'name') : [];
  const edits = [...namespace, ...protocols];
  if (edits.length === 0) return undefined;
  const what = [...(namespace.length > 0 ? ['namespace'] : []), ...(protocols.length > 0 ? ['protocol'] : [])];
  return rewriting(`Write out the default ${what.join(' and ')}`, edits);
}

const members: ReadonlySet<string> = new Set(['metadata', 'subsets', 'endpoints', 'ports']);

/** The member at the cursor; undefined elsewhere in the resource, which means all members. */
function memberAt(trail: readonly Bound[]): string | undefined {
  const name = trail[1]?.entry?.name;
  return name !== undefined && members.has(name) ? name : undefined;
}

function portsWithin(root: Bound): readonly Bound[] {
  if (isSliceRoot(root)) return member(root, 'ports')?.children ?? [];
  const subsets = member(root, 'subsets')?.children ?? [];
  return subsets.flatMap((subset) => member(subset, 'ports')?.children ?? []);
}

/** Adds the field with its default after another field. Empty where a value is written or can be. */
function withDefault(node: Bound, name: string, value: string, behind: string): TreeEdit[] {
  if (!isInPlace(node) || node.value.entries.length === 0) return [];
  const written = member(node, name);
  if (written && textOf(written) !== '') return [];
  return [{ kind: 'compose', by: withEntry(node.value, name, { kind: 'plain', value }, behind) }];
}

/** Removes metadata that the API server sets, and fields that it ignores. */
export function removeIgnored(bound: BoundResource, trail: readonly Bound[]): Refactoring | undefined {
  const { root } = bound.binding;
  const here = memberAt(trail);
  const metadata = member(root, 'metadata');
  const isStatus = ({ name }: Entry): boolean => name === 'status';
  const drafts = [
    here === undefined || here === 'metadata' ? metadata && without(metadata, isIgnored) : undefined,
    here === undefined && bound.resource.form === 'kubernetes' ? without(root, isStatus) : undefined,
  ];
  const draft = drafts.find((each) => each !== undefined);
  if (!draft) return undefined;
  // One contains the other, so only one can be edited at a time.
  return rewriting('Remove fields that the API server sets or ignores', [{ kind: 'compose', by: draft }]);
}

/** Removes `managedFields` with the comments in it. */
export function removeManagedFields(
  { resource, binding }: BoundResource,
  trail: readonly Bound[],
): Refactoring | undefined {
  const here = memberAt(trail);
  const metadata = member(binding.root, 'metadata');
  const entry = metadata && member(metadata, 'managedFields')?.entry;
  const isMeant = resource.form === 'kubernetes' && (here === undefined || here === 'metadata');
  if (!isMeant || !metadata || !isInPlace(metadata) || !entry) return undefined;
  return rewriting('Remove managedFields', [{ kind: 'remove-entry', mapping: metadata.value, entry }]);
}

function isIgnored({ name }: Entry): boolean {
  const field = Object.hasOwn(ObjectMeta.fields, name)
    ? ObjectMeta.fields[name as keyof typeof ObjectMeta.fields]
    : undefined;
  return field !== undefined && (field.readOnly || field.deprecated !== undefined);
}

/** The mapping without these entries; undefined where it has none of them, or no others. */
function without(node: Bound, isTaken: (entry: Entry) => boolean): MappingDraft | undefined {
  if (!isInPlace(node)) return undefined;
  const kept = node.value.entries.filter((entry) => !isTaken(entry));
  if (kept.length === 0 || kept.length === node.value.entries.length) return undefined;
  return { kind: 'mapping', base: node.value, entries: kept.map(keptEntry) };
}
