/** Finds the resource of a document at a place. */
import { countBeforeBy } from '../text/sorted.ts';
import { contains, type Span } from '../text/span.ts';
import type { Resource } from './document.ts';

/** The resource that contains the span; undefined outside of all. The resources are in the order of the text. */
export function resourceAround(resources: readonly Resource[], span: Span): Resource | undefined {
  const resource = resources[countBeforeBy(resources, span.start + 1, (each) => each.span.start) - 1];
  return resource && contains(resource.span, span) ? resource : undefined;
}
