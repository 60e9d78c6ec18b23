/** Readers of Endpoints: admission policies, Argo CD, Velero, patches, assertions, Ansible, GlusterFS, Patroni. */
import assert from 'node:assert/strict';
import type { Reader } from '../server/src/readers/reader.ts';
import { objectsOfTexts, readersOfTexts } from './support/reader-project.ts';

const base = 'file:///project/';

/** In namespaces `shop` and `bank`. */
const objects = {
  'k8s/shop.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\nsubsets: []\n',
  'k8s/bank.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: host, namespace: bank}\nsubsets: []\n',
};

type Files = Readonly<Record<string, string>>;

function readersOf(files: Files): readonly Reader[] {
  const texts = Object.entries({ ...objects, ...files }).map(([path, text]) => ({ uri: base + path, text }));
  return readersOfTexts(texts);
}

/** `path:line kind change [for]`, with `later` and `likely` where they are not as usual. */
function found(files: Files): readonly string[] {
  return readersOf(files).map(({ uri, span, kind, change, when, certainty, ...reach }) => {
    const path = uri.slice(base.length);
    const line = (files[path] ?? '').slice(0, span.start).split('\n').length;
    const more = [when === 'later' ? ' later' : '', certainty === 'likely' ? ' likely' : ''].join('');
    return `${path}:${line} ${kind} ${change} [${reach.for.join()}]${more}`;
  });
}

/** The text with all fixes, which leave nothing to find. */
function fixed(path: string, text: string): string {
  const edits = readersOf({ [path]: text }).flatMap(({ fix }) => fix?.edits ?? []);
  const unique = [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
  const result = unique
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, edit) => all.slice(0, edit.span.start) + edit.text + all.slice(edit.span.end), text);
  assert.deepEqual(
    readersOf({ [path]: result }).filter(({ fix }) => fix),
    [],
  );
  return result;
}

function kyverno(rule: string, head = 'kind: ClusterPolicy\nmetadata: {name: p}'): string {
  return `apiVersion: kyverno.io/v1\n${head}\nspec:\n  rules:\n${rule.replace(/^/gm, '    ')}\n`;
}

const matchAny = '- name: r\n  match:\n    any:\n      - resources:\n          kinds:\n            - Endpoints\n';

describe('readers: Kyverno', () => {
  it('finds rules that match Endpoints, and rewrites those that do not look into the object', () => {
    for (const body of [
      'validate: {message: no, deny: {}}',
      'validate:\n    message: no\n    deny:\n      conditions:\n        all:\n          - {key: "{{ request.userInfo.username }}", operator: NotEquals, value: admin}',
      'preconditions:\n    all:\n      - key: "{{ request.operation || \'BACKGROUND\' }}"\n        operator: Equals\n        value: CREATE\n  validate: {deny: {}}',
      'validate: {pattern: {metadata: {labels: {team: "?*"}}}}',
      'validate:\n    anyPattern:\n      - metadata: {=(annotations): {owner: "?*"}}',
      'mutate: {patchStrategicMerge: {metadata: {labels: {+(team): none}}}}',
      'mutate:\n    patchesJson6902: |-\n      - op: add\n        path: /metadata/labels/team\n        value: none',
    ]) {
      const text = kyverno(`${matchAny}  ${body}`);
      assert.deepEqual(found({ 'p.yaml': text }), ['p.yaml:11 policy-match rewrite [*]'], body);
      assert.equal(
        fixed('p.yaml', text),
        text.replace('- Endpoints\n', '- Endpoints\n                - EndpointSlice\n'),
      );
    }
  });

  it('leaves to a person what looks into the object, or whose match has names', () => {
    for (const body of [
      'validate: {pattern: {subsets: [{addresses: [{ip: "!169.*"}]}]}}',
      'validate: {pattern: {metadata: {name: "db-*"}}}',
      'validate:\n    deny:\n      conditions:\n        all:\n          - {key: "{{ request.object.subsets[] | length(@) }}", operator: GreaterThan, value: 3}',
      'validate:\n    deny:\n      conditions:\n        all:\n          - {key: "{{ request.object.kind }}", operator: Equals, value: Endpoints}',
      'context:\n    - {name: x, apiCall: {urlPath: /api/v1/namespaces}}\n  validate: {deny: {}}',
      'validate: {foreach: [{list: request.object.subsets, deny: {}}]}',
      'generate: {apiVersion: v1, kind: ConfigMap, name: x, namespace: y, data: {data: {a: b}}}',
      'mutate:\n    patchesJson6902: |-\n      - op: remove\n        path: /subsets/0',
      'exclude:\n    any:\n      - resources: {kinds: [Endpoints], names: [kube-*]}\n  validate: {deny: {}}',
    ])
      assert.deepEqual(
        found({ 'p.yaml': kyverno(`${matchAny}  ${body}`) }),
        ['p.yaml:11 policy-match person [*]'],
        body,
      );
    const named = '- name: r\n  match: {resources: {kinds: [v1/Endpoints], names: [db]}}\n  validate: {deny: {}}';
    assert.deepEqual(found({ 'p.yaml': kyverno(named) }), ['p.yaml:7 policy-match person [shop/db]']);
  });

  it('writes the kind as the others are written', () => {
    const text = kyverno(
      '- name: r\n  match: {all: [resources: {kinds: ["v1/Endpoints", Pod]}]}\n  validate: {deny: {}}',
    );
    assert.match(fixed('p.yaml', text), /kinds: \["v1\/Endpoints", "?discovery\.k8s\.io\/v1\/EndpointSlice"?, Pod\]/);
    for (const kind of ['*/v1/Endpoints', 'Endpoints/*'])
      assert.equal(
        found({ 'p.yaml': kyverno(`- name: r\n  match: {resources: {kinds: ['${kind}']}}\n  validate: {deny: {}}`) })
          .length,
        1,
      );
  });

  it('knows the namespaces', () => {
    const inShop = kyverno(
      '- name: r\n  match: {resources: {kinds: [Endpoints], namespaces: [shop]}}\n  validate: {deny: {}}',
    );
    assert.deepEqual(found({ 'p.yaml': inShop }), ['p.yaml:7 policy-match rewrite [shop/db]']);
    assert.deepEqual(found({ 'p.yaml': inShop.replace('[shop]', '[other]') }), []);
    const own = kyverno(`${matchAny}  validate: {deny: {}}`, 'kind: Policy\nmetadata: {name: p, namespace: bank}');
    assert.deepEqual(found({ 'p.yaml': own }), ['p.yaml:11 policy-match rewrite [bank/host]']);
  });

  it('is silent where slices are matched, and where Endpoints are only excluded', () => {
    const both = '- name: r\n  match: {any: [resources: {kinds: [Endpoints, EndpointSlice]}]}\n  validate: {deny: {}}';
    const twin =
      '- name: a\n  match: {any: [resources: {kinds: [Endpoints]}]}\n  validate: {deny: {}}\n' +
      '- name: b\n  match: {any: [resources: {kinds: [discovery.k8s.io/v1/EndpointSlice]}]}\n  validate: {deny: {}}';
    const wild = '- name: r\n  match: {any: [resources: {kinds: [Endpoints, "*"]}]}\n  validate: {deny: {}}';
    const excluded =
      '- name: r\n  match: {any: [resources: {kinds: [Pod]}]}\n  exclude: {any: [resources: {kinds: [Endpoints]}]}\n  validate: {message: no Endpoints, deny: {}}';
    for (const rule of [both, twin, wild, excluded]) assert.deepEqual(found({ 'p.yaml': kyverno(rule) }), []);
    const audit =
      'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n  - level: None\n    resources: [{group: "", resources: [endpoints]}]\n';
    assert.deepEqual(found({ 'audit.yaml': audit }), []);
  });
});

describe('readers: other admission policies', () => {
  const policy = (rules: string, expression: string): string =>
    `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: v}\nspec:\n  matchConstraints:\n    resourceRules:\n${rules}  validations:\n    - expression: "${expression}"\n`;
  const rule =
    '      - apiGroups: [""]\n        apiVersions: [v1]\n        operations: [CREATE, DELETE]\n        resources: [endpoints]\n';

  it('rewrites a ValidatingAdmissionPolicy that reads only metadata', () => {
    for (const expression of [
      "request.userInfo.username == 'admin'",
      'has(object.metadata.labels) && object.metadata.labels.size() > 0',
    ]) {
      const text = policy(rule, expression);
      assert.deepEqual(found({ 'v.yaml': text }), ['v.yaml:10 policy-match rewrite [*]']);
      const added =
        '      - {apiGroups: [discovery.k8s.io], apiVersions: [v1], operations: [CREATE, DELETE], resources: [endpointslices]}\n';
      assert.equal(fixed('v.yaml', text), text.replace('  validations:', `${added}  validations:`));
    }
    for (const expression of [
      'object.subsets.size() < 5',
      "object.metadata.name != 'x'",
      "request.resource.resource == 'x'",
      "object.kind == 'Endpoints'",
    ])
      assert.deepEqual(
        found({ 'v.yaml': policy(rule, expression) }),
        ['v.yaml:10 policy-match person [*]'],
        expression,
      );
  });

  it('is silent on other groups and on slices', () => {
    assert.deepEqual(found({ 'v.yaml': policy(rule.replace('""', 'example.test'), 'true') }), []);
    const slices = rule.replace('""', 'discovery.k8s.io').replace('endpoints', 'endpointslices');
    assert.deepEqual(found({ 'v.yaml': policy(rule + slices, 'true') }), []);
  });

  it('finds bindings, mutating policies and webhooks', () => {
    const binding =
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {name: b}\nspec:\n  policyName: v\n  matchResources:\n    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}\n    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [endpoints]}]\n';
    assert.deepEqual(found({ 'b.yaml': binding }), ['b.yaml:8 policy-match person [shop/db]']);
    const mutating = policy(rule, "Object{metadata: Object.metadata{labels: {'a': 'b'}}}").replace(
      'Validating',
      'Mutating',
    );
    assert.deepEqual(found({ 'm.yaml': mutating }), ['m.yaml:10 policy-match person [*]']);
    const webhook = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'w' },
      webhooks: [
        { name: 'a', clientConfig: { url: 'https://a' }, rules: [{ apiGroups: [''], resources: ['pods'] }] },
        { name: 'b', clientConfig: { url: 'https://b' }, rules: [{ apiGroups: [''], resources: ['endpoints'] }] },
        {
          name: 'c',
          clientConfig: { url: 'https://c' },
          rules: [{ apiGroups: ['*'], resources: ['endpoints', 'endpointslices'] }],
        },
      ],
    };
    const text = JSON.stringify(webhook, null, 1);
    const line = text.slice(0, text.indexOf('"endpoints"')).split('\n').length;
    assert.deepEqual(found({ 'w.json': text }), [`w.json:${line} policy-match person [*]`]);
  });

  it('reads constraints of Gatekeeper with their templates', () => {
    const constraint = (kind: string, kinds: string): string =>
      `apiVersion: constraints.gatekeeper.sh/v1beta1\nkind: ${kind}\nmetadata: {name: c}\nspec:\n  match:\n    kinds:\n      - apiGroups: [""]\n        kinds: ${kinds}\n`;
    const template = (rego: string): string =>
      `apiVersion: templates.gatekeeper.sh/v1\nkind: ConstraintTemplate\nmetadata: {name: x}\nspec:\n  crd: {spec: {names: {kind: K8sOwn}}}\n  targets:\n    - target: admission.k8s.gatekeeper.sh\n      rego: |\n        package x\n        # Endpoints\n        violation[{"msg": msg}] { ${rego}; msg := "no" }\n`;
    const labels = constraint('K8sRequiredLabels', '[Service, Endpoints]');
    assert.deepEqual(found({ 'c.yaml': labels }), ['c.yaml:8 policy-match rewrite [*]']);
    const added = '      - {apiGroups: [discovery.k8s.io], kinds: [EndpointSlice]}\n';
    assert.equal(fixed('c.yaml', labels), labels + added);
    const own = constraint('K8sOwn', '[Endpoints]');
    assert.deepEqual(found({ 'c.yaml': own }), ['c.yaml:8 policy-match person [*]']);
    assert.deepEqual(found({ 'c.yaml': own, 't.yaml': template('not input.review.object.metadata.labels.team') }), [
      'c.yaml:8 policy-match rewrite [*]',
    ]);
    assert.deepEqual(found({ 'c.yaml': own, 't.yaml': template('count(input.review.object.subsets) > 3') }), [
      'c.yaml:8 policy-match person [*]',
    ]);
    assert.deepEqual(
      found({ 'c.yaml': constraint('K8sOwn', '[Endpoints]\n      - apiGroups: ["*"]\n        kinds: ["*"]') }),
      [],
    );
    const sync =
      'apiVersion: config.gatekeeper.sh/v1alpha1\nkind: Config\nmetadata: {name: config}\nspec:\n  sync:\n    syncOnly:\n      - {group: "", version: v1, kind: Endpoints}\n';
    assert.deepEqual(found({ 's.yaml': sync }), ['s.yaml:7 policy-match person [*]']);
  });
});

describe('readers: Argo CD', () => {
  const application = (more: string, namespace = 'shop'): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source: {repoURL: https://git.test, path: apps}\n  destination: {namespace: ${namespace}}\n${more}`;

  it('finds ignored differences', () => {
    const ignored =
      '  ignoreDifferences:\n    - {group: apps, kind: Deployment}\n    - kind: Endpoints\n      jsonPointers: [/subsets]\n';
    assert.deepEqual(found({ 'argo/a.yaml': application(ignored) }), ['argo/a.yaml:9 argo-ignore person [shop/db]']);
    assert.deepEqual(found({ 'argo/a.yaml': application(ignored, 'none') }), ['argo/a.yaml:9 argo-ignore person [*]']);
    assert.deepEqual(found({ 'argo/a.yaml': application(ignored, 'none').replace('path: apps', 'path: k8s') }), [
      'argo/a.yaml:9 argo-ignore person [shop/db,bank/host]',
    ]);
    const named = ignored.replace('kind: Endpoints', 'kind: Endpoints\n      name: host\n      namespace: bank');
    assert.deepEqual(found({ 'argo/a.yaml': application(named) }), ['argo/a.yaml:9 argo-ignore person [bank/host]']);
    const entry =
      '  ignoreDifferences: [{group: networking.istio.io, kind: ServiceEntry, jsonPointers: [/spec/endpoints]}]\n';
    assert.deepEqual(found({ 'argo/a.yaml': application(entry) }), []);
    const cm = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n${data}`;
    const key = cm('  resource.customizations.ignoreDifferences._Endpoints: |\n    jsonPointers: [/subsets]\n');
    assert.deepEqual(found({ 'cm.yaml': key }), ['cm.yaml:5 argo-ignore person [*]']);
    const old = cm(
      '  resource.customizations: |\n    apps/Deployment:\n      health.lua: x\n    Endpoints:\n      ignoreDifferences: "{}"\n',
    );
    assert.deepEqual(found({ 'cm.yaml': old }), ['cm.yaml:8 argo-ignore person [*]']);
  });

  it('adds slices to the list of a project', () => {
    const project = (list: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {name: p}\nspec:\n  destinations: [{namespace: 'sh*'}]\n  namespaceResourceWhitelist:\n${list}`;
    const lacking = project("    - group: ''\n      kind: Endpoints\n    - group: apps\n      kind: Deployment\n");
    assert.deepEqual(found({ 'p.yaml': lacking }), ['p.yaml:8 argo-project rewrite [shop/db]']);
    assert.equal(
      fixed('p.yaml', lacking),
      lacking.replace('kind: Endpoints\n', 'kind: Endpoints\n    - {group: discovery.k8s.io, kind: EndpointSlice}\n'),
    );
    const flow = project("    - {group: '', kind: Endpoints}\n");
    assert.match(
      fixed('p.yaml', flow),
      /kind: Endpoints\}\n {4}- \{ ?group: '?discovery\.k8s\.io'?, kind: EndpointSlice ?\}\n$/,
    );
    for (const more of ["    - {group: 'discovery.k8s.io', kind: '*'}\n", "    - {group: '*', kind: '*'}\n"])
      assert.deepEqual(found({ 'p.yaml': project(`    - {group: '', kind: Endpoints}\n${more}`) }), []);
    assert.deepEqual(found({ 'p.yaml': lacking.replace('Whitelist', 'Blacklist') }), []);
    assert.deepEqual(found({ 'p.yaml': lacking.replace("'sh*'", 'other') }), []);
  });

  it('finds filters that name one of both kinds', () => {
    const filter = (name: string, kinds: string): string =>
      `configs:\n  cm:\n    ${name}: |\n      - apiGroups: ['', discovery.k8s.io]\n        kinds: ${kinds}\n`;
    for (const name of ['resource.exclusions', 'resource.inclusions'])
      for (const kind of ['Endpoints', 'EndpointSlice'])
        assert.deepEqual(found({ 'values.yaml': filter(name, `[Lease, ${kind}]`) }), [
          'values.yaml:5 argo-filter person [*]',
        ]);
    assert.deepEqual(found({ 'values.yaml': filter('resource.exclusions', '[Endpoints, EndpointSlice]') }), []);
    assert.deepEqual(found({ 'values.yaml': filter('resource.exclusions', '[Lease]\n        # Endpoints') }), []);
  });
});

describe('readers: Velero', () => {
  const backup = (list: string): string =>
    `apiVersion: velero.io/v1\nkind: Schedule\nmetadata: {name: b}\nspec:\n  template:\n    includedNamespaces: [shop]\n    ${list}\n`;

  it('adds slices to included resources', () => {
    const text = backup("includedResources:\n    - 'services'\n    - 'endpoints'");
    assert.deepEqual(found({ 'b.yaml': text }), ['b.yaml:9 velero-filter rewrite [shop/db]']);
    assert.equal(
      fixed('b.yaml', text),
      text.replace("- 'endpoints'\n", "- 'endpoints'\n    - 'endpointslices.discovery.k8s.io'\n"),
    );
    assert.deepEqual(
      found({ 'b.yaml': backup('includedNamespaceScopedResources: [endpoints]').replace('[shop]', "['*']") }),
      ['b.yaml:7 velero-filter rewrite [*]'],
    );
    assert.deepEqual(found({ 'b.yaml': backup('excludedResources: [endpoints]') }), [
      'b.yaml:7 velero-filter person [shop/db]',
    ]);
  });

  it('is silent where slices are named too', () => {
    for (const list of ['[endpoints, endpointslices]', "['*', endpoints]", '[services]  # endpoints'])
      assert.deepEqual(found({ 'b.yaml': backup(`includedResources: ${list}`) }), []);
  });

  it('finds commands', () => {
    const script =
      '#!/bin/sh\n# velero backup create x --include-resources endpoints\nvelero backup create x \\\n  --include-namespaces bank --include-resources=services,endpoints\n';
    assert.deepEqual(found({ 'b.sh': script }), ['b.sh:4 velero-filter person [bank/host]']);
  });
});

describe('readers: patches', () => {
  it('finds targets, inline patches and files of kustomize', () => {
    const kustomization =
      'resources: [../k8s]\npatches:\n  - target: {kind: Endpoints, name: db}\n    path: p.yaml\n  - target: {kind: Service}\n    patch: |\n      - {op: add, path: /metadata/labels/endpoints, value: Endpoints}\n';
    assert.deepEqual(found({ 'over/kustomization.yaml': kustomization }), [
      'over/kustomization.yaml:3 patch-target person [shop/db]',
    ]);
    const inline =
      'patches:\n  - patch: |-\n      apiVersion: v1\n      kind: Endpoints\n      metadata: {name: host}\n      subsets: []\n';
    assert.deepEqual(found({ 'over/kustomization.yaml': inline }), [
      'over/kustomization.yaml:4 patch-target person [bank/host]',
    ]);
    const file = {
      'over/kustomization.yaml': 'patchesStrategicMerge: [p.yaml]\n',
      'over/p.yaml': objects['k8s/shop.yaml'],
    };
    assert.deepEqual(found(file), ['over/p.yaml:2 patch-target person [shop/db]']);
    const targeted = { ...file, 'over/kustomization.yaml': 'patches: [{target: {kind: Endpoints}, path: p.yaml}]\n' };
    assert.deepEqual(found(targeted), ['over/kustomization.yaml:1 patch-target person [*]']);
    const json = 'patchesJson6902:\n  - target: {version: v1, kind: Endpoints, name: db}\n    path: p.json\n';
    assert.deepEqual(found({ 'over/kustomization.yml': json }), [
      'over/kustomization.yml:2 patch-target person [shop/db]',
    ]);
  });

  it('knows the objects of the kustomization', () => {
    const files = {
      'k8s/kustomization.yaml': 'resources: [shop.yaml]\n',
      'over/kustomization.yaml':
        'resources: [../k8s]\npatches:\n  - target:\n      kind: Endpoints\n    path: p.yaml\n',
    };
    assert.deepEqual(found(files), ['over/kustomization.yaml:4 patch-target person [shop/db]']);
  });

  it('finds patches of Flux, and is silent on those of other things', () => {
    const flux =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: f}\nspec:\n  path: ./k8s\n  patches:\n    - target: {kind: Endpoints}\n      patch: "[]"\n';
    assert.deepEqual(found({ 'flux/f.yaml': flux }), ['flux/f.yaml:7 patch-target person [*]']);
    const release =
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r}\nspec:\n  postRenderers:\n    - kustomize:\n        patches:\n          - target: {kind: Endpoints, name: gone}\n            patch: "[]"\n';
    assert.deepEqual(found({ 'flux/r.yaml': release }), ['flux/r.yaml:8 patch-target person [gone] later likely']);
    const both =
      'patches:\n  - {target: {kind: Endpoints}, path: p.yaml}\n  - {target: {kind: EndpointSlice}, path: p.yaml}\n';
    assert.deepEqual(found({ 'over/kustomization.yaml': both }), []);
  });
});

describe('readers: assertions of tests', () => {
  it('finds files of kuttl and Chainsaw, which are no objects', () => {
    const text = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\n';
    assert.deepEqual(found({ 'e2e/00-assert.yaml': text }), ['e2e/00-assert.yaml:2 test-assert person [shop/db]']);
    assert.deepEqual(found({ 'e2e/01-errors.yaml': text }), ['e2e/01-errors.yaml:2 test-assert person [shop/db]']);
    assert.deepEqual(found({ 'e2e/00-install.yaml': text }), []);
    const test =
      'apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n  steps:\n    - try:\n        - apply: {resource: {apiVersion: v1, kind: Endpoints, metadata: {name: db}}}\n        - assert: {file: expected.yaml}\n        - error:\n            resource:\n              apiVersion: v1\n              kind: Endpoints\n              metadata: {name: host}\n';
    assert.deepEqual(found({ 'e2e/chainsaw-test.yaml': test, 'e2e/expected.yaml': text }), [
      'e2e/chainsaw-test.yaml:11 test-assert person [bank/host]',
      'e2e/expected.yaml:2 test-assert person [shop/db]',
    ]);
    const own = objectsOfTexts([
      { uri: `${base}e2e/chainsaw-test.yaml`, text: test },
      { uri: `${base}e2e/expected.yaml`, text },
    ]);
    assert.deepEqual(own, []);
  });

  it('finds assertions of helm-unittest', () => {
    const text =
      'suite: db\ntests:\n  - it: has Endpoints\n    asserts:\n      - isKind: {of: Endpoints}\n      - isKind: {of: Service}\n';
    assert.deepEqual(found({ 'chart/tests/db_test.yaml': text }), [
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
    assert.deepEqual(found({ 'play.yml': text }), [
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
    assert.deepEqual(found({ 'play.yml': text }), []);
  });
});

describe('readers: GlusterFS', () => {
  it('finds volumes', () => {
    const volume =
      'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: v}\nspec:\n  claimRef: {namespace: shop, name: c}\n  glusterfs:\n    path: v\n    endpoints: db\n';
    assert.deepEqual(found({ 'v.yaml': volume }), ['v.yaml:8 glusterfs-volume person [shop/db]']);
    const pod =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: bank}\nspec: {template: {spec: {volumes: [{name: x, glusterfs: {endpoints: host, path: p}}]}}}\n';
    assert.deepEqual(found({ 'd.yaml': pod }), ['d.yaml:4 glusterfs-volume person [bank/host]']);
    const terraform =
      'resource "kubernetes_persistent_volume" "v" {\n  spec {\n    glusterfs {\n      endpoints_name = "db"\n      path = "v"\n    }\n  }\n}\n';
    assert.deepEqual(found({ 'v.tf': terraform }), ['v.tf:4 glusterfs-volume person [shop/db]']);
    assert.deepEqual(found({ 'h.yaml': 'glusterfs: {executor: ssh}\nendpoints: db\npath: x\n' }), []);
  });
});

describe('readers: Patroni', () => {
  const leader =
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: pg\n  namespace: data\n  labels: {application: patroni, cluster-name: pg}\nsubsets: []\n';
  const leaderLine = 'pg.yaml:2 patroni-endpoints person [data/pg]';

  it('finds settings in any form', () => {
    const env =
      'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: pg, namespace: data}\nspec:\n  template:\n    metadata: {labels: {cluster-name: pg}}\n    spec:\n      containers:\n        - env:\n            - name: PATRONI_KUBERNETES_USE_ENDPOINTS\n              value: "true"\n';
    assert.deepEqual(found({ 'a.yaml': env, 'pg.yaml': leader }), [
      'a.yaml:10 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(found({ 'a.yaml': env.replace('"true"', '"false"'), 'pg.yaml': leader }), [leaderLine]);
    const map =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: data}\ndata:\n  PATRONI_SCOPE: pg\n  PATRONI_KUBERNETES_USE_ENDPOINTS: "true"\n';
    assert.deepEqual(found({ 'a.yaml': map, 'pg.yaml': leader }), [
      'a.yaml:6 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    const file =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: data}\ndata:\n  patroni.yml: |\n    scope: pg\n    kubernetes:\n      use_endpoints: true\n';
    assert.deepEqual(found({ 'a.yaml': file, 'pg.yaml': leader }), [
      'a.yaml:8 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    const compose =
      'services:\n  pg:\n    environment:\n      - PATRONI_SCOPE=pg\n      - PATRONI_KUBERNETES_USE_ENDPOINTS=true\n';
    assert.deepEqual(found({ 'a.yaml': compose, 'pg.yaml': leader }), [
      'a.yaml:5 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    const plain =
      '# PATRONI_KUBERNETES_USE_ENDPOINTS=true\nPATRONI_SCOPE=pg\nexport PATRONI_KUBERNETES_USE_ENDPOINTS=true\n';
    assert.deepEqual(found({ 'pg.env': plain, 'pg.yaml': leader }), [
      'pg.env:3 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(found({ 'doc.md': plain }), []);
    assert.deepEqual(found({ 'a.yaml': 'scope: pg\nkubernetes:\n  use_endpoints: false\n' }), []);
    assert.deepEqual(found({ 'a.yaml': 'scope: pg\netcd:\n  use_endpoints: true\n' }), []);
  });

  it('does not name objects of others', () => {
    const text = 'scope: other\nkubernetes: {use_endpoints: true}\n';
    assert.deepEqual(found({ 'a.yaml': text }), ['a.yaml:2 patroni-endpoints person [other] later likely']);
  });

  it('recognizes its objects', () => {
    const other = leader.replace('application: patroni', 'application: shop');
    assert.deepEqual(found({ 'pg.yaml': other }), []);
    const annotated = other.replace('subsets', '  annotations: {leader: pg-0, renewTime: "2026"}\nsubsets');
    assert.deepEqual(found({ 'pg.yaml': annotated }), [leaderLine]);
    assert.deepEqual(found({ 'pg.yaml': other.replace('application:', 'pg.example.test/patroni:') }), [leaderLine]);
  });

  it('knows the operator of Zalando', () => {
    const spilo = leader.replace('patroni', 'spilo');
    const map = (data: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: postgres-operator, namespace: data}\ndata:\n  cluster_labels: application:spilo\n${data}`;
    const image = (tag: string): string =>
      `kind: Deployment\napiVersion: apps/v1\nspec: {template: {spec: {containers: [{image: "ghcr.io/zalando/postgres-operator:${tag}"}]}}}\n`;
    const off = map('  kubernetes_use_configmaps: "false"\n');
    assert.deepEqual(found({ 'o.yaml': off, 'pg.yaml': spilo }), [
      'o.yaml:6 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(found({ 'o.yaml': map('  kubernetes_use_configmaps: "true"\n') }), []);
    assert.deepEqual(found({ 'o.yaml': map(''), 'd.yaml': image('v1.12.2'), 'pg.yaml': spilo }), [
      'o.yaml:2 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
    assert.deepEqual(found({ 'o.yaml': map(''), 'd.yaml': image('v2.0.0') }), []);
    assert.deepEqual(found({ 'o.yaml': map('') }), []);
    const values = 'configGeneral:\n  kubernetes_use_configmaps: false\n';
    assert.deepEqual(found({ 'values.yaml': values, 'pg.yaml': spilo }), [
      'values.yaml:2 patroni-endpoints person [data/pg]',
      leaderLine,
    ]);
  });
});
