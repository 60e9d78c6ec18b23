/** Texts with real and apparent references to converted objects, and the expected report. */

export type Files = Readonly<Record<string, string>>;

export const endpoints = (name: string, namespace = 'shop'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\n`;
export const db = endpoints('db');
interface RoleText {
  readonly kind?: string;
  readonly groups?: string;
  readonly resource?: string;
  readonly rest?: string;
  readonly metadata?: string;
}

export function role({
  kind = 'ClusterRole',
  groups = '""',
  resource = 'endpoints',
  rest = '',
  metadata = '',
}: RoleText = {}): string {
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata:\n  name: viewer${metadata}\nrules:\n  - verbs: [get, list]\n    apiGroups: [${groups}]\n    resources: [${resource}]\n${rest}`;
}

const roleFound = (place: string, title = 'ClusterRole "viewer"', verbs = 'get and list'): string =>
  `${place} rbac-rule likely: ${title} allows ${verbs} on endpoints but not on endpointslices`;
export const prometheusFound = (place: string, doubt?: string, job = 'The job "a"'): string =>
  `${place} prom-sd-role ${doubt === undefined ? 'certain' : 'likely'}: ${job} discovers targets by Endpoints, so it ${doubt === undefined ? 'loses' : 'may lose'} shop/db${doubt === undefined ? '' : `: ${doubt}`}`;
export const scrape = (role: string, more = ''): string =>
  `scrape_configs:\n  - job_name: a\n    kubernetes_sd_configs:\n      - role: ${role}\n${more}`;
export const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');
const program = (rest: string): string =>
  `name: p\nruntime: yaml\nresources:\n  db:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      metadata: { name: db, namespace: shop }\n${rest}`;

export interface Case {
  readonly name: string;
  readonly files: Files;
  readonly finds: readonly string[];
}

export function cases(): readonly Case[] {
  return [...rbac(), ...expressions(), ...prometheus(), ...mirrored(), ...options()];
}

function rbac(): readonly Case[] {
  const slices = (verbs: string): string =>
    `  - verbs: [${verbs}]\n    apiGroups: [discovery.k8s.io]\n    resources: [endpointslices]\n`;
  const having = (name: string, text: string, finds: readonly string[], converted = db): Case => ({
    name,
    files: { 'db.yaml': converted, 'role.yaml': text },
    finds,
  });
  return [
    having('finds a rule for endpoints alone', role(), [roleFound('role.yaml:8:17')]),
    having('finds one for a subresource', role({ resource: 'pods, endpoints/restricted' }), [
      roleFound('role.yaml:8:23').replace('on endpoints', 'on endpoints/restricted'),
    ]),
    having('finds one for every group', role({ groups: "'*'" }), [roleFound('role.yaml:8:17')]),
    having('is content with a rule for slices beside it', role({ rest: slices('get, list, watch') }), []),
    having('wants the same verbs in it', role({ rest: slices('get') }), [roleFound('role.yaml:8:17')]),
    having('is content with list instead of get', role({ rest: slices('list') }), []),
    {
      name: 'leaves the roles of other clusters alone',
      files: { 'clusters/a/db.yaml': db, 'clusters/b/role.yaml': role() },
      finds: [],
    },
    having('adds up the rules', role({ rest: slices('get') + slices('list') }), []),
    having(
      'is content with everything',
      role({ rest: "  - { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }\n" }),
      [],
    ),
    having('finds a wildcard for the core group', role({ resource: "'*'" }), [
      'role.yaml:8:17 rbac-wildcard likely: ClusterRole "viewer" allows get and list on all core resources, so on endpoints but not on endpointslices',
    ]),
    having('leaves a wildcard for all groups alone', role({ groups: "'*'", resource: "'*'" }), []),
    having('leaves a wildcard alone that reads nothing', role({ resource: "'*'" }).replace('get, list', 'delete'), []),
    having('leaves a wildcard of another group alone', role({ groups: 'apps', resource: "'*'" }), []),
    having('wants list beside get', role().replace('get, list', 'get'), [
      roleFound('role.yaml:8:17', undefined, 'get'),
    ]),
    having('leaves other groups alone', role({ groups: 'example.com' }), []),
    having('leaves the names of other objects alone', role({ rest: '    resourceNames: [leader]\n' }), []),
    having('says which slices a rule on names is for', role({ rest: '    resourceNames: [db]\n' }), [
      roleFound('role.yaml:8:17'),
    ]),
    having('leaves a role of another namespace alone', role({ kind: 'Role', metadata: '\n  namespace: other' }), []),
    having('finds one of the same', role({ kind: 'Role', metadata: '\n  namespace: shop' }), [
      roleFound('role.yaml:9:17', 'Role "viewer"'),
    ]),
    having('leaves words in comments alone', role({ resource: 'pods' }).replace('rules:', '# endpoints\nrules:'), []),
    having('leaves other kinds alone', role().replace('kind: ClusterRole', 'kind: RoleBook # ClusterRole'), []),
    having('finds one beside rules of a template', role({ rest: '{{ toYaml .Values.rules }}\n' }), [
      roleFound('role.yaml:8:17'),
    ]),
    having('is silent where the text is broken', `${role()}  - [\n`, []),
    having('finds one in a list', `{"kind": "List", "items": [${JSON.stringify(roleObject)}]}`, [
      roleFound('role.yaml:1:142'),
    ]),
    having('finds nothing where nothing was converted', role(), [], 'kind: Service\n'),
    {
      name: 'finds the role of a program',
      files: {
        'db.yaml': db,
        'Pulumi.yaml':
          'name: p\nruntime: yaml\nresources:\n  role:\n    type: kubernetes:rbac.authorization.k8s.io/v1:ClusterRole\n    properties:\n      rules:\n        - { verbs: [get, list], apiGroups: [""], resources: [endpoints] }\n',
      },
      finds: [roleFound('Pulumi.yaml:8:62', 'This rule')],
    },
  ];
}

const roleObject = {
  kind: 'ClusterRole',
  metadata: { name: 'viewer' },
  rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['endpoints'] }],
};

function expressions(): readonly Case[] {
  const having = (name: string, rest: string, finds: readonly string[]): Case => ({
    name: `expressions: ${name}`,
    files: { 'Pulumi.yaml': program(rest) },
    finds,
  });
  const at = (place: string, message: string): string => `Pulumi.yaml:${place} expression: ${message}`;
  const slice = 'EndpointSlice "db-ipv4"';
  return [
    having('says that the name is another', 'outputs:\n  host: ${db.metadata.name}.shop.svc\n', [
      at('9:11', `This expression now returns the name of the ${slice}. If you mean the Service, use its name, "db".`),
    ]),
    having('says that the subsets are gone', 'outputs:\n  ip: ${db.subsets[0].addresses[0].ip}\n', [
      at(
        '9:9',
        'EndpointSlice has no field "subsets", so the program fails. Read endpoints, ports and addressType instead, or write out the values.',
      ),
    ]),
    having('asks about the whole', 'outputs:\n  all: ${db}\n  id: "${db.id}"\n', [
      at('9:10', `This now refers to the ${slice}. Check that its users expect a slice.`),
      at(
        '10:10',
        `This expression now reads from the ${slice}, not from the Endpoints. Check that its users expect a slice.`,
      ),
    ]),
    having(
      'leaves namespace, labels and annotations alone',
      'outputs:\n  a: ${db.metadata.namespace} ${db.metadata.labels["a"]}\n',
      [],
    ),
    having(
      'leaves what depends on it alone',
      '  other:\n    type: kubernetes:core/v1:Pod\n    options: { dependsOn: ["${db}"] }\n',
      [],
    ),
    having(
      'leaves other names alone',
      'variables:\n  dbx: 1\noutputs:\n  a: ${dbx} $${db.metadata.name}\n  # ${db.metadata.name}\n',
      [],
    ),
    having(
      'leaves the same name in a component alone',
      'components:\n  c:\n    resources:\n      db:\n        type: kubernetes:core/v1:Pod\n    outputs:\n      a: ${db.metadata.name}\n',
      [],
    ),
  ];
}

function prometheus(): readonly Case[] {
  const having = (name: string, text: string, finds: readonly string[]): Case => ({
    name: `Prometheus: ${name}`,
    files: { 'db.yaml': db, 'p.yaml': text },
    finds,
  });
  const map = (text: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: prometheus\ndata:\n  prometheus.yml: ${text}`;
  return [
    having('finds a role in its own file', scrape('endpoints'), [prometheusFound('p.yaml:4:15')]),
    having('finds one in a ConfigMap', map(`|\n${indented(scrape('endpoints'))}`), [prometheusFound('p.yaml:10:19')]),
    having('finds one in a quoted text', map(JSON.stringify(scrape('endpoints'))), [prometheusFound('p.yaml:6:19')]),
    having(
      'finds one in a template',
      map(`|\n${indented(scrape('endpoints', '        namespaces: {{ .Values.all }}\n'))}`),
      [prometheusFound('p.yaml:10:19', 'its namespaces are not known')],
    ),
    having('finds one in values for a chart', `server:\n  extraScrapeConfigs: |\n${indented(scrape('"endpoints"'))}`, [
      prometheusFound('p.yaml:6:19'),
    ]),
    having('is not certain if it reads another cluster', scrape('endpoints', '        api_server: https://b.test\n'), [
      prometheusFound('p.yaml:4:15', 'it may read another cluster'),
    ]),
    {
      name: 'Prometheus: leaves other clusters alone',
      files: { 'clusters/a/db.yaml': db, 'clusters/b/p.yaml': scrape('endpoints') },
      finds: [],
    },
    having(
      'is not certain with selectors',
      scrape('endpoints', '        selectors: [{ role: endpoints, label: a=b }]\n'),
      [prometheusFound('p.yaml:4:15', 'its selectors may leave them out')],
    ),
    having('finds one of the operator', 'kind: ScrapeConfig\nspec:\n  kubernetesSDConfigs:\n    - role: Endpoints\n', [
      prometheusFound('p.yaml:4:13', undefined, 'ScrapeConfig ""'),
    ]),
    having(
      'leaves a Prometheus without monitors alone',
      'kind: Prometheus\nspec:\n  serviceDiscoveryRole: Endpoints\n',
      [],
    ),
    having(
      'leaves the Services of Alertmanager alone',
      `alerting:\n  alertmanagers:\n    - kubernetes_sd_configs:\n        - role: endpoints\n`,
      [],
    ),
    having(
      'leaves prose alone that names all of it',
      map('|\n    kubernetes_sd_configs with endpoints, see there\n'),
      [],
    ),
    having('leaves other roles alone', scrape('pod', '# role: endpoints\n'), []),
    having('leaves other namespaces alone', scrape('endpoints', '        namespaces: { names: [other] }\n'), []),
    having('finds the same namespace', scrape('endpoints', '        namespaces: { names: [other, shop] }\n'), [
      prometheusFound('p.yaml:4:15'),
    ]),
    {
      name: 'Prometheus: names the condition where no namespace is written',
      files: {
        'db.yaml': db.replace('  namespace: shop\n', ''),
        'p.yaml': scrape('endpoints', '        namespaces: { names: [mq] }\n'),
      },
      finds: [prometheusFound('p.yaml:4:15', 'the namespace of its targets is not known').replace('shop/db', 'db')],
    },
    having('leaves a role elsewhere alone', 'kubernetes_sd_configs: []\nmine:\n  role: endpoints\n', []),
    having('leaves prose alone', map('|\n    kubernetes_sd_configs with the role: endpoints, see there\n'), []),
  ];
}

function mirrored(): readonly Case[] {
  const slice = (labels: string, namespace = 'shop'): string =>
    `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-x7k2p\n  namespace: ${namespace}\n  labels: { ${labels} }\n`;
  const mirror = 'endpointslice.kubernetes.io/managed-by: endpointslicemirroring-controller.k8s.io';
  const having = (name: string, text: string, finds: readonly string[]): Case => ({
    name: `mirrored slices: ${name}`,
    files: { 'db.yaml': db, 'export.yaml': text },
    finds,
  });
  const ours = 'kubernetes.io/service-name: db';
  const found = (place: string): string =>
    `${place} mirrored: The mirroring controller generated this slice from the Endpoints "db" and deletes it with that Endpoints. Remove it from the file.`;
  return [
    having('finds one', slice(`${ours}, ${mirror}`), [found('export.yaml:2:7')]),
    having('finds one in a list', `{"kind":"List","items":[${JSON.stringify(sliceObject)}]}`, [
      found('export.yaml:1:33'),
    ]),
    having('leaves that of another Service alone', slice(`kubernetes.io/service-name: web, ${mirror}`), []),
    having('leaves that of another namespace alone', slice(`${ours}, ${mirror}`, 'other'), []),
    having('leaves those of others alone', `${slice(ours)}# endpointslicemirroring-controller.k8s.io\n`, []),
  ];
}

const sliceObject = {
  kind: 'EndpointSlice',
  metadata: {
    labels: {
      'kubernetes.io/service-name': 'db',
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
    },
  },
};

function options(): readonly Case[] {
  const having = (name: string, written: string, finds: readonly string[]): Case => ({
    name: `options: ${name}`,
    files: { 'Pulumi.yaml': program(`    options: ${written}\n`) },
    finds,
  });
  const at = (place: string, message: string): string => `Pulumi.yaml:${place} option: ${message}`;
  return [
    having('finds those that keep the old object', '{ protect: true, RetainOnDelete: true }', [
      at(
        '8:16',
        'With "protect" Pulumi cannot delete the old Endpoints, so the update fails. Unprotect it in the state first.',
      ),
      at(
        '8:31',
        'With "RetainOnDelete" the old Endpoints stays in the cluster, so both objects list the addresses. Delete it yourself.',
      ),
    ]),
    having('leaves others alone', '{ protect: false, retainOnDelete: "${keep}", version: "4.0.0" }', []),
    having(
      'leaves other resources alone',
      '{}\n  b:\n    type: kubernetes:core/v1:Pod\n    options: { protect: true }',
      [],
    ),
  ];
}
