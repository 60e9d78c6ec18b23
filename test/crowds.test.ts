/** Thousands of objects of one name, or around one name: the work grows as their number does, and what is not compared is named. */
import assert from 'node:assert/strict';
import { createWorkspace, type Finding } from '../server/src/api.ts';
import { callsIn } from './support/work.ts';
import { application } from './support/workspace-texts.ts';

type Texts = Readonly<Record<string, string>>;

/** More than the limits below which all pairs are compared. */
const few = 220;
const times = 3;

const endpoints = (name: string, namespace = 'shop'): string =>
  `---\napiVersion: v1\nkind: Endpoints\nmetadata: {name: ${name}, namespace: ${namespace}}\nsubsets: [{addresses: [{ip: 10.0.0.1}], ports: [{name: a, port: 80}]}]\n`;
const service = (name: string, namespace = 'shop'): string =>
  `---\napiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: {ports: [{name: a, port: 80}]}\n`;
const slice = (name: string, of: string): string =>
  `---\napiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: ${name}, namespace: shop, labels: {kubernetes.io/service-name: ${of}, endpointslice.kubernetes.io/managed-by: me}}\naddressType: IPv4\nendpoints: [{addresses: [10.0.0.1]}]\nports: [{name: a, port: 80}]\n`;
const route = (name: string, backends: string): string =>
  `---\napiVersion: traefik.io/v1alpha1\nkind: IngressRouteTCP\nmetadata: {name: ${name}, namespace: shop}\nspec: {routes: [{services: [${backends}]}]}\n`;
const backend = (name: string): string => `{name: ${name}, port: 81}, `;
const pod = '---\napiVersion: v1\nkind: Pod\nmetadata: {name: db, namespace: shop, uid: a}\n';
const patch = (id: string, name: string, more = '', kind = 'core/v1:EndpointsPatch'): string =>
  `  ${id}: {type: 'kubernetes:${kind}', properties: {metadata: {name: ${name}, namespace: shop${more}}, subsets: [{addresses: [{ip: 10.0.0.1}]}]}}\n`;
const program = (resources: string, name = 'shop'): string => `name: ${name}\nruntime: yaml\nresources:\n${resources}`;
const each = (n: number, write: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => write(i)).join('');
const filesOf = (n: number, write: (i: number) => readonly [string, string]): Texts =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => write(i)));
const byManager = (i: number): string => `, annotations: {pulumi.com/patchFieldManager: m${i}}`;

const crowds: Readonly<Record<string, (n: number) => Texts>> = {
  'Endpoints of one name': (n) => ({ 'e.yaml': each(n, () => endpoints('db')) }),
  'Endpoints of one name with their Service': (n) => ({ 'e.yaml': service('db') + each(n, () => endpoints('db')) }),
  'Services of one name': (n) => ({ 's.yaml': each(n, () => service('db')) }),
  'Services and Endpoints of one name': (n) => ({ 's.yaml': each(n / 2, () => service('db') + endpoints('db')) }),
  'slices of one Service': (n) => ({ 's.yaml': service('db') + each(n, (i) => slice(`db-${i}`, 'db')) }),
  'slices of one name': (n) => ({ 's.yaml': service('db') + each(n, () => slice('db-1', 'db')) }),
  'slices and Endpoints of one Service': (n) => ({
    's.yaml': service('db') + each(n / 2, (i) => slice(`db-${i}`, 'db') + endpoints('db')),
  }),
  'patches of one object': (n) => ({ 'Pulumi.yaml': program(each(n, (i) => patch(`r${i}`, 'db'))) }),
  'patches of one object by different managers': (n) => ({
    'Pulumi.yaml': program(each(n, (i) => patch(`r${i}`, 'db', byManager(i)))),
  }),
  'patches of one slice by different managers': (n) => ({
    'Pulumi.yaml': program(
      each(n, (i) => patch(`r${i}`, 'db', byManager(i), 'discovery.k8s.io/v1:EndpointSlicePatch')),
    ),
  }),
  'patches of one object and its Service': (n) => ({
    'Pulumi.yaml': program(each(n, (i) => patch(`r${i}`, 'db'))),
    's.yaml': service('db').replace('spec: {', 'spec: {selector: {app: db}, '),
  }),
  'patches of different objects, each the child of the one before': (n) => ({
    'Pulumi.yaml': program(
      each(n, (i) =>
        patch(`r${i}`, `db-${i}`).replace(/}\n$/, `, options: {parent: "\${r${i % 100 === 0 ? 0 : i - 1}}"}}\n`),
      ),
    ),
  }),
  'patches of different objects': (n) => ({ 'Pulumi.yaml': program(each(n, (i) => patch(`r${i}`, `db-${i}`))) }),
  'namespaces with one name': (n) => ({ 'e.yaml': each(n, (i) => endpoints('db', `ns-${i}`)) }),
  'namespaces with one name and Services elsewhere': (n) => ({
    'e.yaml': each(n / 2, (i) => endpoints('db', `ns-${i}`) + service('db', `other-${i}`)),
  }),
  'files with one object': (n) => filesOf(n, (i) => [`e${i}.yaml`, endpoints('db')]),
  'files with one object or its Service': (n) =>
    filesOf(n, (i) => [`e${i}.yaml`, i % 2 === 0 ? endpoints('db') : service('db')]),
  'folders with one object and its Service': (n) =>
    filesOf(n, (i) => [`c${i}/e.yaml`, endpoints('db') + service('db')]),
  'kustomizations with one object': (n) => ({
    ...filesOf(n, (i) => [`c${i}/kustomization.yaml`, 'resources: [e.yaml]\n']),
    ...filesOf(n, (i) => [`c${i}/e.yaml`, endpoints('db')]),
  }),
  'kustomizations of one object': (n) => ({
    ...filesOf(n, (i) => [`c${i}/kustomization.yaml`, 'resources: [../base]\n']),
    'base/kustomization.yaml': 'resources: [e.yaml]\n',
    'base/e.yaml': endpoints('db') + service('db') + slice('db-1', 'db'),
  }),
  'programs with patches of one object': (n) =>
    filesOf(n, (i) => [`c${i}/Pulumi.yaml`, program(patch('one', 'db') + patch('two', 'db'), `shop-${i}`)]),
  'Services and Endpoints without a partner': (n) => ({
    's.yaml': each(n / 2, (i) => service(`service-number-${i}`) + endpoints(`endpoints-number-${i}`)),
  }),
  'Services and slices without a partner': (n) => ({
    's.yaml': each(n / 2, (i) => service(`service-number-${i}`) + slice(`s-${i}`, `endpoints-number-${i}`)),
  }),
  'references to Pods of one name': (n) => ({
    's.yaml': each(
      n / 2,
      (i) => pod + endpoints(`e${i}`).replace('10.0.0.1', '10.0.0.1, targetRef: {kind: Pod, name: db, uid: b}'),
    ),
  }),
  'Applications with a folder each': (n) => ({
    ...filesOf(n, (i) => [`argo/a${i}.yaml`, application(`apps/a${i}`, 'shop')]),
    ...filesOf(n, (i) => [`apps/a${i}/e.yaml`, endpoints('db') + service('db')]),
  }),
  'Applications of one folder': (n) => ({
    'argo/a.yaml': each(n, (i) => `---\n${application('apps', `ns-${i}`)}`),
    ...filesOf(n, (i) => [`apps/e${i}.yaml`, endpoints(`db-${i}`) + service(`db-${i}`)]),
  }),
  'alternatives with one cluster IP': (n) =>
    filesOf(n, (i) => [
      `e${i}.yaml`,
      service('db').replace('spec: {', 'spec: {clusterIP: 10.0.0.1, ') + endpoints('db'),
    ]),
  'Services with one cluster IP': (n) => ({
    's.yaml': each(
      n / 2,
      (i) => service(`s${i}`).replace('spec: {', 'spec: {clusterIP: 10.0.0.1, ') + endpoints(`e${i}`),
    ),
  }),
};

/** What sends traffic. */
const senders: typeof crowds = {
  'routes to one Service': (n) => ({
    's.yaml': service('db') + slice('db-1', 'db') + each(n, (i) => route(`r${i}`, backend('db'))),
  }),
  'routes to one Service with as many slices': (n) => ({
    's.yaml': service('db') + each(n / 2, (i) => slice(`db-${i}`, 'db') + route(`r${i}`, backend('db'))),
  }),
  'a route to many Services': (n) => ({
    's.yaml':
      route(
        'r',
        each(n, (i) => backend(`db-${i}`)),
      ) + each(n, (i) => service(`db-${i}`) + slice(`db-${i}-1`, `db-${i}`)),
  }),
  'monitors of one label': (n) => ({
    's.yaml': each(
      n / 2,
      (i) =>
        `${service(`db-${i}`).replace('namespace: shop', 'namespace: shop, labels: {app: db}')}---\napiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: m${i}, namespace: shop}\nspec: {selector: {matchLabels: {app: db}}, endpoints: [{port: b}]}\n`,
    ),
  }),
};

/** Many parts of one object. */
const parts: typeof crowds = {
  'field managers': (n) => ({
    'e.yaml': `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  managedFields:\n${each(
      n,
      (i) =>
        `  - {manager: "\\t${i}", operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:subsets": {}}}\n`,
    )}`,
  }),
  'ignored findings': (n) => ({
    'e.yaml': `apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n- addresses:\n${each(
      n,
      (i) => `  - ip: 127.0.${i >> 8}.${i & 255} # endpoints: ignore[loopback-ip, special-*]\n`,
    )}`,
  }),
  'ignores and unknown fields': (n) => ({
    'e.yaml': `apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n${each(
      n,
      (i) => `- adresses${i}: []\n- addresses: [{ip: 10.0.0.1}] # endpoints: ignore[loopback-ip]\n`,
    )}`,
  }),
};

function filled(texts: Texts) {
  const workspace = createWorkspace();
  for (const [name, text] of Object.entries(texts)) workspace.set(name, text);
  return workspace;
}

function checkCalls(texts: Texts): number {
  const workspace = filled(texts);
  return callsIn(() => void workspace.check());
}

/** Renames the object in the middle of the last file. */
function editCalls(texts: Texts): number {
  const workspace = filled(texts);
  workspace.check();
  const [name = '', text = ''] = Object.entries(texts).at(-1) ?? [];
  const at = text.indexOf('name: db', text.length / 2);
  assert.ok(at > 0);
  return callsIn(() => {
    workspace.set(name, `${text.slice(0, at)}name: other${text.slice(at + 8)}`);
    workspace.check();
  });
}

describe('crowds', function () {
  this.timeout(120_000);
  // Compiles what runs once.
  before(() => void checkCalls(crowds['Services and Endpoints of one name']?.(few) ?? {}));

  for (const [name, textsOf] of Object.entries({ ...crowds, ...senders, ...parts })) {
    it(`are checked in linear work: ${name}`, () => {
      const [one, more] = [checkCalls(textsOf(few)), checkCalls(textsOf(few * times))];
      assert.ok(more < 1.4 * times * one, `${more / one} times the calls for ${times} times the objects`);
    });
  }

  for (const name of ['Services and Endpoints of one name', 'slices of one Service', 'patches of one object']) {
    it(`are checked in linear work after an edit: ${name}`, () => {
      const textsOf = crowds[name];
      assert.ok(textsOf);
      const [one, more] = [editCalls(textsOf(few)), editCalls(textsOf(few * times))];
      assert.ok(more < 1.4 * times * one, `${more / one} times the calls for ${times} times the objects`);
    });
  }
});

describe('what is too much to be compared', () => {
  const named = (texts: Texts, severity = {}): readonly Finding[] => {
    const workspace = createWorkspace({ severity });
    for (const [name, text] of Object.entries(texts)) workspace.set(name, text);
    return workspace.check().filter(({ code }) => code === 'uncompared-objects');
  };

  for (const [count, message] of [
    [30, undefined],
    [31, 'The Endpoints "db" has 31 patches.'],
    [200, 'The Endpoints "db" has 200 patches.'],
    [201, '201 objects define or patch the Endpoints "db".'],
    [1000, '1,000 objects define or patch the Endpoints "db".'],
  ] as const) {
    it(`is named once for ${count} patches of an object`, () => {
      const found = named(crowds['patches of one object']?.(count) ?? {});
      assert.deepEqual(
        found.map((each) => each.message.slice(0, message?.length)),
        message ? [message] : [],
      );
    });
  }

  it('is named once for each kind of 200 Services and 200 Endpoints', () => {
    const found = named(crowds['Services and Endpoints of one name']?.(400) ?? {});
    assert.deepEqual(
      found.map((each) => each.message.split('.')[0]),
      ['200 Endpoints are named "db"', '200 Services are named "db"'],
    );
  });

  it('is named at a Service with more than 100 slices', () => {
    const messages = (count: number): readonly string[] =>
      named(crowds['slices of one Service']?.(count) ?? {}).map((each) => each.message.split('.')[0] ?? '');
    assert.deepEqual(messages(100), []);
    assert.deepEqual(messages(101), ['101 EndpointSlices belong to this Service']);
  });

  it('is not named for objects that are not compared', () => {
    for (const name of ['Endpoints of one name', 'folders with one object and its Service'])
      assert.deepEqual(named(crowds[name]?.(300) ?? {}), []);
  });

  it('is not looked for by rules that are off', () => {
    const texts = crowds['patches of one object by different managers']?.(30) ?? {};
    const rules = [
      'apply-conflict',
      'forced-takeover',
      'shared-field-manager',
      'unwritten-protocol',
      'replaced-subsets',
    ];
    const workspaces = [{}, Object.fromEntries(rules.map((code) => [code, 'off' as const]))].map((severity) => {
      const workspace = createWorkspace({ severity });
      for (const [name, text] of Object.entries(texts)) workspace.set(name, text);
      return callsIn(() => void workspace.check());
    });
    const [on = 0, off = 0] = workspaces;
    assert.ok(off < on, `${off} of ${on} calls`);
  });
});
