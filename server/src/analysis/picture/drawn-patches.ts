/** Finds the patches of the objects that a picture draws. */
import type { TrafficWorld } from '../traffic/model.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';

/** True where a patch changes one of the objects that are drawn. */
export function hasPatches(world: TrafficWorld, at: RelatedObjects['at']): boolean {
  return drawnEntries(world).some((entry) => patchesAt(entry, at).length > 0);
}

/** The objects that are drawn, and the Nodes that decide on their traffic. */
export function drawnEntries({ services, strays, strayEndpoints, nodes }: TrafficWorld): readonly IndexedObject[] {
  const all = [
    ...services.flatMap((own) => [own.service, ...own.slices, ...own.endpoints]),
    ...strays.map(({ slice }) => slice),
    ...strayEndpoints,
    ...nodes,
  ];
  return [...new Set(all.map(({ entry }) => entry))];
}

export function isPatchable({ facts }: IndexedObject): boolean {
  return facts.kind === 'Endpoints' || facts.kind === 'EndpointSlice';
}

/** The patches of the object; also of the Endpoints of a Service, which its controller may write. */
export function patchesAt({ facts, identities }: IndexedObject, at: RelatedObjects['at']): readonly IndexedObject[] {
  const kinds = facts.kind === 'Service' ? ['Service', 'Endpoints'] : [facts.kind];
  return identities.flatMap(({ namespace, name }) =>
    name === '' ? [] : kinds.flatMap((kind) => at(keys.named(`${kind}Patch`, namespace, name))),
  );
}
