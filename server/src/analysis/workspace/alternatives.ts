/** Detects files of one folder, and kustomizations, that are alternatives: each defines an object of the same name, so only one of them is applied. */
import { memo, memoWith } from '../../text/memo.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, isBuiltUri, plainPath } from './placement.ts';

/** True for two files of one folder, and for what two kustomizations build: a base may be in both. */
export function mayBeAlternatives(uri: string, other: string): boolean {
  return folderOf(plainPath(uri)) === folderOf(plainPath(other)) || (isBuiltUri(uri) && isBuiltUri(other));
}

/** True where an object is in both lists. Other kinds, such as Namespace, are often repeated in files that are applied together. */
export const defineTheSame = memoWith((one: readonly IndexedObject[], two: readonly IndexedObject[]): boolean => {
  const [few, many] = [keysIn(one), keysIn(two)].sort((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && [...few].some((key) => many.has(key));
});

const kinds = new Set(['Service', 'Endpoints', 'EndpointSlice']);

/** The files that a kustomization, a chart or a delivery includes are applied together. */
const keysIn = memo((entries: readonly IndexedObject[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { uri, facts, identities } of entries) {
    if (!kinds.has(facts.kind) || !facts.name.isKnown || facts.form !== 'kubernetes') continue;
    for (const { set, namespace, name } of identities)
      if (name !== '' && (isBuiltUri(uri) || /^(?:folder|file) /.test(set)))
        found.add(`${facts.group} ${facts.kind} ${namespace} ${name}`);
  }
  return found;
});
