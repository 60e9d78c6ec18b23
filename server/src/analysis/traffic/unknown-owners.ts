/** Finds the Services to which slices and Endpoints may belong whose names, namespaces or labels are not known. */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import type { Path } from '../../tree/path.ts';
import type { TrafficEndpoints, TrafficObject, TrafficService, TrafficSlice, UnknownPart } from './model.ts';

/** The Service that an object names, or the name of a Service. An unknown member is undefined. */
interface OwnerName {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The first member that is not known. */
  readonly unknown: UnknownPart | undefined;
}

/** Objects without a Service, by the Services that they may belong to. The first object of a name stands for all. */
export class UnknownOwners {
  readonly #byName = new Map<string, OwnerName>();

  constructor(slices: readonly TrafficSlice[], endpoints: readonly TrafficEndpoints[]) {
    for (const named of [...slices.map(ownerOfSlice), ...endpoints.map(nameOf)]) {
      // A slice that certainly has no label belongs to no Service.
      if (named.name === '') continue;
      for (const namespace of [named.namespace ?? unknown, any])
        for (const name of [named.name ?? unknown, any]) {
          const key = keyOf(namespace, name);
          if (!this.#byName.has(key)) this.#byName.set(key, named);
        }
    }
  }

  /** What is not known of an object that may belong to the Service, or of the Service; undefined where there is none. */
  of(service: TrafficService): UnknownPart | undefined {
    if (this.#byName.size === 0) return undefined;
    const own = nameOf(service);
    const namespaces = own.namespace === undefined ? [any] : [own.namespace, unknown];
    const names = own.name === undefined ? [any] : [own.name, unknown];
    for (const namespace of namespaces)
      for (const name of names) {
        const found = this.#byName.get(keyOf(namespace, name));
        const part = own.unknown ?? found?.unknown;
        if (found && part) return part;
      }
    return undefined;
  }
}

// Neither is a part of a name.
const unknown = '/?';
const any = '/*';

function keyOf(namespace: string, name: string): string {
  return `${namespace} ${name}`;
}

function nameOf(object: TrafficObject): OwnerName {
  const { name } = object.entry.facts;
  return ownerName(object, name.isKnown ? object.name : undefined, ['metadata', 'name'], name.text);
}

function ownerOfSlice(slice: TrafficSlice): OwnerName {
  const path = ['metadata', 'labels', serviceNameLabel];
  const target = slice.entry.facts.slice?.target;
  if (target?.isKnown === false) return ownerName(slice, undefined, path, target.text);
  const isHidden =
    slice.service === undefined &&
    slice.unknown.some((part) => part.path.length === 0 || part.path.join() === 'metadata,labels');
  return ownerName(slice, isHidden ? undefined : (slice.service ?? ''), path, '');
}

function ownerName(object: TrafficObject, name: string | undefined, path: Path, text: string): OwnerName {
  const { entry, unknown: parts } = object;
  const { namespace } = entry.facts;
  const metadata = parts.find((part) => part.path.join() === 'metadata');
  if (metadata) return { namespace: undefined, name: undefined, unknown: metadata };
  const isElsewhere = namespace?.isKnown === false;
  return {
    namespace: isElsewhere ? undefined : object.namespace,
    name,
    unknown:
      name === undefined
        ? { entry, path, text }
        : isElsewhere
          ? { entry, path: ['metadata', 'namespace'], text: namespace.text }
          : undefined,
  };
}
