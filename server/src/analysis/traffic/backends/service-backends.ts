/** The Service of an object and all endpoints that are written for it, where it is certain that they belong together. */
import { attachment } from '../../../text/memo.ts';
import type { BackendFacts } from '../../facts/backend-facts.ts';
import type { ServiceFacts } from '../../facts/service-facts.ts';
import type { RelatedObjects } from '../../workspace/file-around.ts';
import { keys } from '../../workspace/index-keys.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { nearestObjects } from '../../workspace/nearest.ts';
import { endpointsOfService, hasManualEndpoints, isWellFormed, servicesFor } from '../../workspace/pairing.ts';
import { mostNamesakes, namesakes, slicesOf } from '../../workspace/relations.ts';

/** A slice, or a mirrored subset of Endpoints. */
export interface Backend extends BackendFacts {
  readonly entry: IndexedObject;
  /** True where kube-proxy ignores the slice because of its label. */
  readonly isIgnored: boolean;
}

export interface ServiceBackends {
  readonly entry: IndexedObject;
  readonly service: ServiceFacts;
  readonly backends: readonly Backend[];
}

type View = Pick<RelatedObjects, 'entry' | 'at' | 'isMirroring'>;

/**
 * The Service that the object is, or whose endpoints it writes, with all of its endpoints. Undefined where one of them
 * is uncertain or may be changed, for too many slices, and for a Service with a selector.
 */
export function serviceBackends(around: RelatedObjects): ServiceBackends | undefined {
  const { entry } = around;
  const known = found(around.at);
  const service = entry.facts.service ? entry : onlyServiceOf(around);
  if (!service) return undefined;
  if (!known.has(service)) known.set(service, gather({ ...around, entry: service }));
  const backends = known.get(service);
  return entry === service || backends?.backends.some((each) => each.entry === entry) ? backends : undefined;
}

/** The same, for a Service with ports and a cluster IP, which kube-proxy serves. */
export function proxiedBackends(around: RelatedObjects): ServiceBackends | undefined {
  const all = serviceBackends(around);
  if (!all || all.service.isHeadless || all.service.isForeign || all.service.ports.length === 0) return undefined;
  return all;
}

/** Once for all objects of a document. */
const found = attachment((_at: RelatedObjects['at']) => new Map<IndexedObject, ServiceBackends | undefined>());

function onlyServiceOf(around: RelatedObjects): IndexedObject | undefined {
  const [first, ...others] = servicesFor(around);
  return others.length > 0 ? undefined : first?.entry;
}

/** The nearest Endpoints that may be mirrored, and slices, whether they certainly belong to the Service or not. */
export function nearestEndpoints(around: View): readonly IndexedObject[] {
  const [endpoints, slices] = [around.isMirroring ? namesakes(around, 'Endpoints') : [], slicesOf(around)];
  return slices.length === 0 ? endpoints : endpoints.length === 0 ? slices : [...endpoints, ...slices];
}

function nearestBackends(around: View): ServiceBackends | undefined {
  const { entry } = around;
  const { service, kind, group } = entry.facts;
  if (!service || kind !== 'Service' || group !== '' || !hasManualEndpoints(service)) return undefined;
  const backends: Backend[] = [];
  for (const each of nearestEndpoints(around)) {
    const { slice, endpoints } = each.facts;
    if (slice) backends.push(...backendsOf(each, slice));
    else if (endpoints?.isMirrored) backends.push(...backendsOf(each, endpoints));
  }
  return backends.length > 0 ? { entry, service, backends } : undefined;
}

function gather(around: RelatedObjects): ServiceBackends | undefined {
  const { entry } = around;
  const slices = slicesOf(around);
  // Each of them may ask, so the work would grow with the square of their number.
  if (slices.length > mostNamesakes) return undefined;
  const all = nearestBackends(around);
  if (!all?.service.hasAllPorts || !all.service.ports.every(isWellFormed) || hasNamesake(around)) return undefined;
  const endpoints = endpointsOfService(around);
  if (endpoints.length !== namesakes(around, 'Endpoints').length) return undefined;
  if (!slices.every((slice) => isCertainSlice(slice, entry, around))) return undefined;
  const isKnown = all.backends.every(
    ({ isWhole, ports }) => isWhole && ports.every((port) => port !== null && isWellFormed(port)),
  );
  return isKnown && endpoints.every((each) => each.endpoints.hasAllPorts) ? all : undefined;
}

/** True if the file has another Service of that name, which duplicate-resource reports. */
function hasNamesake({ entry, at }: View): boolean {
  return entry.identities.some(
    ({ namespace, name }) => nearestObjects(at(keys.named('Service', namespace, name)), entry.uri).length > 1,
  );
}

/** True for a slice that only this Service uses, that no patch changes, and that no server printed. */
function isCertainSlice(slice: IndexedObject, service: IndexedObject, { at, ...around }: RelatedObjects): boolean {
  const { facts, identities } = slice;
  if (facts.kind !== 'EndpointSlice' || facts.uid !== '') return false;
  const isPatched = identities.some(
    ({ namespace, name }) => name !== '' && at(keys.named('EndpointSlicePatch', namespace, name)).length > 0,
  );
  return !isPatched && onlyServiceOf({ ...around, at, entry: slice }) === service;
}

function backendsOf(
  entry: IndexedObject,
  { backends, isIgnored }: { readonly backends: readonly BackendFacts[]; readonly isIgnored: boolean },
): readonly Backend[] {
  return backends.map((each) => ({ ...each, entry, isIgnored }));
}
