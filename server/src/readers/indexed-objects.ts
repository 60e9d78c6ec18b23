/** Finds the hand-written Endpoints in the index. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { ReadObject } from './reader.ts';
import { isAssertion } from './written-objects.ts';

/** One for each name in a cluster, in the order of the index. Objects of Services with selectors are among them. */
export function indexedObjects(entries: Iterable<IndexedObject>): readonly ReadObject[] {
  const found = new Map<string, ReadObject>();
  for (const { uri, facts, identities } of entries) {
    if (facts.kind !== 'Endpoints' || isAssertion(uri)) continue;
    for (const { namespace, name } of identities) {
      if (name === 'kubernetes' && namespace === 'default') continue;
      const object = { uri, namespace: namespace.startsWith('?') ? '' : namespace, name };
      found.set(JSON.stringify(object), object);
    }
  }
  return [...found.values()];
}
