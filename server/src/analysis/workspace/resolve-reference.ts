/** Resolves references by kind and name, such as `targetRef` and owner references, within the workspace. */
import { memo } from '../../text/memo.ts';
import { member, textOf, type Bound } from '../binding/bind.ts';
import { groupOf } from '../facts/naming.ts';
import { nearestObjects } from './nearest.ts';
import { hasNeighbour } from './neighbours.ts';
import { isNamespaceKnown, mayMeet, nearestPartner, referents, sharingNamespace } from './relations.ts';
import { keys, kindKey } from './index-keys.ts';
import { isClusterScoped, type IndexedObject } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';

export interface KindReference {
  readonly kind: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly name: string;
}

export type ResolvedReference =
  /** The object exists, or may exist. There are no entries where the first one is probably of another cluster. */
  | { readonly what: 'here'; readonly entries: readonly IndexedObject[] }
  /** Only other namespaces have an object of this name. */
  | { readonly what: 'elsewhere'; readonly entry: IndexedObject; readonly namespace: string; readonly own: string }
  /** No object has this name, and all names of its kind in the namespace are known. */
  | { readonly what: 'absent'; readonly names: readonly string[]; readonly own: string };

/** Undefined where it is unknown whether the object exists. */
export function resolveReference(
  around: RelatedObjects,
  { kind, group, name }: KindReference,
): ResolvedReference | undefined {
  const { entry } = around;
  const { identities, facts } = entry;
  // A kustomization that renames the object may rename the referenced one too.
  if (identities.some((identity) => identity.name !== facts.name.text)) return undefined;
  const candidates = referents(around, kind, group, name);
  const here = sharingNamespace(candidates, entry);
  if (here.length > 0) {
    const near = nearestObjects(here, entry.uri);
    return { what: 'here', entries: near[0] && mayMeet(around, near[0]) ? near : [] };
  }
  const own = identities[0]?.namespace;
  if (own === undefined || !identities.every(({ isClosed }) => isClosed)) return undefined;
  const names = namesAround(around, kind, group);
  if (!names) return undefined;
  if (candidates.length === 0) {
    const space = isClusterScoped(kind) ? '' : own;
    const others = around.at(keys.within(kindKey(kind, group), space));
    return names.length === 0 || hasNeighbour(others, entry) ? { what: 'absent', names, own: space } : undefined;
  }
  const found = nearestPartner(around, candidates);
  const namespace = found?.identities[0]?.namespace;
  const isSure = isNamespaceKnown(entry) && areNamespacesKnown(candidates);
  return found && namespace !== undefined && isSure ? { what: 'elsewhere', entry: found, namespace, own } : undefined;
}

const areNamespacesKnown = memo((entries: readonly IndexedObject[]): boolean => entries.every(isNamespaceKnown));

/** The names of the kind in the namespaces of the object; undefined where some are unknown. */
function namesAround(around: RelatedObjects, kind: string, group: string): readonly string[] | undefined {
  const spaces = isClusterScoped(kind) ? [''] : around.entry.identities.map(({ namespace }) => namespace);
  const lists = spaces.map((namespace) => around.names(kindKey(kind, group), namespace));
  return lists.some((list) => list === undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))];
}

/** Reads `kind`, `name` and `apiVersion` of a bound reference; absent texts are empty. */
export function readReference(node: Bound): KindReference {
  const [kind = '', name = '', version = ''] = ['kind', 'name', 'apiVersion'].map((field) =>
    textOf(member(node, field)),
  );
  return { kind, group: groupOf(version), name };
}
