/** Pairs hand-written EndpointSlices with the Service that their label names. */
import { areRenderedTogether } from '../facts/condition.ts';
import type { ServiceFacts } from '../facts/facts.ts';
import { areDeployedTogether, meetAsWritten, nearestObjects } from './relations.ts';
import { keys } from './index-keys.ts';
import type { IndexedObject } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';

export interface PairedService {
  readonly entry: IndexedObject;
  readonly service: ServiceFacts;
}

/** The Services of the slice; empty where a patch may change them. */
export function servicesOfSlice(around: RelatedObjects): readonly PairedService[] {
  const { entry, at } = around;
  const name = entry.facts.slice?.service ?? '';
  if (name === '') return [];
  const found = entry.identities.flatMap((own) => {
    if (at(keys.named('ServicePatch', own.namespace, name)).length > 0) return [undefined];
    const services = nearestObjects(at(keys.named('Service', own.namespace, name)), entry.uri);
    return services.map((service) => (meetAsWritten(entry, own, service, name) ? service : undefined));
  });
  if (found.includes(undefined)) return [];
  return [...new Set(found)].flatMap((each) => {
    if (!each?.facts.service || !areDeployedTogether(entry, each) || !isNearest(around, each, name)) return [];
    return [{ entry: each, service: each.facts.service }];
  });
}

/** The nearest hand-written slices of the Service of these Endpoints; empty for an unknown or selecting Service. */
export function manualSlicesFor(around: RelatedObjects): readonly IndexedObject[] {
  const { entry, at } = around;
  const [identity, ...others] = entry.identities;
  const { isKnown, text } = entry.facts.name;
  if (!identity?.isCertain || others.length > 0 || !isKnown || text === '' || identity.name !== text) return [];
  const services = at(keys.named('Service', identity.namespace, text));
  // The control plane does not mirror Endpoints of a Service with a selector.
  if (services.length !== 1 || services[0]?.facts.service?.selector !== 'none') return [];
  const slices = nearestObjects(at(keys.slicesOf(identity.namespace, text)), entry.uri);
  return slices.filter(
    (each) =>
      each.facts.kind === 'EndpointSlice' &&
      each.facts.uid === '' &&
      each.facts.slice?.isMade === false &&
      each.identities.every(({ isCertain }) => isCertain) &&
      areDeployedTogether(entry, each) &&
      areRenderedTogether(entry.facts.condition, each.facts.condition),
  );
}

/** A Service in one folder does not match slices in another one. */
function isNearest({ entry, at }: RelatedObjects, service: IndexedObject, name: string): boolean {
  const rivals = entry.identities.flatMap(({ namespace }) => at(keys.slicesOf(namespace, name)));
  return nearestObjects([...new Set(rivals)], service.uri).includes(entry);
}
