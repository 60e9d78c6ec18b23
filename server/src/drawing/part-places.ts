/** Says where the parts of drawings are written, and what a part that is not drawn belongs to. */
import type { TrafficPlace } from '../analysis/traffic/report.ts';
import type { PictureObject, PictureService } from '../analysis/picture/picture.ts';
import { addressGroups } from './fold.ts';

/** Of a Service or a part of it; a group is at the place of its object. Undefined for an unknown id, and for what is in no text. */
export function partPlace(services: readonly PictureService[], id: string): TrafficPlace | undefined {
  for (const service of services) {
    const { clients, ports, objects } = service;
    const nodes = [service, ...clients, ...ports, ...objects, ...objects.flatMap(({ addresses }) => addresses)];
    const found = nodes.find((node) => node.id === id) ?? objects.find((object) => groupIds(object).has(id));
    if (found) return found.file === null ? undefined : { file: found.file, range: found.range };
  }
  return undefined;
}

/** The part itself, then what it belongs to: its group, its object, its Service. */
export function partAndOwners(services: readonly PictureService[], id: string): readonly string[] {
  for (const service of services)
    for (const object of service.objects) {
      if (!object.addresses.some((address) => address.id === id)) continue;
      const group = addressGroups(object).find(({ addresses }) => addresses.some((address) => address.id === id));
      return [id, ...(group ? [group.id] : []), object.id, service.id];
    }
  return [id];
}

function groupIds(object: PictureObject): ReadonlySet<string> {
  return new Set(addressGroups(object).map(({ id }) => id));
}
