/** Generates small related files for a workspace in which files are added, removed and changed. */

const root = 'file:///project';

/** Paths of files; some names set the kind of the file. */
export const paths: readonly string[] = [
  'all.yaml',
  'shop/service.yaml',
  'shop/endpoints.yaml',
  'shop/slices.yaml',
  'shop/kustomization.yaml',
  'overlay/patch.yaml',
  'overlay/kustomization.yaml',
  'overlay/kustomization.yml',
  'chart/Chart.yaml',
  'chart/values.yaml',
  'chart/endpoints.yaml',
  'chart/Pulumi.yaml',
  'apps/delivery.yaml',
].map((path) => `${root}/${path}`);

const program = `name: db
runtime: yaml
resources:
  svc:
    type: kubernetes:core/v1:Service
    properties:
      metadata: {name: db, namespace: shop}
      spec: {ports: [{name: web, port: 80}]}
  ep:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: {name: db, namespace: shop}
      subsets:
      - addresses: [{ip: 10.0.0.1}]
        ports: [{name: postgres, port: 80}]
`;

const headless = 'service.kubernetes.io/headless: ""';
const skipMirror = 'endpointslice.kubernetes.io/skip-mirror: "true"';

/** Texts with the path suffix that they need; empty for any path. */
export const texts: readonly { readonly path: string; readonly text: string }[] = [
  { path: 'kustomization.yaml', text: 'resources:\n- service.yaml\n- endpoints.yaml\nnamespace: shop\n' },
  { path: 'kustomization.yaml', text: 'resources: [../shop, ../all.yaml]\nnamePrefix: dev-\n' },
  { path: 'kustomization.yaml', text: 'resources:\n- ../shop\npatches:\n- path: patch.yaml\n- path: endpoints.yaml\n' },
  { path: 'kustomization.yaml', text: 'resources: [\n' },
  { path: 'kustomization.yml', text: 'resources: [../all.yaml]\nnamespace: shop\n' },
  { path: 'Chart.yaml', text: 'apiVersion: v2\nname: shop\nversion: 0.1.0\n' },
  { path: 'service.yaml', text: service('db', 'postgres') },
  { path: 'service.yaml', text: service('db', 'web').replace('spec:', 'spec:\n  selector: {app: db}') },
  { path: 'service.yaml', text: `# The database.\n\n${service('dev-db', 'postgres')}` },
  { path: 'endpoints.yaml', text: endpoints('db', 'postgres') },
  { path: 'endpoints.yaml', text: endpoints('db', 'postgre') },
  { path: 'endpoints.yaml', text: endpoints('dev-db', 'web').replace('metadata:', 'metadata:\n  namespace: shop') },
  { path: 'all.yaml', text: `${service('db', 'web')}---\n${endpoints('db', 'postgres')}---\n${pod('db-0')}` },
  { path: 'all.yaml', text: `${pod('db-1')}---\n${pod('db-0').replace('metadata:', 'metadata:\n  namespace: shop')}` },
  { path: 'patch.yaml', text: 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets: []\n' },
  { path: 'patch.yaml', text: `${endpoints('db', 'web')}---\n${slice('db')}` },
  { path: 'endpoints.yaml', text: `${endpoints('db', 'postgres')}    - port: [\n` },
  { path: 'endpoints.yaml', text: endpoints('{{ .Release.Name }}-db', 'postgres') },
  { path: 'service.yaml', text: service('db', 'web').replace('spec:', 'spec:\n  clusterIP: 10.20.0.15') },
  { path: 'endpoints.yaml', text: `${service('db', 'postgres')}---\n${endpoints('db', 'postgres')}` },
  { path: 'endpoints.yaml', text: endpoints('db', 'postgres').replace('10.20.0.15', '{{ .Values.ip }}') },
  { path: 'endpoints.yaml', text: `{{- if .Values.on }}\n---\n${endpoints('{{ .Values.name }}', 'web')}{{ end }}\n` },
  { path: 'values.yaml', text: 'ip: 127.0.0.1\non: true\nname: A_B\n' },
  { path: 'values.yaml', text: '# Off.\non: false\nname: A_B\nip: 10.20.0.15\n' },
  { path: 'service.yaml', text: service('db', 'web').replace('spec:', 'spec:\n  internalTrafficPolicy: Local') },
  { path: 'service.yaml', text: service('db', 'web').replace('spec:', 'spec:\n  ipFamilies: [IPv4, IPv6]') },
  { path: 'service.yaml', text: service('db', 'web').replace('spec:', 'spec:\n  clusterIP: None') },
  { path: 'slices.yaml', text: slice('db').replace('[]', '[{addresses: [10.20.0.16]}]') },
  { path: 'slices.yaml', text: slice('db').replace('IPv4', 'FQDN').replace('[]', '[{addresses: [db.example.com]}]') },
  { path: 'slices.yaml', text: `${hinted(1, 'hints: {forZones: [{name: z}]}')}---\n${hinted(2, 'nodeName: one')}` },
  { path: 'slices.yaml', text: hinted(1, 'conditions: {ready: false}').replace('labels:', `labels:\n    ${headless}`) },
  { path: 'endpoints.yaml', text: endpoints('db', 'web').replace('subsets:', `  labels: {${headless}}\nsubsets:`) },
  { path: 'endpoints.yaml', text: endpoints('db', 'web').replace('subsets:', `  labels: {${skipMirror}}\nsubsets:`) },
  { path: 'endpoints.yaml', text: endpoints('db', 'web').replace('  - ip:', '  - ip: fd00::1\n  - ip:') },
  {
    path: 'endpoints.yaml',
    text: endpoints('db', 'web').replace('  ports:', `  notReadyAddresses: [{ip: 10.20.0.15}]\n  ports:`),
  },
  { path: 'endpoints.yaml', text: endpoints('db', '<port-name>').replace('10.20.0.15', '__IP__') },
  { path: 'endpoints.yaml', text: inConfigMap(endpoints('db', 'postgre')) },
  { path: 'slices.yaml', text: `${inTask(slice('db'))}${inTask(endpoints('UPPER', 'web'))}` },
  { path: 'Pulumi.yaml', text: program },
  { path: 'delivery.yaml', text: application('shop', 'shop') },
  { path: 'delivery.yaml', text: `${application('overlay', 'one')}---\n${application('overlay', 'two')}` },
  { path: 'delivery.yaml', text: fluxKustomization('./', 'shop') },
  { path: 'all.yaml', text: `${fluxKustomization('./shop', 'dev')}---\n${service('db', 'postgres')}` },
  { path: '', text: '' },
  { path: '', text: 'just: some\ntext: [1, 2]\n' },
];

function hinted(number: number, more: string): string {
  return slice('db')
    .replace('db-1', `db-${number}`)
    .replace('[]', `[{addresses: [10.20.0.2${number}]}, {addresses: [10.20.0.15], ${more}}]`);
}

function inConfigMap(text: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a.yaml: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`;
}

function inTask(text: string): string {
  return `- kubernetes.core.k8s:\n    definition:\n${text.replaceAll(/^(?=.)/gm, '      ')}`;
}

export function application(path: string, namespace: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${path}
spec:
  destination: {namespace: ${namespace}}
  source: {repoURL: https://git.example.com/shop, path: ${path}}
`;
}

function fluxKustomization(path: string, namespace: string): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${namespace}
spec:
  targetNamespace: ${namespace}
  path: ${path}
`;
}

export function service(name: string, port: string): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  ports:
  - name: ${port}
    port: 5432
`;
}

export function endpoints(name: string, port: string): string {
  return `apiVersion: v1
kind: Endpoints
metadata:
  name: ${name}
subsets:
- addresses:
  - ip: 10.20.0.15
    targetRef: {kind: Pod, name: db-0}
  ports:
  - name: ${port}
    port: 5432
`;
}

export function slice(service: string): string {
  return `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ${service}-1
  labels:
    kubernetes.io/service-name: ${service}
addressType: IPv4
endpoints: []
ports:
- name: web
  port: 80
`;
}

export function pod(name: string): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
  containers: []
`;
}
