/** Finds what serves a Service and its ports: the nearest hand-written Endpoints and EndpointSlices, with their places. */
import { member, nodeAt, type Bound } from '../analysis/binding/bind.ts';
import { countsAsReady } from '../analysis/facts/backend-facts.ts';
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import { nearestEndpoints } from '../analysis/traffic/service-backends.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { hasManualEndpoints, isSamePort } from '../analysis/workspace/pairing.ts';
import type { PlacedObject } from '../analysis/workspace/places.ts';
import { shift, type Span } from '../text/span.ts';
import { locateObject } from './navigation/named-places.ts';
import type { Files, View } from './view.ts';

/** An Endpoints or an EndpointSlice, and where it is. */
export interface ServingObject {
  readonly entry: IndexedObject;
  readonly view: View;
  readonly object: PlacedObject;
}

/** A port of a subset or a slice. */
export interface EndpointPort extends ServingObject {
  readonly port: PortFacts;
  /** In UTF-16 units of its file. */
  readonly span: Span;
  /** The addresses beside it. */
  readonly ready: number;
  readonly notReady: number;
}

/** What serves the Service; undefined where the control plane does, or where that is not known statically. */
export function servingObjects(around: RelatedObjects, files: Files): readonly ServingObject[] | undefined {
  const { service } = around.entry.facts;
  if (!service || !hasManualEndpoints(service)) return undefined;
  return nearestEndpoints(around).flatMap((entry) => {
    const found = locateObject(entry, files);
    return found ? [{ ...found, entry }] : [];
  });
}

/** All endpoint ports of the objects, each with its addresses. */
export function endpointPorts(serving: readonly ServingObject[]): readonly EndpointPort[] {
  return serving.flatMap((each) => {
    const { endpoints, slice } = each.entry.facts;
    return ((endpoints ?? slice)?.backends ?? []).flatMap(({ path, ports }) => {
      const { binding, start } = each.object;
      const owner = nodeAt(binding.root, path);
      return ports.flatMap((port): EndpointPort[] => {
        const node = port && nodeAt(binding.root, port.path);
        return node && owner ? [{ ...each, port, span: shift(node.value.span, start), ...addressCounts(owner) }] : [];
      });
    });
  });
}

/** Those that kube-proxy pairs with the Service port: by name and protocol. */
export function backendsOf(port: PortFacts, all: readonly EndpointPort[]): readonly EndpointPort[] {
  return all.filter((each) => isSamePort(each.port, port) && !each.port.isUnnumbered);
}

/** Of a subset or a slice. */
function addressCounts(owner: Bound): Pick<EndpointPort, 'ready' | 'notReady'> {
  const lengthOf = (name: string): number => member(owner, name)?.children.length ?? 0;
  const endpoints = member(owner, 'endpoints')?.children;
  if (!endpoints) return { ready: lengthOf('addresses'), notReady: lengthOf('notReadyAddresses') };
  const ready = endpoints.filter(countsAsReady).length;
  return { ready, notReady: endpoints.length - ready };
}
