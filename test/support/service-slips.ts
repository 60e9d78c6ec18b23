/** Slips in Services without a selector that the API server rejects, each with the place and the rule of its finding. */
import type { Data, Plain, ServiceType } from './random-services.ts';

export const allTypes: readonly ServiceType[] = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'];
const withPorts = allTypes.slice(0, 3);
const publicTypes = allTypes.slice(1, 3);

export interface Slip {
  readonly path: string;
  /** Empty where several rules share the place. */
  readonly code: string;
  readonly make: (spec: Data, service: Data) => void;
  /** Those of the Services in which the API server rejects the slip. */
  readonly types?: readonly ServiceType[];
  /** The first minor version that rejects it, and the first that does not. */
  readonly since?: number;
  readonly until?: number;
}

const clusterIps = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'];

function set(name: string, value: Plain): Slip['make'] {
  return (spec) => void (spec[name] = value);
}

/** Changes the second port. */
function setPort(name: string, value: Plain): Slip['make'] {
  return (spec) => void ((spec['ports'] as Data[])[1] = { ...(spec['ports'] as Data[])[1], [name]: value });
}

/** Writes these addresses and families, and no others. */
function setAddresses(addresses: Data): Slip['make'] {
  return (spec) => {
    for (const name of clusterIps) delete spec[name];
    Object.assign(spec, addresses);
  };
}

const ofPorts = (path: string, code: string, name: string, values: readonly Plain[]): Slip[] =>
  values.map((value) => ({ path: `spec.ports[1].${path}`, code, make: setPort(name, value), types: withPorts }));

export const slips: readonly Slip[] = [
  ...ofPorts('port', 'port-out-of-range', 'port', [0, -1, 65_536]),
  ...ofPorts('port', 'wrong-type', 'port', ['80', true, [80], 80.5]),
  ...ofPorts('port', 'missing-field', 'port', [null]),
  ...ofPorts('port', 'integer-out-of-range', 'port', [2 ** 31]),
  ...ofPorts('name', 'malformed-port-name', 'name', ['HTTP', 'a_b', 'a.b', '-a', 'x'.repeat(64)]),
  ...ofPorts('name', 'unnamed-port', 'name', ['', null]),
  ...ofPorts('name', 'repeated-port-name', 'name', ['port-0']),
  ...ofPorts('protocol', 'unknown-protocol', 'protocol', ['tcp', 'HTTP', ' TCP']),
  ...ofPorts('appProtocol', 'malformed-app-protocol', 'appProtocol', ['', 'a b', '/x', 'a/b/c']),
  ...ofPorts('targetPort', 'malformed-target-port', 'targetPort', ['8080', 'HTTP', 'a--b', '-a', 'x'.repeat(16), -1]),
  ...ofPorts('targetPort', 'malformed-target-port', 'targetPort', [65_536]),
  ...ofPorts('targetPort', 'integer-out-of-range', 'targetPort', [2 ** 31]),
  ...ofPorts('targetPort', 'wrong-type', 'targetPort', [true, 80.5, [80], {}]),
  ...ofPorts('extra', 'unknown-field', 'extra', [1]),
  { path: 'spec.ports', code: 'wrong-type', make: set('ports', 'x'), types: withPorts },
  { path: 'spec.ports[0]', code: 'wrong-type', make: set('ports', [80]), types: withPorts },
  {
    path: 'spec.ports[1].port',
    code: 'repeated-service-port',
    make: set('ports', [
      { name: 'a', port: 80 },
      { name: 'b', port: 80, protocol: 'TCP' },
    ]),
    types: withPorts,
  },
  {
    path: 'spec.ports[1].nodePort',
    code: 'repeated-service-port',
    make: set('ports', [
      { name: 'a', port: 80, nodePort: 30_080 },
      { name: 'b', port: 81, nodePort: 30_080 },
    ]),
    types: publicTypes,
  },
  {
    path: 'spec.ports[1].nodePort',
    code: 'node-port-out-of-range',
    make: setPort('nodePort', 70_000),
    types: publicTypes,
  },
  {
    path: 'spec.ports[1].nodePort',
    code: 'field-of-other-type',
    make: setPort('nodePort', 30_001),
    types: ['ClusterIP'],
  },
  {
    path: 'spec.ports',
    code: 'service-without-ports',
    make(spec) {
      setAddresses({})(spec, {});
      spec['ports'] = [];
    },
    types: withPorts,
  },
  { path: 'spec.type', code: 'unknown-service-value', make: set('type', 'clusterIP') },
  { path: 'spec.type', code: 'wrong-type', make: set('type', 1) },
  { path: 'spec.sessionAffinity', code: 'unknown-service-value', make: set('sessionAffinity', 'clientip') },
  {
    path: 'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
    code: 'affinity-timeout-out-of-range',
    make(spec) {
      spec['sessionAffinity'] = 'ClientIP';
      spec['sessionAffinityConfig'] = { clientIP: { timeoutSeconds: 0 } };
    },
  },
  {
    path: 'spec.internalTrafficPolicy',
    code: 'unknown-service-value',
    make: set('internalTrafficPolicy', ''),
    since: 22,
  },
  { path: 'spec.internalTrafficPolicy', code: 'unknown-field', make: set('internalTrafficPolicy', 'Local'), until: 21 },
  { path: 'spec.trafficDistribution', code: 'unknown-service-value', make: set('trafficDistribution', 'x'), since: 31 },
  {
    path: 'spec.trafficDistribution',
    code: 'unknown-service-value',
    make: set('trafficDistribution', 'PreferSameNode'),
    since: 31,
    until: 34,
  },
  {
    path: 'spec.externalTrafficPolicy',
    code: 'unknown-service-value',
    make: set('externalTrafficPolicy', 'local'),
    types: publicTypes,
  },
  {
    path: 'spec.externalTrafficPolicy',
    code: 'field-of-other-type',
    make(spec) {
      delete spec['externalIPs'];
      spec['externalTrafficPolicy'] = 'Local';
    },
    types: ['ClusterIP'],
  },
  {
    path: 'spec.healthCheckNodePort',
    code: 'field-of-other-type',
    make: set('healthCheckNodePort', 30_009),
    types: ['NodePort'],
  },
  {
    path: 'spec.healthCheckNodePort',
    code: 'field-of-other-type',
    make(spec) {
      spec['externalTrafficPolicy'] = 'Cluster';
      spec['healthCheckNodePort'] = 30_009;
    },
    types: ['LoadBalancer'],
  },
  ...['loadBalancerClass', 'allocateLoadBalancerNodePorts'].map((name) => ({
    path: `spec.${name}`,
    code: 'field-of-other-type',
    make: set(name, name.endsWith('Class') ? 'a/b' : false),
    types: ['ClusterIP', 'NodePort', 'ExternalName'] as const,
    since: 22,
  })),
  {
    path: 'spec.loadBalancerSourceRanges',
    code: 'field-of-other-type',
    make: set('loadBalancerSourceRanges', ['192.0.2.0/24']),
    types: ['ClusterIP', 'NodePort'],
  },
  ...['192.0.2.0', '192.0.2.0/33', 'x', '', '/8', '192.0.2.0/-1', '2001:db8::/129'].map((range) => ({
    path: 'spec.loadBalancerSourceRanges[0]',
    code: 'malformed-load-balancer',
    make: set('loadBalancerSourceRanges', [range]),
    types: ['LoadBalancer'] as const,
  })),
  ...['192.0.2.1/24', '192.0.2.0/024', '192.0.02.0/24', '::ffff:192.0.2.0/120'].map((range) => ({
    path: 'spec.loadBalancerSourceRanges[0]',
    code: 'malformed-load-balancer',
    make: set('loadBalancerSourceRanges', [range]),
    types: ['LoadBalancer'] as const,
    since: 36,
  })),
  {
    path: 'spec.loadBalancerClass',
    code: 'malformed-load-balancer',
    make: set('loadBalancerClass', ''),
    types: ['LoadBalancer'],
    since: 22,
  },
  ...['127.0.0.1', '169.254.1.1', '224.0.0.1', '0.0.0.0', '::1', 'host', ''].map((ip) => ({
    path: 'spec.externalIPs[0]',
    code: '',
    make: set('externalIPs', [ip]),
  })),
  { path: 'spec.externalIPs[0]', code: 'ambiguous-ip', make: set('externalIPs', ['010.0.0.1']), since: 36 },
  ...['none', '10.96.0', 'host'].map((ip) => ({
    path: 'spec.clusterIP',
    code: 'wrong-cluster-ip',
    make: setAddresses({ clusterIP: ip }),
    types: withPorts,
  })),
  {
    path: 'spec.clusterIP',
    code: 'wrong-cluster-ip',
    make: setAddresses({ clusterIP: '10.096.0.7' }),
    types: withPorts,
    since: 36,
  },
  { path: 'spec.clusterIP', code: 'wrong-cluster-ip', make: setAddresses({ clusterIP: 'None' }), types: publicTypes },
  {
    path: 'spec.clusterIPs',
    code: 'wrong-cluster-ip',
    make: setAddresses({ clusterIPs: ['10.96.0.7'] }),
    types: withPorts,
  },
  {
    path: 'spec.clusterIPs[0]',
    code: 'wrong-cluster-ip',
    make: setAddresses({ clusterIP: '10.96.0.8', clusterIPs: ['10.96.0.7'] }),
    types: withPorts,
  },
  ...[
    ['10.96.0.7', '10.96.0.8'],
    ['10.96.0.7', 'None'],
    ['10.96.0.7', ''],
  ].map((ips) => ({
    path: 'spec.clusterIPs[1]',
    code: 'wrong-cluster-ip',
    make: setAddresses({ clusterIP: '10.96.0.7', clusterIPs: ips, ipFamilyPolicy: 'PreferDualStack' }),
    types: withPorts,
    since: 21,
  })),
  {
    path: 'spec.clusterIP',
    code: 'wrong-cluster-ip',
    make: setAddresses({ clusterIP: '10.96.0.7', ipFamilies: ['IPv6'] }),
    types: withPorts,
    since: 21,
  },
  {
    path: 'spec.ipFamilies[1]',
    code: 'conflicting-ip-families',
    make: setAddresses({ ipFamilies: ['IPv4', 'IPv4'], ipFamilyPolicy: 'PreferDualStack' }),
    types: withPorts,
    since: 21,
  },
  {
    path: 'spec.ipFamilyPolicy',
    code: 'conflicting-ip-families',
    make: setAddresses({ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack' }),
    types: withPorts,
    since: 21,
  },
  {
    path: 'spec.ipFamilies',
    code: 'conflicting-ip-families',
    make: setAddresses({ ipFamilies: ['IPv4', 'IPv6'] }),
    types: withPorts,
    since: 23,
  },
  {
    path: 'spec.ipFamilies[0]',
    code: 'unknown-service-value',
    make: setAddresses({ ipFamilies: ['ipv4'] }),
    types: withPorts,
    since: 21,
  },
  {
    path: 'spec.ipFamilyPolicy',
    code: 'unknown-service-value',
    make: setAddresses({ ipFamilyPolicy: '' }),
    types: withPorts,
    since: 21,
  },
  ...['', 'https://db.example.com', 'DB.example.com', 'a..b', '.', 'db_1'].map((name) => ({
    path: 'spec.externalName',
    code: 'malformed-external-name',
    make: set('externalName', name),
    types: ['ExternalName'] as const,
  })),
  { path: 'spec.clusterIP', code: 'field-of-other-type', make: set('clusterIP', 'None'), types: ['ExternalName'] },
  { path: 'spec.publishNotReadyAddresses', code: 'wrong-type', make: set('publishNotReadyAddresses', 'true') },
  { path: 'spec.portz', code: 'unknown-field', make: set('portz', 1) },
  { path: 'spec.topologyKeys', code: 'unknown-field', make: set('topologyKeys', ['*']), since: 22 },
  { path: 'spec.loadBalancerClass', code: 'unknown-field', make: set('loadBalancerClass', 'a/b'), until: 21 },
  { path: 'status', code: 'wrong-type', make: (_, service) => void (service['status'] = 'x') },
  { path: 'subsets', code: 'unknown-field', make: (_, service) => void (service['subsets'] = []) },
  ...['1a', 'a.b', 'x'.repeat(64)].map((name) => ({
    path: 'metadata.name',
    code: 'rejected-service-name',
    make: (_: Data, service: Data) => void (service['metadata'] = { name }),
    // Whether newer API servers accept a digit is not known.
    until: name === '1a' ? 36 : Infinity,
  })),
  { path: 'metadata.name', code: 'malformed-name', make: (_, service) => void (service['metadata'] = { name: 'A_b' }) },
  { path: 'metadata.name', code: 'missing-name', make: (_, service) => void (service['metadata'] = {}) },
  {
    path: 'metadata.labels.app',
    code: 'malformed-label-value',
    make: (_, service) => void (service['metadata'] = { name: 'a', labels: { app: 'a b' } }),
  },
];
