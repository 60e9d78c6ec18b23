/** Binds the objects of a document, once for each Kubernetes minor version. */
import { resourceType } from '../../contract/contract.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import { newestMinor } from '../../contract/version.ts';
import { memo, memoBy } from '../../text/memo.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { Binding } from './bind.ts';
import { bindResource } from './bind-resource.ts';

export interface BoundResource {
  readonly resource: Resource;
  readonly binding: Binding;
}

export const bindDocument = memoBy(({ resources }: Document, minor: number): readonly BoundResource[] =>
  resources.map((resource) => {
    const { type, isPartial } = resource;
    const contract = resourceType(type);
    if (!contract) throw new Error(`no contract type ${type}`);
    return { resource, binding: bindResource(resource, contract, { minor, isPartial }) };
  }),
);

/** The neighbours of the document, in order, bound to the fields that the contract has of them. */
const bindNeighbours = memo(({ neighbours }: Document): readonly BoundResource[] =>
  neighbours.map((resource) => ({
    resource,
    binding: bindResource(resource, neighbourType(resource.type), { minor: newestMinor, isPartial: true }),
  })),
);

/** The resources of the document, then its neighbours. The index in this list is the ordinal of the object. */
export function bindObjects(document: Document, minor: number): readonly BoundResource[] {
  const resources = bindDocument(document, minor);
  return document.neighbours.length === 0 ? resources : [...resources, ...bindNeighbours(document)];
}
