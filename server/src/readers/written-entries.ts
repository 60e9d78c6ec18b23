/** Tells hand-written Endpoints and slices of the index from those that controllers make. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { ReadObject } from './reader.ts';

/** True for a slice that no controller of the control plane made, of a Service that is known. */
export function isWrittenSlice({ facts: { slice } }: IndexedObject): boolean {
  return slice?.isMade === false && slice.target.isKnown && slice.service !== '';
}

/** True for an object that a file holds and no controller made. */
export function isWrittenObject(entry: IndexedObject): boolean {
  return entry.facts.kind === 'Endpoints' || isWrittenSlice(entry);
}

/** The names and namespaces of an object as `ReadObject` has them, one for each way in which it reaches a cluster. */
export function namesInCluster({
  facts,
  identities,
}: IndexedObject): readonly Pick<ReadObject, 'namespace' | 'name'>[] {
  return identities.map((identity) => {
    // A manifest without a namespace may get any; a task or a script writes that of its object.
    const isOpen = identity.namespace === 'default' && facts.namespace === undefined;
    const written = facts.namespace?.isKnown === true ? facts.namespace.text : '';
    return {
      namespace: isOpen || identity.namespace.startsWith('?') ? written : identity.namespace,
      name: identity.name,
    };
  });
}
