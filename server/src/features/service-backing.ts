/** Finds what serves a Service and its ports: the nearest hand-written Endpoints and EndpointSlices. */
import type { BackendFacts } from '../analysis/facts/backend-facts.ts';
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import { nearestEndpoints, proxiedBackends } from '../analysis/traffic/backends/service-backends.ts';
import { isServedBy } from '../analysis/traffic/backends/unserved-ports.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { hasManualEndpoints, isSamePort } from '../analysis/workspace/pairing.ts';
import { objectsIn } from '../analysis/workspace/places.ts';
import type { Path } from '../tree/path.ts';
import type { Files, LocatedResource, View } from './view.ts';

/** A port of a subset or a slice. */
export interface BackingPort {
  readonly entry: IndexedObject;
  readonly port: PortFacts;
  readonly backend: BackendFacts;
}

/** The surroundings of a Service of the file; undefined where the index does not have it. */
export function aroundService(
  { document, start, resource }: LocatedResource,
  view: View,
  { workspace }: Pick<Files, 'workspace'>,
): RelatedObjects | undefined {
  const objects = objectsIn(view.file);
  const first = objects.findIndex((each) => each.document === document && each.start === start);
  const own = objects.findIndex((each, i) => i >= first && each.resource === resource);
  return workspace.around(view.uri).of(document, first, new Map())[own - first];
}

/** The Endpoints and slices of the Service; undefined where the control plane makes them, or may do so. */
export function servingObjects(around: RelatedObjects): readonly IndexedObject[] | undefined {
  const { service } = around.entry.facts;
  return service && hasManualEndpoints(service) ? nearestEndpoints(around) : undefined;
}

/** The port of the Service at the path or above it. */
export function servicePortAt({ entry }: RelatedObjects, path: Path): PortFacts | undefined {
  return entry.facts.service?.ports.find((port) => port.path.every((step, i) => step === path[i]));
}

export function endpointPorts(serving: readonly IndexedObject[]): readonly BackingPort[] {
  return serving.flatMap((entry) =>
    ((entry.facts.endpoints ?? entry.facts.slice)?.backends ?? []).flatMap((backend) =>
      backend.ports.flatMap((port) => (port ? [{ entry, port, backend }] : [])),
    ),
  );
}

/** Those that kube-proxy pairs with the Service port: by name and protocol. */
export function backendsOf(port: PortFacts, all: readonly BackingPort[]): readonly BackingPort[] {
  return all.filter((each) => isSamePort(each.port, port) && !each.port.isUnnumbered && each.backend.hasEndpoints);
}

/** True where kube-proxy certainly has no endpoint for the port. */
export function isUnserved(port: PortFacts, around: RelatedObjects): boolean {
  const all = proxiedBackends(around);
  return all !== undefined && !isServedBy(all.backends, port);
}
