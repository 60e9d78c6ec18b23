/** Pairs the objects that send traffic with Services, in both directions. */
import type { Destination } from '../../analysis/facts/sender-facts.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { routesTo, type RouteTo } from '../../analysis/workspace/sender-pairing.ts';
import type { Files } from '../view.ts';
import { writtenObject } from './written-object.ts';

/** What certainly sends traffic to the Service, as rules see the objects; each once, with its destinations at the Service. */
export function sendingTo(service: IndexedObject, { workspace }: Pick<Files, 'workspace'>): readonly RouteTo[] {
  return routesTo({ at: (key) => workspace.atForRules(key) }, service);
}

/** The Services that the written object certainly sends traffic to, as they are written. */
export function servicesOf(sender: IndexedObject, files: Files): readonly IndexedObject[] {
  const candidates = (sender.facts.sender?.destinations ?? []).flatMap((each) => servicesNamed(each, sender, files));
  const meant = [...new Set(candidates)].filter((service) =>
    sendingTo(service, files).some(({ entry }) => writtenObject(entry, files) === sender),
  );
  return [...new Set(meant.map((service) => writtenObject(service, files)))];
}

/** All Services with the name of the destination, as rules see them. */
export function servicesNamed(
  { service, namespace }: Destination,
  { identities }: IndexedObject,
  { workspace }: Pick<Files, 'workspace'>,
): readonly IndexedObject[] {
  return identities.flatMap((own) =>
    // An overlay may rename the Service and the reference.
    [...new Set([service, `${own.prefix}${service}${own.suffix}`])].flatMap((name) =>
      workspace.atForRules(keys.named('Service', namespace || own.namespace, name)),
    ),
  );
}
