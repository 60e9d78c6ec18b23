/** What becomes of each written address of a Service: of each Service port, and of each object. */
import { proxyLabel } from '../../contract/service.ts';
import { dnsSlices, isPublished } from '../../analysis/dns/dns-index.ts';
import type { OfferedPort, ServiceWorld, TrafficObject, TrafficSlice } from '../../analysis/traffic/model.ts';
import { viewpointWords } from '../../analysis/traffic/explain/named-viewpoints.ts';
import {
  portViews,
  addressOutcomes,
  type PortView,
  type AddressOutcome,
} from '../../analysis/traffic/explain/port-views.ts';
import { rejections } from '../../analysis/traffic/explain/rejected.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import type { Path } from '../../tree/path.ts';
import { trafficExplanation, type ObjectTraffic, type TrafficOfService } from './service-traffic.ts';
import { shortReason } from './short-reasons.ts';

export interface AddressState {
  readonly entry: IndexedObject;
  readonly path: Path;
  /** With the port, where one is matched. */
  readonly address: string;
  readonly isUsed: boolean;
  /** Why it gets no traffic; or, of one that gets some, from where. Empty where it gets traffic from everywhere. */
  readonly note: string;
  /** Undefined for an address that gets traffic from everywhere, and for one that gets none. */
  readonly limit?: AddressLimit;
}

/** Why an address gets traffic only from some nodes or zones: hints leave the others to other endpoints, or nothing is left. */
export type AddressLimit = 'hints' | 'gaps';

export interface PortStates {
  /** Undefined for all ports of a Service that kube-proxy does not serve. */
  readonly port: OfferedPort | undefined;
  readonly addresses: readonly AddressState[];
}

/** Empty where nothing is known, and for a Service of type ExternalName. */
export const portStates = memo((traffic: TrafficOfService): readonly PortStates[] => {
  const { own, world, question, options } = traffic;
  if (!own || own.service.type === 'ExternalName' || !trafficExplanation(traffic)) return [];
  const { service } = own;
  const { lost } = rejections(own, options.rejectionsOf);
  if (lost.has(service.entry)) return [allUnused(own, 'the API server rejects the Service')];
  if (service.labels.has(proxyLabel)) return [allUnused(own, 'the Service belongs to another proxy')];
  const isAccepted = ({ entry }: TrafficObject): boolean => !lost.has(entry);
  const accepted = {
    ...own,
    slices: own.slices.filter(isAccepted),
    endpoints: own.endpoints.filter(isAccepted),
  };
  const rejected = writtenIn(
    {
      ...own,
      slices: own.slices.filter((each) => !isAccepted(each)),
      endpoints: own.endpoints.filter((each) => !isAccepted(each)),
    },
    'rejected by the API server',
  );
  if (service.isHeadless) return [{ port: undefined, addresses: [...headlessStates(accepted), ...rejected] }];
  const views = portViews({ world, own: accepted, question }, service.families);
  return [...views].map(([port, all]) => ({
    port,
    addresses: [...addressOutcomes(all, service.families).map((each) => stateOf(each, all)), ...rejected],
  }));
});

function stateOf({ fate, usedIn, unusedIn, why }: AddressOutcome, views: readonly PortView[]): AddressState {
  const { object, path, address } = fate;
  const isUsed = usedIn.length > 0;
  const note = isUsed ? (unusedIn.length > 0 ? fromWords(usedIn, views) : '') : why ? shortReason(why) : '';
  const limit = isUsed && note !== '' ? limitIn(views) : undefined;
  return { entry: object.entry, path, address, isUsed, note, ...(limit && { limit }) };
}

/** A family without any endpoint is a choice. */
const limitIn = memo((views: readonly PortView[]): AddressLimit => {
  const families = [...groupBy(views, ({ family }) => family).values()];
  const isReached = ({ addresses }: PortView): boolean => addresses.length > 0;
  return families.some((own) => own.some(isReached) && !own.every(isReached)) ? 'gaps' : 'hints';
});

/** `only from the zone "a"`. */
function fromWords(used: readonly PortView[], views: readonly PortView[]): string {
  const of = views.filter(({ family }) => family === used[0]?.family);
  const words = viewpointWords(
    used.map(({ at }) => at),
    of.map(({ at }) => at),
  );
  return words === 'every node' ? '' : `only from ${words}`;
}

function headlessStates(own: ServiceWorld): readonly AddressState[] {
  const read = new Set(dnsSlices(own));
  return [
    ...own.slices.flatMap((slice) =>
      slice.endpoints.flatMap((endpoint) =>
        endpoint.addresses.map((address, i) => {
          const isUsed = read.has(slice) && isPublished(endpoint);
          const note = isUsed ? '' : read.has(slice) ? 'not ready' : 'overwritten by the mirroring controller';
          return { entry: slice.entry, path: endpoint.addressPaths[i] ?? endpoint.path, address, isUsed, note };
        }),
      ),
    ),
    ...writtenIn({ ...own, slices: [], endpoints: own.endpoints.filter(({ obstacle }) => obstacle) }, 'not mirrored'),
  ];
}

function allUnused(own: ServiceWorld, note: string): PortStates {
  return { port: undefined, addresses: writtenIn(own, note) };
}

/** All addresses of the objects, each once, as addresses without traffic. */
function writtenIn({ slices, endpoints }: ServiceWorld, note: string): readonly AddressState[] {
  const isWritten = ({ isMirrored }: TrafficSlice): boolean => !isMirrored;
  return [
    ...slices.filter(isWritten).flatMap(({ entry, endpoints: all }) =>
      all.flatMap((each) =>
        each.addresses.map((address, i) => ({
          entry,
          path: each.addressPaths[i] ?? each.path,
          address,
          isUsed: false,
          note,
        })),
      ),
    ),
    ...endpoints.flatMap(({ entry, written }) =>
      written.map(({ address, path }) => ({ entry, path, address, isUsed: false, note })),
    ),
  ];
}

export interface AddressCount {
  readonly all: number;
  readonly used: number;
  /** The commonest reason of those without traffic; empty where there are none. */
  readonly why: string;
  /** Defined where an address gets traffic from some nodes or zones only. */
  readonly limit: AddressLimit | undefined;
}

/** By object: its addresses, each once for all Service ports. */
const countsByObject = memo((traffic: TrafficOfService): ReadonlyMap<IndexedObject, AddressCount> => {
  const states = portStates(traffic).flatMap(({ addresses }) => addresses);
  return new Map([...groupBy(states, ({ entry }) => entry)].map(([entry, own]) => [entry, addressCount(own)]));
});

export function objectCount({ entry, traffic }: ObjectTraffic): AddressCount | undefined {
  return countsByObject(traffic).get(entry);
}

/** Over all objects of the Service. */
export const serviceCount = memo((traffic: TrafficOfService): AddressCount =>
  addressCount(portStates(traffic).flatMap(({ addresses }) => addresses)),
);

export function addressCount(states: readonly AddressState[]): AddressCount {
  const numbers = new Map<IndexedObject, number>();
  const keyOf = ({ entry, path }: AddressState): string => {
    const number = numbers.get(entry) ?? numbers.size;
    numbers.set(entry, number);
    return `${number} ${path.join('/')}`;
  };
  const groups = [...groupBy(states, keyOf).values()];
  const unused = groups.filter((group) => !group.some(({ isUsed }) => isUsed));
  const reasons = [
    ...groupBy(
      unused.flatMap((group) => group[0]?.note ?? []),
      (note) => note,
    ),
  ];
  const limits = new Set(states.map(({ limit }) => limit));
  const [commonest] = reasons.toSorted(([, a], [, b]) => b.length - a.length);
  return {
    all: groups.length,
    used: groups.length - unused.length,
    why: commonest?.[0] ?? '',
    limit: limits.has('gaps') ? 'gaps' : limits.has('hints') ? 'hints' : undefined,
  };
}
