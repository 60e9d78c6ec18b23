/** Objects in which every kind of field is written once, in each language. */

const metadata = {
  name: 'web',
  namespace: 'shop',
  labels: { app: 'web', 'kubernetes.io/service-name': 'web', 'endpointslice.kubernetes.io/managed-by': 'team' },
  annotations: { note: 'text', 'endpoints.kubernetes.io/last-change-trigger-time': '2024-01-01T00:00:00Z' },
  finalizers: ['example.com/guard'],
  ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'web', uid: '0b5e1a52-2f0f-4c5e-8f0e-3f6d8d6a6f11' }],
};

const targetRef = { kind: 'Pod', namespace: 'shop', name: 'web-0', uid: '0b5e1a52-2f0f-4c5e-8f0e-3f6d8d6a6f12' };

const endpoints = {
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata,
  subsets: [
    {
      addresses: [{ ip: '10.0.0.1', hostname: 'web-0', nodeName: 'node-1', targetRef }],
      notReadyAddresses: [{ ip: '10.0.0.2' }],
      ports: [{ name: 'http', port: 8080, protocol: 'TCP', appProtocol: 'kubernetes.io/h2c' }],
    },
  ],
};

const slice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata,
  addressType: 'IPv4',
  endpoints: [
    {
      addresses: ['10.0.0.1'],
      conditions: { ready: true, serving: true, terminating: false },
      hostname: 'web-0',
      nodeName: 'node-1',
      zone: 'zone-a',
      hints: { forZones: [{ name: 'zone-a' }] },
      targetRef,
    },
  ],
  ports: [{ name: 'http', port: 8080, protocol: 'TCP', appProtocol: 'http' }],
};

const { apiVersion: _version, kind: _kind, ...properties } = endpoints;
const program = {
  name: 'shop',
  runtime: 'yaml',
  resources: { web: { type: 'kubernetes:core/v1:Endpoints', properties } },
};

function yamlOf(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.map((item) => `\n${indent}-${yamlOf(item, `${indent}  `)}`).join('');
  if (typeof value !== 'object' || value === null) return ` ${String(value)}`;
  return Object.entries(value)
    .map(([key, each]) => `\n${indent}${key}:${yamlOf(each, `${indent}  `)}`)
    .join('');
}

export const readKinds: readonly (readonly [what: string, path: string, text: string])[] = [
  ['Endpoints in YAML', 'a.yaml', `${yamlOf(endpoints, '').trimStart()}\n`],
  ['Endpoints in JSON', 'a.json', JSON.stringify(endpoints, null, 2)],
  ['a slice in YAML', 'a.yaml', `${yamlOf(slice, '').trimStart()}\n`],
  ['a slice in JSON', 'a.json', JSON.stringify(slice, null, 2)],
  ['a program', 'Pulumi.yaml', `${yamlOf(program, '').trimStart()}\n`],
];
