/** Writes null where a field is absent, which the API server reads alike, and removes it again. */
import type { TrafficManifest } from './traffic-objects.ts';

type Json = unknown;

/** The optional fields of each part, by the name of the field that holds it; `items of` a list. */
const optional: Readonly<Record<string, readonly string[]>> = {
  metadata: ['namespace', 'labels', 'annotations', 'finalizers'],
  spec: ['type', 'clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'selector', 'externalIPs', 'internalTrafficPolicy', 'externalTrafficPolicy', 'allocateLoadBalancerNodePorts', 'publishNotReadyAddresses', 'trafficDistribution', 'sessionAffinity'], // prettier-ignore
  status: ['loadBalancer', 'conditions'],
  loadBalancer: ['ingress'],
  'items of ingress': ['ip', 'hostname', 'ipMode', 'ports'],
  'items of ports': ['name', 'protocol', 'appProtocol', 'targetPort', 'nodePort', 'port'],
  'items of endpoints': ['conditions', 'hostname', 'nodeName', 'targetRef', 'zone', 'hints', 'deprecatedTopology'],
  conditions: ['ready', 'serving', 'terminating'],
  hints: ['forZones', 'forNodes'],
  'items of subsets': ['addresses', 'notReadyAddresses', 'ports'],
  'items of addresses': ['hostname', 'nodeName', 'targetRef'],
  'items of notReadyAddresses': ['hostname', 'nodeName', 'targetRef'],
};

/** The manifest with nulls for absent fields, where `isWritten` says so of a field. */
export function withNulls<T extends TrafficManifest>(object: T, isWritten: (field: string) => boolean): T {
  return filled(object, '') as T;

  function filled(value: Json, place: string): Json {
    if (Array.isArray(value)) return value.map((item) => filled(item, `items of ${place}`));
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.entries(value).map(([name, member]) => [name, filled(member, name)] as const);
    const absent = allowed(place, value).filter((name) => !(name in value) && isWritten(name));
    return { ...Object.fromEntries(own), ...Object.fromEntries(absent.map((name) => [name, null])) };
  }

  function allowed(place: string, value: object): readonly string[] {
    const names = optional[place] ?? [];
    // Fields that only the ports of one kind have; `port` is required but in slices.
    if (place === 'items of ports')
      return names.filter((name) =>
        name === 'port'
          ? object.kind === 'EndpointSlice'
          : name === 'targetPort' || name === 'nodePort'
            ? object.kind === 'Service'
            : true,
      );
    if (place === 'spec' && 'externalName' in value) return ['clusterIP', 'clusterIPs', 'selector', 'externalIPs'];
    return place === 'metadata' || object.kind !== 'Node' ? names : [];
  }
}

/** The manifest without the fields that are null. */
export function withoutNulls<T extends TrafficManifest>(object: T): T {
  return JSON.parse(JSON.stringify(object), (_, value: Json) => value ?? undefined) as T;
}
