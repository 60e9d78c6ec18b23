/** Recorded traffic: which Service ports are lost although endpoints are written for them, and which cases lose nothing. */

interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean | null } | null;
  readonly nodeName?: string;
}

interface Written {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly selector?: Record<string, string>;
    readonly ipFamilies?: readonly string[];
    readonly ipFamilyPolicy?: string;
  };
  readonly addressType?: string;
  readonly endpoints?: readonly Endpoint[] | null;
  readonly ports?:
    readonly { readonly name?: string | null; readonly protocol?: string; readonly port?: number | null }[] | null;
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string; readonly nodeName?: string }[];
    readonly notReadyAddresses?: readonly { readonly ip: string }[];
    readonly ports?: Written['ports'];
  }[];
}

interface RecordedPort {
  readonly service: string;
  readonly port: string;
  readonly protocol: string;
  readonly any: boolean;
  readonly usesLocal: boolean;
  readonly known: readonly { readonly address: string; readonly ready: boolean }[];
}

export interface TrafficCase {
  readonly id: string;
  readonly about: string;
  readonly ipFamily: 'IPv4' | 'IPv6';
  readonly objects: readonly Written[];
  readonly ports: readonly RecordedPort[];
  readonly skipped: readonly unknown[];
  readonly undefinedBetween?: unknown;
}

/** An address that is written for a Service port, or that has no port. */
interface Address {
  readonly ip: string;
  readonly family: string;
  readonly isReady: boolean;
  readonly hasNode: boolean;
  readonly ports: readonly string[];
}

/** True where the port has no endpoint, ready addresses of its family are written for the Service, and no written readiness explains it. */
export function isLost(port: RecordedPort, all: TrafficCase): boolean {
  const service = serviceOf(port, all);
  if (!service || port.any || all.undefinedBetween !== undefined || !isManual(service)) return false;
  const own = addressesFor(service, all).filter(({ family }) => family === all.ipFamily || family === 'FQDN');
  if (!own.some(({ isReady }) => isReady)) return false;
  // An address that kube-proxy knows as not ready was meant so, unless it is written as ready, too.
  const isReadyToo = ({ address }: RecordedPort['known'][number]): boolean =>
    own.some(({ ip, isReady, ports }) => isReady && ports.includes(keyOf(port)) && address.includes(ip));
  return port.known.length === 0 || port.known.some(isReadyToo);
}

/** True where kube-proxy refuses connections to a port of a Service without a selector, although endpoints are written for it. */
export function isRefused(port: RecordedPort, all: TrafficCase): boolean {
  const service = serviceOf(port, all);
  return service !== undefined && !port.any && isManual(service) && addressesFor(service, all).length > 0;
}

/** True where each ready address of each Service is known as ready for each of its ports, and no policy leaves one out. */
export function isUnharmed(all: TrafficCase): boolean {
  const services = all.objects.filter(({ kind }) => kind === 'Service');
  if (all.undefinedBetween !== undefined || services.length === 0 || all.skipped.length > 0) return false;
  return services.every((service) => {
    const ports = all.ports.filter((port) => serviceOf(port, all) === service);
    const own = addressesFor(service, all);
    const isOwned = all.objects.every((each) => each.kind === 'Service' || services.some((one) => belongs(each, one)));
    if (!isManual(service) || ports.length === 0 || !isOwned) return false;
    return (
      own.some(({ isReady }) => isReady) &&
      own.every(({ ip, family, isReady, hasNode }) => {
        const isUsed = (port: RecordedPort): boolean =>
          port.known.some(({ address, ready }) => ready && hostOf(address) === ip) && (hasNode || !port.usesLocal);
        return family === all.ipFamily && (!isReady || ports.every(isUsed));
      })
    );
  });
}

/** The Service of the port and its endpoints, as `Kind name`. */
export function namesFor(port: RecordedPort, all: TrafficCase): ReadonlySet<string> {
  const service = serviceOf(port, all);
  const own = service ? [service, ...all.objects.filter((each) => belongs(each, service))] : [];
  return new Set(own.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
}

function serviceOf({ service }: RecordedPort, { objects }: TrafficCase): Written | undefined {
  return objects.find((each) => each.kind === 'Service' && `${namespaceOf(each)}/${each.metadata.name}` === service);
}

function isManual({ spec = {} }: Written): boolean {
  return Object.keys(spec.selector ?? {}).length === 0 && spec.type !== 'ExternalName' && spec.clusterIP !== 'None';
}

function namespaceOf({ metadata }: Written): string {
  return metadata.namespace ?? 'default';
}

function belongs(object: Written, service: Written): boolean {
  const { labels = {}, name } = object.metadata;
  const named = object.kind === 'Endpoints' ? name : labels['kubernetes.io/service-name'];
  return named === service.metadata.name && namespaceOf(object) === namespaceOf(service);
}

function addressesFor(service: Written, { objects }: TrafficCase): readonly Address[] {
  return objects.filter((each) => belongs(each, service)).flatMap(addressesIn);
}

function addressesIn({ addressType = '', endpoints, ports, subsets = [] }: Written): readonly Address[] {
  const sliced = (endpoints ?? []).map(({ addresses, conditions, nodeName }) => ({
    ip: addresses[0] ?? '',
    family: addressType,
    isReady: conditions?.ready !== false,
    hasNode: Boolean(nodeName),
    ports: (ports ?? []).map(portKey),
  }));
  const listed = subsets.flatMap((subset) => {
    const of = (ip: string, isReady: boolean, nodeName?: string): Address => ({
      ip,
      family: ip.includes(':') ? 'IPv6' : 'IPv4',
      isReady,
      hasNode: Boolean(nodeName),
      ports: (subset.ports ?? []).map(portKey),
    });
    return [
      ...(subset.addresses ?? []).map(({ ip, nodeName }) => of(ip, true, nodeName)),
      ...(subset.notReadyAddresses ?? []).map(({ ip }) => of(ip, false)),
    ];
  });
  return [...sliced, ...listed];
}

function portKey({ name, protocol }: { readonly name?: string | null; readonly protocol?: string }): string {
  return `${name ?? ''} ${protocol ?? 'TCP'}`;
}

function keyOf({ port, protocol }: RecordedPort): string {
  return `${port} ${protocol}`;
}

/** `10.1.0.1` of `10.1.0.1:80`, `2001:db8::1` of `[2001:db8::1]:80`. */
function hostOf(address: string): string {
  return address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}
