/** Finds the Services and ports that a route, an Ingress or a ServiceMonitor names, and their places. */
import type { Destination } from '../analysis/facts/sender-facts.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { nearestObjects, objectsBeside } from '../analysis/workspace/nearest.ts';
import { isNamespaceKnown, isUnwritten, mayMeet, nearestPartner } from '../analysis/workspace/relations.ts';
import { nearest } from '../text/nearest.ts';
import { isTypo, nameSet, similarNames } from '../text/similar-names.ts';
import type { Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { valueAtPath, type Value } from '../tree/value.ts';

/** The destinations of the object, each name and port of one Service once. */
export function destinationsOf({ entry }: RelatedObjects): readonly Destination[] {
  return entry.facts.sender?.destinations ?? none;
}

const none: readonly Destination[] = [];

/** A value at a path of the object, as a place to report. */
export function placeAt(
  { properties }: Resource,
  path: Path,
): { readonly span: Value['span']; readonly path: Path; readonly value: Value } | undefined {
  const value = valueAtPath(properties, path);
  return value && { span: value.span, path, value };
}

export interface UnknownService {
  readonly namespace: string;
  /** The Service that is probably meant. */
  readonly meant: IndexedObject;
  readonly name: string;
  /** The namespace of the Service, where it has the name; undefined for another name in the same namespace. */
  readonly elsewhere: string | undefined;
}

/** The Service that is meant by a name that no Service of the namespace has; undefined where one may have it out of sight. */
export function unknownServiceAt(
  { service, namespace: written }: Destination,
  around: RelatedObjects,
): UnknownService | undefined {
  const [identity, ...others] = around.entry.identities;
  if (!identity || others.length > 0 || !identity.isCertain || identity.prefix !== '' || identity.suffix !== '')
    return undefined;
  const namespace = written || identity.namespace;
  const services = around.names('Service', namespace);
  if (!identity.isClosed || namespace.startsWith('?') || !services || nameSet(services).has(service)) return undefined;
  if (around.at(keys.anywhere('ServicePatch', service)).length > 0) return undefined;
  const namesakes = around.at(keys.anywhere('Service', service));
  if (namesakes.length > 0) return written === '' ? serviceElsewhere(namesakes, namespace, around) : undefined;
  const name = nearest(service, similarNames(service, services));
  if (name === undefined || !isTypo(service, name)) return undefined;
  const meant = nearestPartner(around, around.at(keys.named('Service', namespace, name)));
  return meant && { namespace, meant, name, elsewhere: undefined };
}

/** The only Service of that name, in the same folder with another namespace. Both namespaces are written. */
function serviceElsewhere(
  namesakes: readonly IndexedObject[],
  namespace: string,
  around: RelatedObjects,
): UnknownService | undefined {
  const { entry } = around;
  const [meant, ...others] = nearestObjects(objectsBeside(namesakes, entry.uri), entry.uri);
  const [identity, ...more] = meant?.identities ?? [];
  if (!meant || !identity || others.length + more.length > 0 || namesakes.length > 1) return undefined;
  const areKnown = [entry, meant].every((each) => isNamespaceKnown(each) && !isUnwritten(each));
  if (!areKnown || !mayMeet(around, meant)) return undefined;
  return { namespace, meant, name: identity.name, elsewhere: identity.namespace };
}
