/** The bindings of a document's resources, made once for whoever asks: rules and features read the same ones. */
import { memo } from '../text/memo.ts';
import type { Document, Resource } from '../tree/document.ts';
import { bindResource } from './bind.ts';
import type { Binding } from './bind.ts';

export interface BoundResource {
  readonly resource: Resource;
  readonly binding: Binding;
}

const bindings = memo((_document: Document) => new Map<number, readonly BoundResource[]>());

/** The resources of the document in their order, each bound for the given Kubernetes minor version. */
export function bindDocument(document: Document, minor: number): readonly BoundResource[] {
  const known = bindings(document);
  let bound = known.get(minor);
  if (!bound) {
    const isJson = document.syntax === 'json';
    bound = document.resources.map((resource) => ({ resource, binding: bindResource(resource, minor, isJson) }));
    known.set(minor, bound);
  }
  return bound;
}
