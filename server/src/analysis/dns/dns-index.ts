/** The objects that CoreDNS reads, by name: Services, and the slices of all namespaces. */
import { canonicalText } from '../../contract/ip.ts';
import { groupBy, uniqueBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { valueAt } from '../apply/json-value.ts';
import { claimReason } from '../traffic/proxy.ts';
import type {
  ServiceWorld,
  TrafficEndpoint,
  TrafficObject,
  TrafficSlice,
  TrafficWorld,
  UnknownPart,
} from '../traffic/model.ts';

export interface DnsIndex {
  readonly world: TrafficWorld;
  /** By `namespace/name`. A cluster has one Service of a name; files may have several. */
  readonly services: ReadonlyMap<string, readonly ServiceWorld[]>;
  readonly namespaces: ReadonlySet<string>;
  /** Each slice once, also those without a Service. */
  readonly slices: readonly TrafficSlice[];
}

/** Exist in every cluster. */
const builtinNamespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

export const dnsIndexOf = memo((world: TrafficWorld): DnsIndex => {
  const { services, strays, strayEndpoints, isMirroring } = world;
  const owned = services.flatMap(dnsSlices);
  // The mirroring controller deletes those that claim to be mirrored.
  const kept = strays.flatMap(({ slice }) =>
    slice.service && claimReason(slice, { slices: [slice], isMirroring }) ? [] : slice,
  );
  const slices = uniqueBy([...owned, ...kept], (slice) => (slice.isMirrored ? slice : slice.entry));
  const objects = [...services.map(({ service }) => service), ...slices, ...strayEndpoints];
  return {
    world,
    services: groupBy(services, ({ service }) => qualifiedName(service)),
    namespaces: new Set([...builtinNamespaces, ...objects.map(({ namespace }) => namespace)]),
    slices,
  };
});

export function qualifiedName({ namespace, name }: Pick<TrafficObject, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/** The slices of a Service without those that the mirroring controller overwrites or deletes. */
export function dnsSlices(own: ServiceWorld): readonly TrafficSlice[] {
  return own.slices.filter((slice) => !claimReason(slice, own));
}

/** CoreDNS reads no other condition, and an absent one counts as ready. */
export function isPublished({ ready }: TrafficEndpoint): boolean {
  return ready !== false;
}

export interface SliceAddress {
  readonly slice: TrafficSlice;
  readonly endpoint: TrafficEndpoint;
  /** As it is written: CoreDNS compares and shows texts. The source text of an unknown address. */
  readonly text: string;
  /** The label of its own in DNS: the host name, or the address with dashes. */
  readonly label: string;
  /** Undefined for an address that is known. */
  readonly unknown: UnknownPart | undefined;
}

/** The addresses of a slice that are ready, or with `isAll` all of them. */
export function sliceAddresses(slice: TrafficSlice, { isAll = false } = {}): readonly SliceAddress[] {
  return slice.endpoints
    .filter((endpoint) => isAll || isPublished(endpoint))
    .flatMap((endpoint) =>
      endpoint.addresses.map((address, i) => {
        const path = endpoint.addressPaths[i] ?? endpoint.path;
        const written = valueAt(slice.entry.facts.applied?.config ?? null, path);
        const text = typeof written === 'string' ? written : address;
        const at = path.join();
        const unknown = slice.unknown.find((part) => part.text !== '' && part.path.join() === at);
        return { slice, endpoint, text, label: endpoint.hostname || dashed(text), unknown };
      }),
    );
}

/** `endpointHostname` of CoreDNS. */
function dashed(text: string): string {
  if (text.includes('.')) return text.replaceAll('.', '-');
  const label = text.replaceAll(':', '-');
  return text.endsWith(':') ? `${label}0` : label;
}

/** True where CoreDNS reads the text as an IP address, in any spelling. */
export function isAddressText(text: string): boolean {
  return canonicalText(text) !== undefined;
}
