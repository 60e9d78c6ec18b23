/** Finds the Services without a selector: their endpoints are written by hand, so they belong to the checked kinds. */
import { Service } from '../../contract/service.ts';
import { memo, memoBy } from '../../text/memo.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { isNull, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { BoundResource } from './bind-document.ts';
import { isShown } from './live.ts';
import { bindResource } from './bind-resource.ts';

/** The Services of the document in which no selector is written: also patches, and parts of templates that may add one. */
export const ownServices = memo(({ neighbours }: Document): readonly Resource[] => {
  const found = neighbours.filter(isWithoutSelector);
  return found.length === 0 ? none : found;
});

const none: readonly never[] = [];

/** These Services, bound to the whole contract type. */
export const bindServices = memoBy((document: Document, minor: number): readonly BoundResource[] =>
  ownServices(document).map((resource) => bindService(resource, minor)),
);

/** A Service, with a selector or without one, bound to the whole contract type. */
export function bindService(resource: Resource, minor: number): BoundResource {
  return { resource, binding: bindResource(resource, Service, { minor, isPartial: resource.isPartial }) };
}

/** The objects that the rules check: the resources of the document, then its Services that certainly have no selector. */
export function checkedObjects(document: Document): readonly Resource[] {
  const services = ownServices(document);
  return services.length === 0 ? document.resources : [...document.resources, ...services.filter(isCheckedService)];
}

/**
 * True for a Service that certainly has no selector. A patch, an open mapping and an example in Markdown do not show it,
 * and a program reads a resource with `get` from the cluster.
 */
export function isCheckedService(resource: Resource): boolean {
  const { isPartial, mayBePart = false, properties, envelope } = resource;
  const spec = valueOf(properties, 'spec');
  if (mayBePart || isShown(resource) || (envelope && valueOf(envelope, 'get'))) return false;
  return !isPartial && isWithoutSelector(resource) && isWhole(properties) && (!spec || isNull(spec) || isWhole(spec));
}

function isWithoutSelector({ type, apiVersion, properties }: Resource): boolean {
  if (type !== 'Service' || apiVersion !== 'v1') return false;
  const spec = valueOf(properties, 'spec');
  if (!spec || isNull(spec)) return true;
  if (spec.kind !== 'mapping') return false;
  const selector = valueOf(spec, 'selector');
  if (!selector || isNull(selector)) return true;
  return selector.kind === 'mapping' && selector.entries.length === 0 && !selector.isOpen;
}

function isWhole(value: Value): value is Mapping {
  return value.kind === 'mapping' && (!value.isOpen || value.hasAllEntries === true);
}
