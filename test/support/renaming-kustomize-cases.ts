/** Cases of renaming in kustomizations: targets, inline patches, JSON patches and replacements. In the texts, `$0` is the cursor and `‹name›` an expected change. */
import { endpoints, service, slice, withPort, type Texts } from './renaming.ts';

export interface RenamingCase {
  readonly title: string;
  readonly to: string;
  /** The spelling of the new name at places that need quotes or escapes. */
  readonly spelled?: string;
  readonly files: Texts;
}

export const kustomizeCases: readonly RenamingCase[] = [
  {
    title: 'a Service in the targets of kustomizations, by its name with and without the prefix of the base',
    to: 'orders',
    files: {
      'base/all.yaml': `${service.replace('orders-db', 'orde$0rs-db')}---\n${endpoints.replace('$0', '')}---\n${slice}`,
      'base/kustomization.yaml': 'namePrefix: shop-\nresources: [all.yaml]\n',
      'one/kustomization.yaml':
        "resources: [../base]\ncomponents: [../dns]\npatches:\n  - path: a.yaml\n    target: { kind: Endpoints, name: '‹orders-db›' }\n  - path: a.yaml\n    target: { kind: EndpointSlice, name: orders-db-1 }\n  - path: a.yaml\n    target: { kind: Service, name: o.* }\n  - path: a.yaml\n    target: { kind: ConfigMap, name: orders-db }\n  - target: { kind: EndpointSlice }\n    patch: |-\n      - op: test\n        path: /metadata/labels/kubernetes.io~1service-name\n        value: ‹orders-db›\n      - op: add\n        path: /metadata/labels/app\n        value: orders-db\n",
      'dns/kustomization.yaml':
        'kind: Component\nreplacements:\n  - source: { kind: Service, name: ‹orders-db›, fieldPath: metadata.name }\n    targets:\n      - select: { kind: EndpointSlice }\n        reject: [{ kind: Endpoints, name: ‹orders-db› }]\n        fieldPaths: [metadata.name]\n',
      'other/kustomization.yaml': 'resources: []\npatches:\n  - path: a.yaml\n    target: { name: orders-db }\n',
    },
  },
  {
    title: 'a Service through inline merge patches',
    to: 'orders',
    files: {
      'base/all.yaml': `${service.replace('orders-db', 'orde$0rs-db')}---\n${endpoints.replace('$0', '')}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'one/kustomization.yaml':
        'resources: [../base]\npatches:\n  - patch: |-\n      apiVersion: v1\n      kind: Endpoints\n      metadata:\n        name: ‹orders-db›\n      subsets: []\n',
    },
  },
  {
    title: 'a port through inline merge patches',
    to: 'pg',
    files: {
      'base/all.yaml': `${withPort(service).replace('postgres', 'post$0gres')}---\n${withPort(endpoints)}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'one/kustomization.yaml':
        'resources: [../base]\npatches:\n  - patch: |-\n      apiVersion: v1\n      kind: Endpoints\n      metadata:\n        name: orders-db\n      subsets:\n        - ports: [{ name: ‹postgres›, port: 5433 }]\n',
    },
  },
  {
    title: 'a port from an inline merge patch',
    to: 'pg',
    files: {
      'base/all.yaml': `${withPort(service)}---\n${withPort(endpoints)}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'one/kustomization.yaml':
        'resources: [../base]\npatches:\n  - patch: |-\n      apiVersion: v1\n      kind: Endpoints\n      metadata:\n        name: orders-db\n      subsets:\n        - ports: [{ name: ‹post$0gres›, port: 5433 }]\n',
    },
  },
  {
    title: 'a Service from the name of an inline merge patch',
    to: 'orders',
    files: {
      'base/all.yaml': `${service}---\n${endpoints.replace('$0', '')}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\nnamePrefix: shop-\n',
      'one/kustomization.yaml':
        'resources: [../base]\npatchesStrategicMerge:\n  - |-\n    apiVersion: v1\n    kind: Endpoints\n    metadata:\n      name: ‹orders-$0db›\n    subsets: []\n',
    },
  },
  {
    title: 'a Service from a target',
    to: 'orders',
    files: {
      'one/all.yaml': `${service}---\n${endpoints.replace('$0', '')}`,
      'one/kustomization.yaml':
        'resources: [all.yaml]\npatches:\n  - path: a.yaml\n    target: { kind: Endpoints, name: "‹orders-$0db›" }\n',
    },
  },
  {
    title: 'a port in JSON patches and in the paths of replacements',
    to: 'pg',
    files: {
      'base/all.yaml': `${withPort(service).replace('postgres', 'post$0gres')}---\n${withPort(endpoints)}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'one/kustomization.yaml':
        'resources: [../base]\npatches:\n  - path: patch.yaml\n    target: { kind: Endpoints }\n  - target: { kind: Service }\n    patch: |-\n      - op: replace\n        path: /spec/ports/0/name\n        value: ‹postgres›\n      - op: add\n        path: /metadata/labels/name\n        value: postgres\nreplacements:\n  - source: { kind: Service, fieldPath: "spec.ports.[name=‹postgres›].port" }\n    targets: [{ select: { kind: Ingress }, fieldPaths: ["spec.[name=postgres].port"] }]\n',
      'one/patch.yaml':
        '- op: replace\n  path: /subsets\n  value:\n    - addresses: [{ ip: 10.0.0.2, hostname: postgres }]\n      ports: [{ name: "‹postgres›", port: 5433 }]\n',
    },
  },
];
