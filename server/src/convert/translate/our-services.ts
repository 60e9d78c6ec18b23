/** Selects what is written by default: all objects of our kinds, and the Services whose endpoints are written by hand. */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { stringOf, valueAtPath } from '../../tree/value.ts';
import type { FoundObject } from './found-objects.ts';

export function ourServices(all: readonly FoundObject[]): readonly FoundObject[] {
  const served = new Set(all.flatMap((found) => serviceOf(found) ?? []));
  return all.filter((found) => {
    if (!isService(found)) return true;
    const hasSelector = valueAtPath(found.resource.properties, ['spec', 'selector']) !== undefined;
    return !hasSelector || served.has(nameIn(found, text(found, 'metadata', 'name')));
  });
}

function isService({ resource }: FoundObject): boolean {
  return resource.type === 'Service';
}

/** The namespace and the name of the Service that an object belongs to. */
function serviceOf(found: FoundObject): string | undefined {
  if (isService(found)) return undefined;
  const isSlice = found.resource.type.startsWith('EndpointSlice');
  const path = isSlice ? ['metadata', 'labels', serviceNameLabel] : ['metadata', 'name'];
  return nameIn(found, text(found, ...path));
}

function nameIn(found: FoundObject, name: string): string {
  return `${text(found, 'metadata', 'namespace')}/${name}`;
}

function text({ resource }: FoundObject, ...path: readonly string[]): string {
  return stringOf(valueAtPath(resource.properties, path)) ?? '';
}
