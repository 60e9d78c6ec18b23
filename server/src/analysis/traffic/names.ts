/** The names of objects as the answers about traffic show them. */
import type { IndexedObject } from '../workspace/indexed-object.ts';

/** In the first identity of the object; `default` where no namespace is written. */
export function identityOf({ facts, identities }: IndexedObject): {
  readonly namespace: string;
  readonly name: string;
} {
  const { namespace = '?', name = facts.name.text } = identities[0] ?? {};
  const shown = namespace.startsWith('?') ? facts.namespace?.text : namespace;
  return { namespace: shown || 'default', name };
}

/** By UTF-16 units, as all lists in reports are sorted. */
export function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
