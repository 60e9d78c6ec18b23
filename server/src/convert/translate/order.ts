/** Orders objects so that each follows what it needs: its Service, and the resources that Pulumi creates first. */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { carriedText, type CarriedObject } from './carried.ts';

/** Objects that need nothing stay in their order. */
export function inCreationOrder(objects: readonly CarriedObject[]): readonly CarriedObject[] {
  const services = new Map(
    objects.flatMap((object) => {
      const name = carriedText(object.properties, 'metadata', 'name');
      return object.type.startsWith('Service') && name !== undefined ? [[placeOf(object, name), object] as const] : [];
    }),
  );
  const known = new Set(objects);
  const ordered = new Set<CarriedObject>();
  const entered = new Set<CarriedObject>();
  const visit = (object: CarriedObject): void => {
    if (entered.has(object)) return;
    entered.add(object);
    const service = serviceOf(object, services);
    for (const before of [...object.dependsOn, ...(service ? [service] : [])]) if (known.has(before)) visit(before);
    ordered.add(object);
  };
  for (const object of objects) visit(object);
  return [...ordered];
}

function serviceOf(object: CarriedObject, services: ReadonlyMap<string, CarriedObject>): CarriedObject | undefined {
  if (object.type.startsWith('Service')) return undefined;
  const isSlice = object.type.startsWith('EndpointSlice');
  const path = isSlice ? ['metadata', 'labels', serviceNameLabel] : ['metadata', 'name'];
  const name = carriedText(object.properties, ...path);
  return name === undefined ? undefined : services.get(placeOf(object, name));
}

function placeOf({ properties }: CarriedObject, name: string): string {
  return `${carriedText(properties, 'metadata', 'namespace') ?? ''}/${name}`;
}
