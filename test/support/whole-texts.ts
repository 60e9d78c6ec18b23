/** Texts that use every level of the contract in every style, for typing tests. */
import { configMap, kustomization, tasks } from './carried-texts.ts';

export interface WholeText {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const block = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
  namespace: shop
  labels:
    app: db
  annotations:
    note: "a text"
  finalizers:
    - example.com/stay
  ownerReferences:
    - apiVersion: v1
      kind: ConfigMap
      name: owner
      uid: abc
      controller: true
subsets:
  - addresses:
      - ip: 10.0.0.1
        hostname: a
        targetRef:
          kind: Pod
          name: p
      - ip: 10.0.0.2
    notReadyAddresses:
      - ip: 10.0.0.3
    ports:
      - name: pg
        port: 5432
        protocol: TCP
      - port: 5433
        name: other
        appProtocol: http
`;

const compact = `apiVersion: v1
kind: Endpoints
metadata:
    name: db
    finalizers:
    - example.com/stay
subsets:
- addresses:
  - ip: 10.0.0.1
    nodeName: worker
  ports:
  - name: pg
    port: 5432
`;

const flow = `apiVersion: v1
kind: Endpoints
metadata: {name: db, labels: {app: db}, finalizers: [example.com/stay]}
subsets:
  - addresses: [{ip: 10.0.0.1, hostname: a}, {ip: 10.0.0.2}]
    ports: [
      {name: pg, port: 5432},
      {name: "other", port: 5433, protocol: 'UDP'}
    ]
`;

const json = `{
  "apiVersion": "v1",
  "kind": "Endpoints",
  "metadata": {
    "name": "db",
    "labels": {"app": "db"}
  },
  "subsets": [
    {
      "addresses": [
        {"ip": "10.0.0.1"},
        {
          "ip": "10.0.0.2",
          "hostname": "b"
        }
      ],
      "ports": [{"name": "pg", "port": 5432, "protocol": "TCP"}]
    }
  ]
}
`;

const stream = `# first
apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  ports:
    - name: pg
      port: 5432
---
apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 10.0.0.1
---
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Endpoints
    metadata:
      name: one
    subsets:
      - ports:
          - port: 1
        addresses:
          - ip: 10.0.0.9
  - apiVersion: v1
    kind: Endpoints
    metadata:
      name: two
`;

const program = `name: program
runtime: yaml
config:
  address:
    type: string
resources:
  ep:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata:
        name: db
        annotations:
          pulumi.com/skipAwait: "true"
      subsets:
        - addresses:
            - ip: \${address}
          ports:
            - port: 5432
              name: pg
    options:
      protect: true
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata:
        name: \${ep.metadata.name}
      subsets:
        - addresses: [{ip: 10.0.0.1}]
    options:
      dependsOn:
        - \${ep}
      parent: \${ep}
outputs:
  address: \${ep.subsets[0].addresses[0].ip}
`;

/** Comments at every possible place, names in quotes, and tags before values. */
const annotated = `# ours
apiVersion: !!str v1 # the version
"kind": 'Endpoints' # the kind
metadata: # who
  # by hand
  'name': "db" # the name
"subsets": !!seq # which
  # first
  - addresses: # ready
      # one
      - "ip": 10.0.0.1 # a
        # deeper
        hostname: 'h' # b
    # between
    ports: !!seq # on
      - "name": "pg" # c
        port: !!int 5432 # d
# last
`;

const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: db-ipv4
  labels:
    kubernetes.io/service-name: db
    endpointslice.kubernetes.io/managed-by: hand-written
addressType: IPv4
endpoints:
  - addresses:
      - 10.0.0.1
    conditions:
      ready: true
    hints:
      forZones:
        - name: zone-a
    zone: zone-a
    targetRef:
      kind: Pod
      name: p
  - addresses: [10.0.0.2]
    hostname: b
    deprecatedTopology:
      rack: r1
ports:
  - name: pg
    port: 5432
    protocol: TCP
  - port: 5433
    name: other
`;

const sliceFlow = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: db-ipv4, labels: {kubernetes.io/service-name: db}}
addressType: IPv4
endpoints: [{addresses: [10.0.0.1], conditions: {ready: false}}, {addresses: ["10.0.0.2"]}]
ports:
- {name: pg, port: 5432}
- name: other
  port: 5433
`;

const sliceJson = `{
  "apiVersion": "discovery.k8s.io/v1",
  "kind": "EndpointSlice",
  "metadata": {"name": "db-ipv4", "labels": {"kubernetes.io/service-name": "db"}},
  "addressType": "IPv4",
  "endpoints": [
    {
      "addresses": ["10.0.0.1"],
      "conditions": {"ready": true}
    }
  ],
  "ports": [{"name": "pg", "port": 5432}]
}
`;

const sliceProgram = `name: program
runtime: yaml
resources:
  slice:
    type: kubernetes:discovery.k8s.io/v1:EndpointSlice
    properties:
      metadata:
        name: db-ipv4
        labels:
          kubernetes.io/service-name: db
      addressType: IPv4
      endpoints:
        - addresses:
            - 10.0.0.1
          hints:
            forNodes: [{name: a}]
      ports:
        - port: 5432
  patch:
    type: kubernetes:discovery.k8s.io/v1:EndpointSlicePatch
    properties:
      metadata:
        name: \${slice.metadata.name}
      endpoints:
        - addresses: [10.0.0.2]
outputs:
  address: \${slice.endpoints[0].addresses[0]}
`;

export const texts: readonly WholeText[] = [
  { name: 'block YAML', path: 'a.yaml', text: block },
  { name: 'block YAML with Windows line ends', path: 'a.yaml', text: compact.replaceAll('\n', '\r\n') },
  { name: 'compact block YAML', path: 'a.yaml', text: compact },
  { name: 'block YAML with comments, quotes and tags', path: 'a.yaml', text: annotated },
  { name: 'flow YAML', path: 'a.yaml', text: flow },
  { name: 'JSON', path: 'a.json', text: json },
  { name: 'a stream with a list', path: 'a.yaml', text: stream },
  { name: 'a Pulumi program', path: 'Pulumi.yaml', text: program },
  { name: 'a slice in block YAML', path: 'a.yaml', text: slice },
  { name: 'a slice in flow and compact YAML', path: 'a.yaml', text: sliceFlow },
  { name: 'a slice in JSON', path: 'a.json', text: sliceJson },
  { name: 'slices in a Pulumi program', path: 'Pulumi.yaml', text: sliceProgram },
  { name: 'an Ansible task', path: 'a.yaml', text: tasks },
];

/** Without completion, because its objects are a text. */
export const carried: WholeText = { name: 'a text in a ConfigMap', path: 'a.yaml', text: configMap };

export const patched: WholeText = {
  name: 'patches in a kustomization',
  path: 'kustomization.yaml',
  text: kustomization,
};
