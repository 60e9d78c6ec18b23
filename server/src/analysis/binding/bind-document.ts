/** The bindings of a document's objects, made once for whoever asks: rules and features read the same ones. */
import { neighbourType } from '../../contract/neighbours.ts';
import { newestMinor } from '../../contract/version.ts';
import { memo, memoBy } from '../../text/memo.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { bind, bindResource } from './bind.ts';
import type { Binding } from './bind.ts';

export interface BoundResource {
  readonly resource: Resource;
  readonly binding: Binding;
}

/** The resources of the document in their order, each bound for the given Kubernetes minor version. */
export const bindDocument = memoBy(({ resources, syntax }: Document, minor: number): readonly BoundResource[] =>
  resources.map((resource) => ({ resource, binding: bindResource(resource, minor, syntax === 'json') })),
);

/** The neighbours of the document in their order, bound to what is known of them. */
const bindNeighbours = memo(({ neighbours, syntax }: Document): readonly BoundResource[] =>
  neighbours.map((resource) => ({
    resource,
    binding: bind(resource.properties, neighbourType(resource.type), {
      minor: newestMinor,
      isPartial: true,
      isJson: syntax === 'json',
    }),
  })),
);

/** Every object of the document: the resources, then the neighbours. An object's place in this list is its number. */
export function bindObjects(document: Document, minor: number): readonly BoundResource[] {
  const resources = bindDocument(document, minor);
  return document.neighbours.length === 0 ? resources : [...resources, ...bindNeighbours(document)];
}
