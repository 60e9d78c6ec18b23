/** What a reference by kind and name leads to, as far as the workspace can tell. */
import { member, textOf } from '../binding/bind.ts';
import type { Bound } from '../binding/bind.ts';
import { groupOf } from '../facts/naming.ts';
import { isNamespaceKnown, mayShareNamespace, nearestObjects, referents } from './relations.ts';
import { kindKey } from './index-keys.ts';
import { isClusterScoped } from './indexed-object.ts';
import type { IndexedObject } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';

export interface NamedReference {
  readonly kind: string;
  /** The API group; empty for the core. */
  readonly group: string;
  readonly name: string;
}

export type ResolvedReference =
  /** It is there, or may be. */
  | { readonly what: 'here'; readonly entries: readonly IndexedObject[] }
  /** Other namespaces have one of that name, and the object's own has none. */
  | { readonly what: 'elsewhere'; readonly entry: IndexedObject; readonly namespace: string; readonly own: string }
  /** There is none of that name, though all of its kind in that namespace are known; they have these names. */
  | { readonly what: 'absent'; readonly names: readonly string[]; readonly own: string };

/** Where the object is that another one refers to; undefined where that is not known. */
export function resolveReference(
  around: RelatedObjects,
  { kind, group, name }: NamedReference,
): ResolvedReference | undefined {
  const { entry } = around;
  const { identities, facts } = entry;
  // Whether a kustomization renames what is referred to as well, it alone knows.
  if (identities.some((identity) => identity.name !== facts.name.text)) return undefined;
  const candidates = referents(around, kind, group, name);
  const here = candidates.filter((each) => mayShareNamespace(each, entry));
  if (here.length > 0) return { what: 'here', entries: nearestObjects(here, entry.uri) };
  const own = identities[0]?.namespace;
  if (own === undefined || !identities.every(({ isClosed }) => isClosed)) return undefined;
  const names = namesAround(around, kind, group);
  if (!names) return undefined;
  if (candidates.length === 0) return { what: 'absent', names, own: isClusterScoped(kind) ? '' : own };
  const [found] = nearestObjects(candidates, entry.uri);
  const namespace = found?.identities[0]?.namespace;
  const isSure = [entry, ...candidates].every(isNamespaceKnown);
  return found && namespace !== undefined && isSure ? { what: 'elsewhere', entry: found, namespace, own } : undefined;
}

/** The names of a kind that the object could refer to; undefined where not all of them are known. */
function namesAround(around: RelatedObjects, kind: string, group: string): readonly string[] | undefined {
  const spaces = isClusterScoped(kind) ? [''] : around.entry.identities.map(({ namespace }) => namespace);
  const lists = spaces.map((namespace) => around.names(kindKey(kind, group), namespace));
  return lists.some((list) => list === undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))];
}

/** What the members `kind`, `name` and `apiVersion` of a bound object say; texts that are not there are empty. */
export function readReference(node: Bound): NamedReference {
  const [kind = '', name = '', version = ''] = ['kind', 'name', 'apiVersion'].map((field) =>
    textOf(member(node, field)),
  );
  return { kind, group: groupOf(version), name };
}
