/** Finds the consumers, such as Traefik, that read the endpoints of an object in this workspace, and what these endpoints lack. */
import { nodeAt, type Bound } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { consumerOf } from '../analysis/traffic/consumers/consumers.ts';
import type { Consumer } from '../analysis/traffic/consumers/consumer.ts';
import type { ConsumerReason } from '../analysis/traffic/reasons.ts';
import type { TrafficEndpoint, TrafficService, TrafficSlice } from '../analysis/traffic/model.ts';
import { readEndpoints } from '../analysis/traffic/reading/read-endpoints.ts';
import { readService } from '../analysis/traffic/reading/read-service.ts';
import { readSlice } from '../analysis/traffic/reading/read-slice.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { isSame, type IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { hasManualEndpoints, servicesFor } from '../analysis/workspace/pairing.ts';
import { sendersTo, type Sender } from '../analysis/workspace/sender-pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import { memo } from '../text/memo.ts';
import { titleOf } from './partner.ts';
import type { RelatedPlace, RelationContext } from './rule.ts';

/** A consumer that certainly reads the endpoints of the object. */
export interface ConsumerAround {
  readonly consumer: Consumer;
  readonly service: PairedService;
  /** The object that shows it; undefined where an annotation of the Service does. */
  readonly sender: Sender | undefined;
}

/** The consumers of these Endpoints or this slice, each once; empty where the Service has a selector. */
export const consumersAround = memo((around: RelatedObjects): readonly ConsumerAround[] => {
  const found = new Map<string, ConsumerAround>();
  for (const service of servicesFor(around)) {
    if (!hasManualEndpoints(service.service)) continue;
    const senders = sendersTo(around, service.entry).flatMap((sender) =>
      [...sender.consumers].map((name) => ({ name, sender })),
    );
    const all = service.service.isSynced ? [...senders, { name: 'consul', sender: undefined }] : senders;
    for (const { name, sender } of all) {
      const consumer = consumerOf(name);
      if (consumer && !found.has(name)) found.set(name, { consumer, service, sender });
    }
  }
  return [...found.values()];
});

/** The place of the object that shows the consumer. */
export function consumerPlace({ sender, service }: ConsumerAround): RelatedPlace {
  return sender
    ? {
        entry: sender.entry,
        path: sender.destination.path,
        message: `The ${titleOf(sender.entry)} sends traffic here.`,
      }
    : {
        entry: service.entry,
        path: ['metadata', 'annotations', 'consul.hashicorp.com/service-sync'],
        message: 'Consul registers the Service because of this annotation.',
      };
}

export interface Lack extends ConsumerAround {
  /** Of the endpoint, or of the address in Endpoints. */
  readonly node: Bound;
}

/**
 * The endpoints of the object for which `written` changes whether a consumer uses them, each with the first such
 * consumer. Empty for an object that a controller or a server wrote.
 */
export function endpointsThatLack(
  written: Partial<Pick<TrafficEndpoint, 'ready' | 'serving'>>,
  isConcerned: (endpoint: TrafficEndpoint) => boolean,
  { around, binding, resource, minor }: RelationContext,
): readonly Lack[] {
  if (resource.isPartial || isLive(binding) || around.entry.facts.slice?.isMade) return none;
  const consumers = consumersAround(around);
  if (consumers.length === 0) return none;
  const lacks: Lack[] = [];
  for (const slice of slicesOf(around.entry, minor)) {
    for (const endpoint of slice.endpoints) {
      const node = nodeAt(binding.root, endpoint.path);
      if (!node || !isConcerned(endpoint) || isUnknown(endpoint, slice)) continue;
      const found = consumers.find((each) => {
        const service = trafficServiceOf(each.service.entry, around);
        return service && isChanged(endpoint, { ...endpoint, ...written }, service, each.consumer);
      });
      if (found) lacks.push({ ...found, node });
    }
  }
  return lacks;
}

const none: readonly never[] = [];

/** The first consumer that uses no endpoint of the object for this reason, whatever they are; undefined where there is none. */
export function consumerWithout(
  code: ConsumerReason['code'],
  { around, binding, resource, minor }: RelationContext,
): ConsumerAround | undefined {
  if (resource.isPartial || isLive(binding) || around.entry.facts.slice?.isMade) return undefined;
  return consumersAround(around).find(({ consumer, service }) => {
    const read = trafficServiceOf(service.entry, around);
    const slices = read ? slicesOf(around.entry, minor) : none;
    const endpoints = slices.flatMap((slice) => slice.endpoints.map((endpoint) => ({ slice, endpoint })));
    return (
      endpoints.length > 0 &&
      endpoints.every(({ slice, endpoint }) => {
        const state = read && consumer.state(endpoint, read);
        return typeof state === 'object' && 'code' in state && state.code === code && !isUnknown(endpoint, slice);
      })
    );
  });
}

function isChanged(
  before: TrafficEndpoint,
  after: TrafficEndpoint,
  service: TrafficService,
  { state }: Consumer,
): boolean {
  return (state(before, service) === 'used') !== (state(after, service) === 'used');
}

/** True where an expression or a template decides on a part of the endpoint. */
function isUnknown({ path }: TrafficEndpoint, { unknown }: TrafficSlice): boolean {
  return unknown.some((part) => path.every((step, i) => part.path[i] === step));
}

/** The slice, or those that the mirroring controller makes of the Endpoints. */
function slicesOf(entry: IndexedObject, minor: number): readonly TrafficSlice[] {
  if (entry.facts.kind === 'Endpoints') return readEndpoints(entry, minor)?.slices ?? none;
  const slice = readSlice(entry);
  return slice ? [slice] : none;
}

function trafficServiceOf(service: IndexedObject, { at }: RelatedObjects): TrafficService | undefined {
  const all = service.identities.flatMap(({ namespace, name }) => at(keys.applied('Service', namespace, name)));
  const entry = all.find((each) => isSame(each, service));
  return entry && readService(entry);
}
