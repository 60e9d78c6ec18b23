/** Cases of renaming. In the texts, `$0` is the cursor and `‹name›` an expected change. */
import { endpoints, service, slice, withPort } from './renaming.ts';
import { kustomizeCases, type RenamingCase } from './renaming-kustomize-cases.ts';

export const cases: readonly RenamingCase[] = [
  {
    title: 'a Service from its Endpoints, in all files',
    to: 'orders',
    files: {
      'a.yaml': endpoints,
      'b.yaml': service,
      'c.yaml': slice,
      'd.yaml': endpoints.replace(/[‹›]|\$0/g, '').replaceAll('orders-db', 'other-db'),
    },
  },
  {
    title: 'a Service from itself, in quotes and in JSON',
    to: 'orders',
    files: {
      'a.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: { name: "‹orde$0rs-db›" }\n---\napiVersion: v1\nkind: Endpoints\nmetadata: { name: \'‹orders-db›\' } # orders-db\n',
      'b.json': '{"kind":"Endpoints","apiVersion":"v1","metadata":{"name":"‹orders-db›"}}',
    },
  },
  {
    title: 'a Service from itself, where JSON repeats the metadata',
    to: 'orders',
    files: {
      'a.yaml': service.replace('orders-db›', 'orders-d$0b›'),
      'b.json':
        '{"kind":"Endpoints","apiVersion":"v1","metadata":{"name":"‹orders-db›","name":null},"metadata":{"labels":{}},"metadata":null}',
    },
  },
  {
    title: 'a Service from the label of a slice',
    to: 'x',
    files: { 'c.yaml': slice.replace('orders-db›', '$0orders-db›'), 'b.yaml': service },
  },
  {
    title: 'a name that is no text without quotes',
    to: 'on',
    spelled: '"on"',
    files: { 'a.yaml': endpoints, 'b.yaml': service },
  },
  {
    title: 'a name of quotes stays in them',
    to: 'on',
    files: { 'a.yaml': "apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: '‹db$0›'\n" },
  },
  {
    title: 'only the nearest family of several',
    to: 'orders',
    files: {
      'one/a.yaml': endpoints,
      'one/b.yaml': service,
      'two/a.yaml': endpoints.replace(/[‹›]|\$0/g, ''),
      'two/b.yaml': service.replace(/[‹›]/g, ''),
    },
  },
  {
    title: 'a base from the patch of an overlay, which adds a prefix',
    to: 'orders',
    files: {
      'base/all.yaml': `${service}---\n${endpoints.replace('$0', '')}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'one/kustomization.yaml': 'resources: [../base]\nnamePrefix: one-\npatches: [{ path: patch.yaml }]\n',
      'one/patch.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ‹orde$0rs-db›\n',
      'two/kustomization.yaml': 'resources: [../base]\nnamePrefix: two-\npatches: [{ path: patch.yaml }]\n',
      'two/patch.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: ‹orders-db› }\n',
      'none.yaml': service.replace(/[‹›]/g, ''),
    },
  },
  ...kustomizeCases,
  {
    title: 'all Services that share Endpoints, from one of them',
    to: 'orders',
    files: {
      'a.yaml': endpoints.replace('$0', ''),
      'one/b.yaml': service.replace('orders', 'ord$0ers'),
      'two/b.yaml': service,
    },
  },
  {
    title: 'a Service to a name that another cluster has',
    to: 'orders',
    files: {
      'one/a.yaml': endpoints,
      'one/b.yaml': service,
      'two/b.yaml': `${service}---\n${service.replace('orders-db', 'orders')}`.replace(/[‹›]/g, ''),
    },
  },
  {
    title: 'a Service and what refers to it',
    to: 'orders',
    files: {
      'b.yaml': service.replace('orders', 'ord$0ers'),
      'c.yaml': slice.replace(
        'metadata:',
        'metadata:\n  ownerReferences: [{ apiVersion: v1, kind: Service, name: ‹orders-db›, uid: 7c3a4d6e }]',
      ),
      'd.yaml':
        'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: other\n  ownerReferences:\n    - { apiVersion: serving.knative.dev/v1, kind: Service, name: orders-db }\nsubsets:\n  - addresses: [{ ip: 10.0.0.1, targetRef: { kind: Pod, name: orders-db } }, { ip: 10.0.0.2, targetRef: { kind: Service, name: ‹orders-db› } }]\n',
    },
  },
  {
    title: 'a reference by the name that a kustomization makes',
    to: 'orders',
    spelled: 'orders',
    files: {
      'all.yaml': service.replace('orders', 'ord$0ers'),
      'kustomization.yaml': 'resources: [all.yaml]\nnamePrefix: dev-\n',
      'plain.yaml':
        'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: other\n  ownerReferences:\n    - { apiVersion: v1, kind: Service, name: dev-‹orders-db› }\n',
    },
  },
  {
    title: 'what a program writes, and not what it takes from there',
    to: 'orders',
    files: {
      'Pulumi.yaml': `resources:
  service:
    type: kubernetes:core/v1:Service
    properties:
      metadata: { name: ‹orders$0-db› }
  endpoints:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: "\${service.metadata.name}" }
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata: { name: "‹orders-db›" }
`,
    },
  },
  {
    title: 'a port from the Service, in all files',
    to: 'pg',
    files: {
      'b.yaml': withPort(service).replace('‹postgres', '‹post$0gres'),
      'a.yaml': withPort(endpoints),
      'c.yaml': withPort(slice),
      'd.yaml': endpoints.replace(/[‹›]|\$0/g, '').replaceAll('orders-db', 'other-db'),
    },
  },
  {
    title: 'a port from a patch',
    to: 'pg',
    files: {
      'p.json':
        '{ "apiVersion": "v1", "kind": "Endpoints", "metadata": { "name": "orders-db" },\n  "subsets": [{ "addresses": [{ "ip": "10.0.0.1" }], "ports": [{ "name": "‹postgres$0›", "port": 5432 }] }] }\n',
      'kustomization.yaml': 'resources: [a.yaml, b.yaml]\npatches: [{ path: p.json }]\n',
      'b.yaml': withPort(service),
      'a.yaml': withPort(endpoints),
    },
  },
  {
    title: 'a port that an alias repeats in the same Endpoints',
    to: 'pg',
    files: {
      'a.yaml': `apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets:
  - addresses: [{ ip: 10.0.0.1 }]
    ports: &ports
      - { name: ‹postg$0res›, port: 5432 }
      - &metrics { name: metrics, port: 9187 }
  - addresses: [{ ip: 10.0.0.2 }]
    ports: *ports
`,
    },
  },
  {
    title: 'an anchor and its aliases, and no other of the same name',
    to: 'ready',
    files: {
      'a.yaml': `apiVersion: v1
kind: Endpoints
metadata: { name: all, labels: { a: &all db, b: *all, c: "*all" } }
subsets:
  - addresses: &‹al$0l›
      - ip: 10.0.0.1
    ports: [{ port: 80 }]
  - notReadyAddresses: *‹all› # *all
    ports: [{ port: 81 }]
---
apiVersion: v1
kind: Endpoints
metadata: { name: &all b, labels: { c: *all } }
`,
    },
  },
  {
    title: 'an anchor from an alias behind a merge key',
    to: 'x',
    files: {
      'a.yaml':
        'kind: Endpoints\napiVersion: v1\nsubsets:\n  - ports:\n      - &‹port›\n        port: 80\n      - { <<: *‹port$0›, name: http }\n',
    },
  },
  {
    title: 'a resource of a program and the expressions that use it',
    to: 'database',
    files: {
      'Pulumi.yaml': `resources:
  ‹db›:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: db }
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata: { name: "\${‹d$0b›.metadata.name}", labels: { a: "$\${db}", b: 'x\${ ‹db›["id"] }' } }
    options: { dependsOn: ["\${‹db›}"] }
outputs:
  db: \${‹db›.id}
`,
    },
  },
  {
    title: 'a variable of a program, from a key in quotes',
    to: 'ip',
    files: {
      'Pulumi.yaml': `variables:
  "‹addr$0ess›": 10.0.0.1
resources:
  db:
    type: kubernetes:core/v1:Endpoints
    properties:
      subsets: [{ addresses: [{ ip: "\${‹address›}" }] }]
`,
    },
  },
];
