/** Cases of renaming an IP address. In the texts, `$0` is the cursor and `‹address›` an expected change. */
import type { RenamingCase } from './renaming-kustomize-cases.ts';

/** All kinds of files that use the address, in all spellings. */
const everywhere = {
  'orders.yaml': `# 10.0.0.1 in a comment
apiVersion: v1
kind: Endpoints
metadata:
  name: orders
  annotations:
    primary: ‹10.0.0.1›
    hosts: "db=‹10.0.0.1›:5432, other=10.0.0.2, https://‹10.0.0.1›/x"
    others: 10.0.0.0/24, 10.0.0.1/24, 10.0.0.1-10.0.0.9, 10.0.0.1.nip.io, 10.0.0.11, a/10.0.0.1
    json: '{"host": "‹10.0.0.1›"}'
    kubectl.kubernetes.io/last-applied-configuration: '{"ip":"10.0.0.1"}'
    lines: | # kept
      first ‹10.0.0.1›
      mapped [‹::ffff:10.0.0.1›]:5432
  labels: { address: 10.0.0.1 }
subsets:
  - addresses:
      - ip: ‹10.0.$00.1› # primary
        hostname: a
      - ip: "‹::ffff:a00:1›"
      - { ip: '‹010.0.0.1›' }
      - ip: 10.0.0.2
`,
  'service.yaml': `apiVersion: v1
kind: Service
metadata: { name: orders }
spec:
  clusterIP: ‹10.0.0.1›
  clusterIPs: ["‹10.0.0.1›", "fd00::1"]
  externalIPs:
    - ‹10.0.0.1›
    - 10.0.0.2
  loadBalancerIP: '‹10.0.0.1›'
  loadBalancerSourceRanges: [‹10.0.0.1›/32, 10.0.0.0/8]
status: { loadBalancer: { ingress: [{ ip: ‹10.0.0.1› }] } }
`,
  'slice.json':
    '{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{"name":"orders-1"},"endpoints":[{"addresses":["‹10.0.0.1›"]}]}',
  'Pulumi.yaml': `name: orders
runtime: yaml
resources:
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      subsets: [{ addresses: [{ ip: ‹10.0.0.1› }, { ip: "\${other}" }] }]
`,
  'carrier.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: manifests }
data:
  note: 10.0.0.1
  db.yaml: |
    apiVersion: v1
    kind: Endpoints
    metadata: { name: db }
    subsets: [{ addresses: [{ ip: ‹10.0.0.1› }] }]
`,
  'base/db.yaml':
    'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets: [{ addresses: [{ ip: ‹10.0.0.1› }] }]\n',
  'base/kustomization.yaml': `resources: [db.yaml]
patches:
  - target: { kind: Endpoints, name: db }
    patch: |-
      - op: replace
        path: /subsets/0/addresses/0/ip
        value: ‹10.0.0.1›
  - patch: |-
      apiVersion: v1
      kind: Endpoints
      metadata: { name: db }
      subsets: [{ addresses: [{ ip: ‹10.0.0.1› }] }]
`,
  'dump.yaml': `apiVersion: v1
kind: Endpoints
metadata:
  name: orders
  uid: 0b3ce1a4-58d5-4b7c-9e7f-3b1a0c2d4e5f
  resourceVersion: "4711"
  creationTimestamp: "2026-03-03T14:05:09Z"
subsets: [{ addresses: [{ ip: 10.0.0.1 }] }]
`,
};

export const addressCases: readonly RenamingCase[] = [
  { title: 'an address in all files', to: '10.9.8.7', files: everywhere },
  {
    title: 'an address from a Service',
    to: '192.168.0.1',
    files: {
      'service.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: { name: db }\nspec: { externalIPs: ["‹10$0.0.0.1›"] }\n',
      'db.yaml': 'apiVersion: v1\nkind: Endpoints\nsubsets: [{ addresses: [{ ip: ‹10.0.0.1› }] }]\n',
    },
  },
  {
    title: 'an address from an annotation, with the alias of an address',
    to: '10.0.0.2',
    files: {
      'db.yaml':
        'apiVersion: v1\nkind: Endpoints\nmetadata:\n  annotations: { a: "to ‹$010.0.0.1›" }\nsubsets: [{ addresses: [{ ip: &a ‹10.0.0.1› }, { ip: *a }] }]\n',
    },
  },
  {
    title: 'an address that merge keys copy, and in JSON that repeats a member',
    to: '10.0.0.2',
    files: {
      'db.yaml': `apiVersion: v1
kind: Endpoints
subsets:
  - addresses:
      - &m { ip: ‹10.0.0$0.1›, nodeName: x }
      - { <<: *m, hostname: b }
      - { <<: *m, hostname: c }
    notReadyAddresses: [*m]
`,
      'db.json':
        '{"kind":"Endpoints","apiVersion":"v1","subsets":[{"addresses":[{"ip":"‹10.0.0.1›","ip":"‹10.0.0.1›"}]}]}',
    },
  },
  {
    title: 'an address in patches of lists and of Services, and beside templates',
    to: '10.0.0.2',
    files: {
      'templates/db.yaml': `apiVersion: v1
kind: Endpoints
metadata: { name: "{{ .Release.Name }}-db" }
subsets:
  - addresses:
      {{- range .Values.addresses }}
      - ip: {{ . }}
      {{- end }}
      - ip: ‹10.0.0$0.1›
    ports: [{ port: {{ .Values.port }} }]
`,
      'kustomization.yaml': `resources: [all.yaml]
patches:
  - target: { kind: Endpoints, name: db }
    patch: |-
      - op: add
        path: /subsets/0/addresses/-
        value: { ip: ‹10.0.0.1›, hostname: a }
      - op: test
        path: /subsets/0/addresses
        value:
          - ip: "‹10.0.0.1›"
  - target: { kind: Service, name: db }
    patch: |-
      - op: replace
        path: /spec/externalIPs
        value: [‹10.0.0.1›]
      - op: replace
        path: /spec/loadBalancerIP
        value: ‹10.0.0.1›
      - op: add
        path: /spec/externalIPs/-
        value: ‹10.0.0.1›
  - patch: |-
      apiVersion: v1
      kind: Service
      metadata: { name: db }
      spec: { externalIPs: ["‹10.0.0.1›"] }
  - { path: of-endpoints.yaml, target: { kind: Endpoints } }
  - { path: of-service.yaml, target: { kind: Service } }
`,
      'of-endpoints.yaml': '- { op: add, path: /subsets/0/addresses/-, value: { ip: ‹10.0.0.1› } }\n',
      'of-service.yaml': '- { op: add, path: /spec/externalIPs/-, value: ‹10.0.0.1› }\n',
      'all.yaml':
        'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\n---\napiVersion: v1\nkind: Service\nmetadata: { name: db }\n',
      'Pulumi.yaml': `name: a
runtime: yaml
resources:
  s:
    type: kubernetes:core/v1:Service
    properties:
      metadata: { annotations: { a: "10.0.0.1 for \${pulumi.stack}", b: to ‹10.0.0.1› } }
      spec: { externalIPs: [‹10.0.0.1›] }
`,
    },
  },
  {
    title: 'an IPv6 address, with quotes where YAML needs them',
    to: 'fd00::2',
    files: {
      'slice.yaml': `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: db-1, annotations: { url: "http://[‹FD00:0::1›]:80" } }
addressType: IPv6
endpoints:
  - addresses:
      - ‹fd0$00::1›
      - fd00::3
  - addresses: ["‹fd00:0:0::0.0.0.1›"]
`,
    },
  },
];
