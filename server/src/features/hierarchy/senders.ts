/** Pairs the objects that send traffic with Services, in both directions. */
import type { Destination } from '../../analysis/facts/sender-facts.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { sendersTo } from '../../analysis/workspace/sender-pairing.ts';
import type { Files } from '../view.ts';
import { writtenObject } from './written-object.ts';

export interface SendingObject {
  readonly entry: IndexedObject;
  /** Those that mean the Service, in the order of the text. */
  readonly destinations: readonly Destination[];
}

/** What certainly sends traffic to the Service, as rules see the objects; each once. */
export function sendingTo(service: IndexedObject, { workspace }: Pick<Files, 'workspace'>): readonly SendingObject[] {
  const at = (key: string): readonly IndexedObject[] => workspace.atForRules(key);
  const entries = new Set(sendersTo({ at }, service).map(({ entry }) => entry));
  return [...entries].map((entry) => ({
    entry,
    destinations: (entry.facts.sender?.destinations ?? []).filter((each) => means(entry, each, service)),
  }));
}

function means(sender: IndexedObject, { service, namespace }: Destination, { identities }: IndexedObject): boolean {
  return identities.some(
    (own) =>
      own.name === service &&
      (namespace === ''
        ? sender.identities.some((each) => each.namespace === own.namespace)
        : namespace === own.namespace),
  );
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
