/** Generates related files of a workspace, for property tests. */
import * as fc from 'fast-check';
import { trafficObject } from './traffic-manifests.ts';

const names = ['a', 'b'];
export const head = (kind: string, apiVersion: string, name: string, namespace: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\n`;

const named = fc.tuple(fc.constantFrom(...names), fc.constantFrom('x', 'z'));
const endpoints = fc
  .tuple(named, fc.constantFrom('10.0.0.1', '127.0.0.1', '10.96.0.10'), fc.constantFrom('web', 'db'))
  .map(([[name, space], ip, port]) => `${head('Endpoints', 'v1', name, space)}subsets:\n  - addresses:\n      - ip: ${ip}\n    ports:\n      - name: ${port}\n        port: 80\n`); // prettier-ignore
const service = fc
  .tuple(named, fc.constantFrom('web', 'db'), fc.constantFrom('', '  selector:\n    a: b\n', '  clusterIP: 10.96.0.10\n'))
  .map(([[name, space], port, more]) => `${head('Service', 'v1', name, space)}spec:\n  ports:\n    - name: ${port}\n      port: 80\n${more}`); // prettier-ignore
const slice = named.map(
  ([name, space]) =>
    `${head('EndpointSlice', 'discovery.k8s.io/v1', `${name}-1`, space)}  labels:\n    kubernetes.io/service-name: ${name}\naddressType: IPv4\nendpoints:\n  - addresses: [10.0.0.1]\nports:\n  - name: web\n    port: 80\n`,
);
const patch = named.map(([name, space]) => `${head('Endpoints', 'v1', name, space)}  labels:\n    owner: somebody\n`);
const foreign = named.map(([name]) => `apiVersion: v1\nkind: ${name === 'a' ? 'Namespace' : 'Node'}\nmetadata:\n  name: ${name === 'a' ? 'x' : 'n1'}\n`); // prettier-ignore
const target = named.map(
  ([name, space]) =>
    `${head('Endpoints', 'v1', name, space)}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n        nodeName: n1\n        targetRef:\n          kind: Pod\n          name: p\n`,
);
const program = fc
  .constantFrom('10.0.0.1', '${db.ip}', '127.0.0.1')
  .map(
    (ip) =>
      `name: p\nruntime: yaml\nresources:\n  a:\n    type: kubernetes:core/v1:EndpointsPatch\n    properties:\n      metadata:\n        name: a\n        namespace: x\n      subsets:\n        - addresses:\n            - ip: ${ip}\n`,
  );
const template = named.map(([name]) => `${head('Endpoints', 'v1', name, '{{ .Release.Namespace }}')}  labels:\n    app: {{ .Values.app }}\n`); // prettier-ignore
const unknown = named.map(([name, space]) => `${head('Endpoints', 'v1', name === 'a' ? '<name>' : name, space)}subsets:\n  - addresses:\n      - ip: __IP__\n`); // prettier-ignore
const unread = named.map(([name, space]) => `${head('Endpoints', 'v1', name, space)}subsets: #@ data.values.subsets\n`);
const indented = (text: string, lead: string): string => text.replaceAll(/^(?=.)/gm, lead);
const carrier = fc.oneof(
  fc
    .tuple(endpoints, service)
    .map(([one, two]) => `${head('ConfigMap', 'v1', 'c', 'x')}data:\n  a: |\n${indented(`${one}---\n${two}`, '    ')}`),
  endpoints.map((one) => `- k8s:\n    definition:\n${indented(one, '      ')}`),
);
const used = named.map(([name, space]) => `${head('Endpoints', 'v1', name, space)}subsets:\n  - addresses:\n      - ip: {{ .Values.ip }}\n`); // prettier-ignore
const values = fc.constantFrom('ip: 127.0.0.1\n', 'ip: 10.0.0.1\n', 'other: a\n');
const broken = fc.constantFrom(
  '',
  'kind: Endpoints\n  a: b',
  '# endpoints: ignore-file[loopback-ip] so it is\n',
  'text',
);
const object = fc.oneof(
  endpoints,
  service,
  slice,
  patch,
  foreign,
  target,
  program,
  template,
  unknown,
  unread,
  carrier,
  used,
  values,
  broken,
);
/** A file. The lines above it only move its positions. */
export const someText = fc
  .tuple(
    fc.array(fc.oneof(object, trafficObject), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '# moved\n', '\n\n'),
  )
  .map(([objects, above]) => above + objects.join('---\n'));
