/** Readers of Endpoints: assertions of tests, Ansible, and what keeps Endpoints. */
import assert from 'node:assert/strict';
import { foundReaders } from './support/reader-search.ts';
import { objectsOfTexts } from './support/reader-project.ts';

describe('readers: assertions of tests', () => {
  it('finds files of kuttl and Chainsaw, which are no objects', () => {
    const text = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\n';
    assert.deepEqual(foundReaders({ 'e2e/00-assert.yaml': text }), [
      'e2e/00-assert.yaml:2 test-assert person [shop/db]',
    ]);
    assert.deepEqual(foundReaders({ 'e2e/01-errors.yaml': text }), [
      'e2e/01-errors.yaml:2 test-assert person [shop/db]',
    ]);
    assert.deepEqual(foundReaders({ 'e2e/00-install.yaml': text }), []);
    const test =
      'apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n  steps:\n    - try:\n        - apply: {resource: {apiVersion: v1, kind: Endpoints, metadata: {name: db}}}\n        - assert: {file: expected.yaml}\n        - error:\n            resource:\n              apiVersion: v1\n              kind: Endpoints\n              metadata: {name: host}\n';
    assert.deepEqual(foundReaders({ 'e2e/chainsaw-test.yaml': test, 'e2e/expected.yaml': text }), [
      'e2e/chainsaw-test.yaml:11 test-assert person [bank/host]',
      'e2e/expected.yaml:2 test-assert person [shop/db]',
    ]);
    const own = objectsOfTexts([
      { uri: `file:///project/e2e/chainsaw-test.yaml`, text: test },
      { uri: `file:///project/e2e/expected.yaml`, text },
    ]);
    assert.deepEqual(own, []);
  });

  it('finds assertions of helm-unittest', () => {
    const text =
      'suite: db\ntests:\n  - it: has Endpoints\n    asserts:\n      - isKind: {of: Endpoints}\n      - isKind: {of: Service}\n';
    assert.deepEqual(foundReaders({ 'chart/tests/db_test.yaml': text }), [
      'chart/tests/db_test.yaml:5 test-assert person [*]',
    ]);
  });
});

describe('readers: Ansible', () => {
  it('finds tasks and lookups', () => {
    const text =
      '- hosts: localhost\n  tasks:\n    - kubernetes.core.k8s_info:\n        kind: Endpoints\n        name: db\n        namespace: shop\n' +
      '    - k8s_info: {kind: Endpoints, name: kubernetes, namespace: default}\n' +
      '    - community.okd.k8s:\n        definition:\n          apiVersion: v1\n          kind: Endpoints\n          metadata: {name: own, namespace: lab}\n' +
      '    - k8s_info: kind=Endpoints name=own namespace=lab\n' +
      "    - debug:\n        msg: \"{{ lookup('kubernetes.core.k8s', kind='Endpoints', namespace='bank', resource_name='host') }}\"\n" +
      '    - local_action: {module: k8s_info, kind: Endpoints, namespace: bank}\n';
    assert.deepEqual(foundReaders({ 'play.yml': text }), [
      'play.yml:4 ansible-info person [shop/db]',
      'play.yml:7 ansible-info person [default/kubernetes] later',
      'play.yml:11 ansible-info person [lab/own]',
      'play.yml:13 ansible-info person [lab/own]',
      'play.yml:15 ansible-info person [bank/host]',
      'play.yml:16 ansible-info person [bank/host]',
    ]);
  });

  it('is silent on other kinds and modules', () => {
    const text =
      '- k8s_info: {kind: EndpointSlice, api_version: discovery.k8s.io/v1}\n- k8s_info: {kind: Endpoints, api_version: example.test/v1}\n- debug: {msg: kind Endpoints}\n- name: endpoints\n  k8s: {definition: {apiVersion: v1, kind: Service, metadata: {name: Endpoints}}}\n';
    assert.deepEqual(foundReaders({ 'play.yml': text }), []);
  });
});

describe('readers: GlusterFS', () => {
  it('finds volumes', () => {
    const volume =
      'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: v}\nspec:\n  claimRef: {namespace: shop, name: c}\n  glusterfs:\n    path: v\n    endpoints: db\n';
    assert.deepEqual(foundReaders({ 'v.yaml': volume }), ['v.yaml:8 glusterfs-volume person [shop/db]']);
    const pod =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: bank}\nspec: {template: {spec: {volumes: [{name: x, glusterfs: {endpoints: host, path: p}}]}}}\n';
    assert.deepEqual(foundReaders({ 'd.yaml': pod }), ['d.yaml:4 glusterfs-volume person [bank/host]']);
    const terraform =
      'resource "kubernetes_persistent_volume" "v" {\n  spec {\n    glusterfs {\n      endpoints_name = "db"\n      path = "v"\n    }\n  }\n}\n';
    assert.deepEqual(foundReaders({ 'v.tf': terraform }), ['v.tf:4 glusterfs-volume person [shop/db]']);
    assert.deepEqual(foundReaders({ 'h.yaml': 'glusterfs: {executor: ssh}\nendpoints: db\npath: x\n' }), []);
  });
});

describe('readers: Patroni', () => {
  const leader =
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: pg\n  namespace: data\n  labels: {application: patroni, cluster-name: pg}\nsubsets: []\n';
  const leaderLine = 'pg.yaml:2 patroni-endpoints person [data/pg]';

  it('finds settings in any form', () => {
    const env =
      'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: pg, namespace: data}\nspec:\n  template:\n    metadata: {labels: {cluster-name: pg}}\n    spec:\n      containers:\n        - env:\n            - name: PATRONI_KUBERNETES_USE_ENDPOINTS\n              value: "true"\n';
    assert.deepEqual(foundReaders({ 'a.yaml': env, 'pg.yaml': leader }), [
      'a.yaml:10 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(foundReaders({ 'a.yaml': env.replace('"true"', '"false"'), 'pg.yaml': leader }), [leaderLine]);
    const map =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: data}\ndata:\n  PATRONI_SCOPE: pg\n  PATRONI_KUBERNETES_USE_ENDPOINTS: "true"\n';
    assert.deepEqual(foundReaders({ 'a.yaml': map, 'pg.yaml': leader }), [
      'a.yaml:6 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    const file =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: data}\ndata:\n  patroni.yml: |\n    scope: pg\n    kubernetes:\n      use_endpoints: true\n';
    assert.deepEqual(foundReaders({ 'a.yaml': file, 'pg.yaml': leader }), [
      'a.yaml:8 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    const compose =
      'services:\n  pg:\n    environment:\n      - PATRONI_SCOPE=pg\n      - PATRONI_KUBERNETES_USE_ENDPOINTS=true\n';
    assert.deepEqual(foundReaders({ 'a.yaml': compose, 'pg.yaml': leader }), [
      'a.yaml:5 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    const plain =
      '# PATRONI_KUBERNETES_USE_ENDPOINTS=true\nPATRONI_SCOPE=pg\nexport PATRONI_KUBERNETES_USE_ENDPOINTS=true\n';
    assert.deepEqual(foundReaders({ 'pg.env': plain, 'pg.yaml': leader }), [
      'pg.env:3 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(foundReaders({ 'doc.md': plain }), []);
    assert.deepEqual(foundReaders({ 'a.yaml': 'scope: pg\nkubernetes:\n  use_endpoints: false\n' }), []);
    assert.deepEqual(foundReaders({ 'a.yaml': 'scope: pg\netcd:\n  use_endpoints: true\n' }), []);
  });

  it('does not name objects of others', () => {
    const text = 'scope: other\nkubernetes: {use_endpoints: true}\n';
    assert.deepEqual(foundReaders({ 'a.yaml': text }), ['a.yaml:2 patroni-endpoints person [other] later likely']);
  });

  it('recognizes its objects', () => {
    const other = leader.replace('application: patroni', 'application: shop');
    assert.deepEqual(foundReaders({ 'pg.yaml': other }), []);
    const annotated = other.replace('subsets', '  annotations: {leader: pg-0, renewTime: "2026"}\nsubsets');
    assert.deepEqual(foundReaders({ 'pg.yaml': annotated }), [leaderLine]);
    assert.deepEqual(foundReaders({ 'pg.yaml': other.replace('application:', 'pg.example.test/patroni:') }), [
      leaderLine,
    ]);
  });

  it('knows the operator of Zalando', () => {
    const spilo = leader.replace('patroni', 'spilo');
    const map = (data: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: postgres-operator, namespace: data}\ndata:\n  cluster_labels: application:spilo\n${data}`;
    const image = (tag: string): string =>
      `kind: Deployment\napiVersion: apps/v1\nspec: {template: {spec: {containers: [{image: "ghcr.io/zalando/postgres-operator:${tag}"}]}}}\n`;
    const off = map('  kubernetes_use_configmaps: "false"\n');
    assert.deepEqual(foundReaders({ 'o.yaml': off, 'pg.yaml': spilo }), [
      'o.yaml:6 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(foundReaders({ 'o.yaml': map('  kubernetes_use_configmaps: "true"\n') }), []);
    assert.deepEqual(foundReaders({ 'o.yaml': map(''), 'd.yaml': image('v1.12.2'), 'pg.yaml': spilo }), [
      'o.yaml:2 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(foundReaders({ 'o.yaml': map(''), 'd.yaml': image('v2.0.0') }), []);
    assert.deepEqual(foundReaders({ 'o.yaml': map('') }), []);
    const values = 'configGeneral:\n  kubernetes_use_configmaps: false\n';
    assert.deepEqual(foundReaders({ 'values.yaml': values, 'pg.yaml': spilo }), [
      'values.yaml:2 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
  });
});

describe('readers: roles for single objects', () => {
  const role = (kind: string, names: string, namespace = ''): string =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: r${namespace}}\nrules:\n  - apiGroups: [""]\n    resources: [endpoints]\n    resourceNames: [${names}]\n    verbs: [get]\n`;

  it('are found for hand-written objects and for those of the API server', () => {
    const found = (text: string): readonly string[] => foundReaders({ 'r.yaml': text });
    assert.deepEqual(found(role('ClusterRole', 'db')), ['r.yaml:6 rbac-rule person [shop/db]']);
    assert.deepEqual(found(role('ClusterRole', 'kubernetes')), [
      'r.yaml:6 rbac-rule person [default/kubernetes] later',
    ]);
    assert.deepEqual(found(role('Role', 'kubernetes', ', namespace: default')), [
      'r.yaml:6 rbac-rule person [default/kubernetes] later',
    ]);
    assert.deepEqual(found(role('Role', 'kubernetes', ', namespace: shop')), []);
    assert.deepEqual(found(role('ClusterRole', 'leader, other')), []);
  });
});
