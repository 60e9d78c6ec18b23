/** Slices that differ from a valid one in one value, with the expected findings. */

export interface Slice {
  metadata: { name?: string; generateName?: string; labels?: Record<string, unknown>; annotations?: object };
  addressType?: unknown;
  endpoints?: unknown;
  ports?: unknown;
}

/** The difference from a valid slice, the Kubernetes minor version, and the findings: `code path`. */
export interface Row {
  readonly with: Partial<Slice>;
  readonly minor?: number;
  readonly says: readonly string[];
}

export const good: Slice = {
  metadata: {
    name: 'web-1',
    labels: { 'kubernetes.io/service-name': 'web', 'endpointslice.kubernetes.io/managed-by': 'my-team' },
  },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'] }],
  ports: [{ name: 'http', port: 80 }],
};

const first = 'endpoints[0].addresses[0]';

export const rows: Readonly<Record<string, Row>> = {
  'a good slice': { with: {}, says: [] },
  'all fields': { with: { endpoints: [whole()] }, says: [] },
  'no endpoints': { with: { endpoints: [] }, says: [] },
  'no ports': { with: { ports: undefined }, says: [] },
  'one port without a name': { with: { ports: [{ port: 80 }, { name: 'b', port: 81 }] }, says: [] },
  'a port number twice': { with: { ports: [{ port: 80 }, { name: 'b', port: 80 }] }, says: [] },
  'a target that is anything': { with: target({ kind: 'No Kind', name: '###' }), says: [] },
  'a zone that is anything': { with: endpoint({ zone: 'No Zone!' }), says: [] },

  'no type': { with: { addressType: undefined }, says: ['missing-field addressType'] },
  'an empty type': { with: { addressType: '' }, says: ['unknown-address-type addressType'] },
  'a type in small letters': { with: { addressType: 'ipv6' }, says: ['unknown-address-type addressType'] },
  'the earlier type IP': { with: { addressType: 'IP' }, says: ['unknown-address-type addressType'] },
  'an unknown type, whose addresses are not read': {
    with: { addressType: 'DNS', endpoints: [{ addresses: ['%'] }] },
    says: ['unknown-address-type addressType'],
  },

  'an endpoint without addresses': {
    with: { endpoints: [{ hostname: 'a' }] },
    says: ['endpoint-without-address endpoints[0].addresses'],
  },
  'an empty list of addresses': {
    with: { endpoints: [{ addresses: [] }] },
    says: ['endpoint-without-address endpoints[0].addresses'],
  },
  'null for addresses': {
    with: { endpoints: [{ addresses: null }] },
    says: ['endpoint-without-address endpoints[0].addresses'],
  },
  'null for an address': { with: ip(null), says: [`endpoint-without-address ${first}`] },
  'two addresses': { with: ips('10.0.0.1', '10.0.0.2'), says: ['unused-address endpoints[0].addresses[1]'] },
  'an address twice': {
    with: { endpoints: [{ addresses: ['10.0.0.1'] }, { addresses: ['10.0.0.1'] }] },
    says: ['repeated-address endpoints[1].addresses[0]'],
  },
  'an address twice under two host names': {
    with: {
      endpoints: [
        { addresses: ['10.0.0.1'], hostname: 'a' },
        { addresses: ['10.0.0.1'], hostname: 'b' },
      ],
    },
    says: [],
  },

  'an empty address': { with: ip(''), says: [`not-an-ip ${first}`] },
  'three octets': { with: ip('10.0.0'), says: [`not-an-ip ${first}`] },
  'a name for an IPv4 address': { with: ip('db.example.com'), says: [`not-an-ip ${first}`] },
  'an IPv6 address among IPv4': { with: ip('fd00::1'), says: [`wrong-ip-family ${first}`] },
  'leading zeros since 1.36': { with: ip('010.0.0.1'), says: [`ambiguous-ip ${first}`] },
  'leading zeros before': { with: ip('010.0.0.1'), minor: 35, says: [`non-canonical-ip ${first}`] },
  'mapped IPv4 since 1.36': { with: ip('::ffff:10.0.0.1'), says: [`ambiguous-ip ${first}`] },
  'mapped IPv4 in 1.35': { with: ip('::ffff:10.0.0.1'), minor: 35, says: [`non-canonical-ip ${first}`] },
  'mapped IPv4 before 1.33': { with: ip('::ffff:10.0.0.1'), minor: 32, says: [`non-canonical-ip ${first}`] },
  loopback: { with: ip('127.0.0.1'), says: [`loopback-ip ${first}`] },
  unspecified: { with: ip('0.0.0.0'), says: [`unspecified-ip ${first}`] },
  'link-local': { with: ip('169.254.0.1'), says: [`link-local-ip ${first}`] },
  'link-local multicast': { with: ip('224.0.0.1'), says: [`link-local-multicast-ip ${first}`] },
  multicast: { with: ip('239.1.1.1'), says: [`special-purpose-ip ${first}`] },

  'a canonical IPv6 address': { with: ip6('fd00::1'), says: [] },
  'capitals in IPv6': { with: ip6('FD00::1'), says: [`non-canonical-ipv6 ${first}`] },
  'zeros in IPv6': { with: ip6('fd00:0:0:0:0:0:0:1'), says: [`non-canonical-ipv6 ${first}`] },
  'five digits in a group of IPv6': { with: ip6('0fd00::1'), says: [`non-canonical-ipv6 ${first}`] },
  'capitals in IPv6 before 1.33': { with: ip6('FD00::1'), minor: 32, says: [`non-canonical-ip ${first}`] },
  'an IPv4 address among IPv6': { with: ip6('10.0.0.1'), says: [`wrong-ip-family ${first}`] },
  'mapped IPv4 among IPv6': { with: ip6('::ffff:10.0.0.1'), minor: 21, says: [`wrong-ip-family ${first}`] },
  'IPv6 loopback': { with: ip6('::1'), says: [`loopback-ip ${first}`] },
  'a zone of IPv6': { with: ip6('fe80::1%eth0'), says: [`not-an-ip ${first}`] },

  'a domain name': { with: fqdn('db.example.com'), says: [] },
  'a dot at the end': { with: fqdn('db.example.com.'), says: [] },
  'a domain name like an address': { with: fqdn('10.0.0.1'), says: [] },
  'a single label': { with: fqdn('db'), says: [`malformed-fqdn ${first}`] },
  'a single label and a dot': { with: fqdn('db.'), says: [`malformed-fqdn ${first}`] },
  'an empty domain name': { with: fqdn(''), says: [`malformed-fqdn ${first}`] },
  'a dot alone': { with: fqdn('.'), says: [`malformed-fqdn ${first}`] },
  'capitals in a domain name': { with: fqdn('Db.example.com'), says: [`malformed-fqdn ${first}`] },
  'a wildcard': { with: fqdn('*.example.com'), says: [`malformed-fqdn ${first}`] },
  'a label of 63 characters': { with: fqdn(`${'a'.repeat(63)}.com`), says: [] },
  'a label of 64 characters': { with: fqdn(`${'a'.repeat(64)}.com`), says: [`malformed-fqdn ${first}`] },
  'null for a domain name': { with: fqdn(null), says: [`endpoint-without-address ${first}`] },

  'an empty host name': { with: endpoint({ hostname: '' }), says: ['malformed-hostname endpoints[0].hostname'] },
  'a host name in capitals': { with: endpoint({ hostname: 'A' }), says: ['malformed-hostname endpoints[0].hostname'] },
  'an empty node name': { with: endpoint({ nodeName: '' }), says: ['malformed-node-name endpoints[0].nodeName'] },
  'a node name': { with: endpoint({ nodeName: 'a_b' }), says: ['malformed-node-name endpoints[0].nodeName'] },
  'a topology, which is dropped whatever it holds': {
    with: endpoint({ deprecatedTopology: { 'a/b/c': 'x y', 'topology.kubernetes.io/zone': 'a', ...topology(17) } }),
    says: ['ignored-topology endpoints[0].deprecatedTopology'],
  },
  'an empty topology': { with: endpoint({ deprecatedTopology: {} }), says: [] },
  'a topology value that is a number': {
    with: endpoint({ deprecatedTopology: { a: 1 } }),
    says: ['ignored-topology endpoints[0].deprecatedTopology', 'wrong-type endpoints[0].deprecatedTopology.a'],
  },
  'a zone of hints': {
    with: hints({ forZones: [{ name: 'a b' }] }),
    says: ['malformed-hint endpoints[0].hints.forZones[0].name'],
  },
  'a zone of hints twice': {
    with: hints({ forZones: [{ name: 'a' }, { name: 'a' }] }),
    says: ['malformed-hint endpoints[0].hints.forZones[1].name'],
  },
  'an empty zone': { with: hints({ forZones: [{ name: '' }] }), says: [] },
  '8 zones': { with: hints({ forZones: names(8) }), says: [] },
  '9 zones, which are not read': {
    with: hints({ forZones: [...names(8), { name: 'a b' }] }),
    says: ['too-many-items endpoints[0].hints.forZones'],
  },
  'a node of hints': {
    with: hints({ forNodes: [{ name: 'A' }] }),
    says: ['malformed-hint endpoints[0].hints.forNodes[0].name'],
  },
  'an empty node': {
    with: hints({ forNodes: [{ name: '' }] }),
    says: ['malformed-hint endpoints[0].hints.forNodes[0].name'],
  },
  '9 nodes behind 9 zones, which are not read': {
    with: hints({ forZones: names(9), forNodes: [...names(9), { name: 'A' }] }),
    says: ['too-many-items endpoints[0].hints.forZones'],
  },
  '9 nodes': { with: hints({ forNodes: names(9) }), says: ['too-many-items endpoints[0].hints.forNodes'] },

  '100 addresses': { with: ips(...many(100)), says: ['unused-address endpoints[0].addresses[1]'] },
  '101 addresses, which are read': {
    with: ips(...many(100), 'x'),
    says: ['not-an-ip endpoints[0].addresses[100]', 'too-many-items endpoints[0].addresses'],
  },
  '1,000 endpoints': { with: { endpoints: many(1_000).map((each) => ({ addresses: [each] })) }, says: [] },
  '1,001 endpoints, which are not read': {
    with: { endpoints: [...many(1_000).map((each) => ({ addresses: [each] })), { addresses: [], hostname: '' }] },
    says: ['too-many-items endpoints'],
  },
  '1,001 endpoints, which are decoded': {
    with: { endpoints: [...many(1_000).map((each) => ({ addresses: [each] })), { addresses: 'x' }] },
    says: ['too-many-items endpoints', 'wrong-type endpoints[1000].addresses'],
  },
  '20,001 ports, which are not read': {
    with: { ports: Array.from({ length: 20_001 }, () => ({ name: 'A', port: 0 })) },
    says: ['too-many-items ports'],
  },

  'a port name in capitals': { with: port({ name: 'A' }), says: ['malformed-port-name ports[0].name'] },
  'a port name of 63 characters': { with: port({ name: 'a'.repeat(63) }), says: [] },
  'a port name twice': {
    with: {
      ports: [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
    },
    says: ['repeated-port-name ports[1].name'],
  },
  'two ports without a name': {
    with: { ports: [{ port: 1 }, { name: '', port: 2 }] },
    says: ['repeated-port-name ports[1].name'],
  },
  'port 0': { with: port({ port: 0 }), says: ['unusable-port ports[0].port'] },
  'port 65536': { with: port({ port: 65_536 }), says: ['unusable-port ports[0].port'] },
  'no port number': { with: port({ port: undefined }), says: ['missing-port-number ports[0].port'] },
  'a port number that is a text': { with: port({ port: '80' }), says: ['wrong-type ports[0].port'] },
  'a port number beyond 32 bits': {
    with: port({ port: 4_294_967_296 }),
    says: ['integer-out-of-range ports[0].port'],
  },
  'an empty protocol': { with: port({ protocol: '' }), says: ['unknown-protocol ports[0].protocol'] },
  'a protocol in small letters': { with: port({ protocol: 'udp' }), says: ['unknown-protocol ports[0].protocol'] },
  'an empty appProtocol': { with: port({ appProtocol: '' }), says: ['malformed-app-protocol ports[0].appProtocol'] },
  'an appProtocol': { with: port({ appProtocol: 'a/b/c' }), says: ['malformed-app-protocol ports[0].appProtocol'] },
  'an unregistered appProtocol': {
    with: port({ appProtocol: 'my-own-thing' }),
    says: ['unregistered-app-protocol ports[0].appProtocol'],
  },
  'an unknown appProtocol of Kubernetes': {
    with: port({ appProtocol: 'kubernetes.io/h3' }),
    says: ['unknown-platform-protocol ports[0].appProtocol'],
  },

  'no labels': {
    with: { metadata: { name: 'a' } },
    says: ['slice-without-service metadata.labels["kubernetes.io/service-name"]'],
  },
  'a name of a controller': {
    with: labels({ 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' }),
    says: ['controller-managed-slice metadata.labels["endpointslice.kubernetes.io/managed-by"]'],
  },
  'a label that no Service can be called': {
    with: labels({ 'kubernetes.io/service-name': 'web.shop' }),
    says: ['impossible-service-name metadata.labels["kubernetes.io/service-name"]'],
  },
  'a label that is too long': {
    with: labels({ 'kubernetes.io/service-name': 'a'.repeat(64) }),
    says: ['malformed-label-value metadata.labels["kubernetes.io/service-name"]'],
  },
  'what the control plane notes on its own slices': {
    with: {
      metadata: { ...good.metadata, annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': 'now' } },
    },
    says: ['controller-owned-key metadata.annotations["endpoints.kubernetes.io/last-change-trigger-time"]'],
  },
};

function whole(): object {
  return {
    addresses: ['10.0.0.1'],
    conditions: { ready: true, serving: true, terminating: false },
    hostname: 'web-1',
    nodeName: 'node-1',
    zone: 'eu-1a',
    targetRef: { kind: 'Pod', name: 'web-1', uid: 'u' },
    hints: { forZones: [{ name: 'eu-1a' }], forNodes: [{ name: 'node-1' }] },
  };
}

function endpoint(more: object): Partial<Slice> {
  return { endpoints: [{ addresses: ['10.0.0.1'], ...more }] };
}

function target(targetRef: object): Partial<Slice> {
  return endpoint({ targetRef });
}

function hints(more: object): Partial<Slice> {
  return endpoint({ hints: more });
}

function ips(...addresses: readonly (string | null)[]): Partial<Slice> {
  return { endpoints: [{ addresses }] };
}

function ip(address: string | null): Partial<Slice> {
  return ips(address);
}

function ip6(address: string): Partial<Slice> {
  return { addressType: 'IPv6', ...ips(address) };
}

function fqdn(address: string | null): Partial<Slice> {
  return { addressType: 'FQDN', ...ips(address) };
}

function port(more: object): Partial<Slice> {
  return { ports: [{ name: 'http', port: 80, ...more }] };
}

function labels(more: Record<string, unknown>): Partial<Slice> {
  return { metadata: { ...good.metadata, labels: { ...good.metadata.labels, ...more } } };
}

function names(count: number): readonly object[] {
  return Array.from({ length: count }, (_, i) => ({ name: `z${i}` }));
}

function topology(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
}

function many(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `10.1.${i >> 8}.${i & 255}`);
}
