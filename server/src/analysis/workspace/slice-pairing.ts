/** Pairs hand-written EndpointSlices with the Service that their label names. */
import { areRenderedTogether } from '../facts/condition.ts';
import type { ServiceFacts } from '../facts/service-facts.ts';
import { memo } from '../../text/memo.ts';
import { isNearest, nearestObjects } from './nearest.ts';
import { collect, isOneName, mayMeet, meetAsWritten, mostNamesakes } from './relations.ts';
import { keys } from './index-keys.ts';
import type { IndexedObject } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';

export interface PairedService {
  readonly entry: IndexedObject;
  readonly service: ServiceFacts;
}

/** The Services of the slice; empty where a patch may change them, or for too many. */
export function servicesOfSlice(around: RelatedObjects): readonly PairedService[] {
  const { entry, at } = around;
  const target = entry.facts.slice?.target;
  if (!target?.text) return [];
  const name = target.text;
  const found = entry.identities.flatMap((own) => {
    if (at(keys.named('ServicePatch', own.namespace, name)).length > 0) return [undefined];
    const services = nearestObjects(at(keys.named('Service', own.namespace, name)), entry.uri);
    if (services.length > mostNamesakes || !isOneName(target, own.namespace, services, entry)) return [undefined];
    return services.map((service) => (meetAsWritten(entry, own, service, name) ? service : undefined));
  });
  if (found.includes(undefined)) return [];
  return [...new Set(found)].flatMap((each) => {
    if (!each?.facts.service || !mayMeet(around, each) || !isNearestService(around, each, name)) return [];
    return [{ entry: each, service: each.facts.service }];
  });
}

/** The first of the nearest hand-written slices of the Service of these Endpoints; undefined for an unknown or selecting Service. */
export function manualSliceFor(around: RelatedObjects): IndexedObject | undefined {
  const { entry, at } = around;
  const [identity, ...others] = entry.identities;
  const { isKnown, text } = entry.facts.name;
  if (!identity?.isCertain || others.length > 0 || !isKnown || text === '' || identity.name !== text) return undefined;
  const services = at(keys.named('Service', identity.namespace, text));
  // The control plane does not mirror Endpoints of a Service with a selector.
  if (services.length !== 1 || services[0]?.facts.service?.selector !== 'none') return undefined;
  return manualSlices(nearestObjects(at(keys.slicesOf(identity.namespace, text)), entry.uri))
    .slice(0, mostNamesakes)
    .find((each) => mayMeet(around, each) && areRenderedTogether(entry.facts.condition, each.facts.condition));
}

const manualSlices = memo((slices: readonly IndexedObject[]): readonly IndexedObject[] =>
  slices.filter(
    ({ facts, identities }) =>
      facts.kind === 'EndpointSlice' &&
      facts.uid === '' &&
      facts.slice?.isMade === false &&
      identities.every(({ isCertain }) => isCertain),
  ),
);

/** A Service in one folder does not match slices in another one. */
function isNearestService({ entry, at }: RelatedObjects, service: IndexedObject, name: string): boolean {
  const rivals = collect(entry.identities, ({ namespace }) => at(keys.slicesOf(namespace, name)));
  return isNearest(rivals, service.uri, entry);
}
