/** Readers of Endpoints: admission policies. */
import assert from 'node:assert/strict';
import { fixedReaders, foundReaders } from './support/reader-search.ts';

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
      assert.deepEqual(foundReaders({ 'p.yaml': text }), ['p.yaml:11 policy-match rewrite [*]'], body);
      assert.equal(
        fixedReaders('p.yaml', text),
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
        foundReaders({ 'p.yaml': kyverno(`${matchAny}  ${body}`) }),
        ['p.yaml:11 policy-match person [*]'],
        body,
      );
    const named = '- name: r\n  match: {resources: {kinds: [v1/Endpoints], names: [db]}}\n  validate: {deny: {}}';
    assert.deepEqual(foundReaders({ 'p.yaml': kyverno(named) }), ['p.yaml:7 policy-match person [shop/db]']);
  });

  it('writes the kind as the others are written', () => {
    const text = kyverno(
      '- name: r\n  match: {all: [resources: {kinds: ["v1/Endpoints", Pod]}]}\n  validate: {deny: {}}',
    );
    assert.match(
      fixedReaders('p.yaml', text),
      /kinds: \["v1\/Endpoints", "?discovery\.k8s\.io\/v1\/EndpointSlice"?, Pod\]/,
    );
    for (const kind of ['*/v1/Endpoints', 'Endpoints/*'])
      assert.equal(
        foundReaders({
          'p.yaml': kyverno(`- name: r\n  match: {resources: {kinds: ['${kind}']}}\n  validate: {deny: {}}`),
        }).length,
        1,
      );
  });

  it('knows the namespaces', () => {
    const inShop = kyverno(
      '- name: r\n  match: {resources: {kinds: [Endpoints], namespaces: [shop]}}\n  validate: {deny: {}}',
    );
    assert.deepEqual(foundReaders({ 'p.yaml': inShop }), ['p.yaml:7 policy-match rewrite [shop/db]']);
    assert.deepEqual(foundReaders({ 'p.yaml': inShop.replace('[shop]', '[other]') }), []);
    const own = kyverno(`${matchAny}  validate: {deny: {}}`, 'kind: Policy\nmetadata: {name: p, namespace: bank}');
    assert.deepEqual(foundReaders({ 'p.yaml': own }), ['p.yaml:11 policy-match rewrite [bank/host]']);
  });

  it('is silent where slices are matched, and where Endpoints are only excluded', () => {
    const both = '- name: r\n  match: {any: [resources: {kinds: [Endpoints, EndpointSlice]}]}\n  validate: {deny: {}}';
    const twin =
      '- name: a\n  match: {any: [resources: {kinds: [Endpoints]}]}\n  validate: {deny: {}}\n' +
      '- name: b\n  match: {any: [resources: {kinds: [discovery.k8s.io/v1/EndpointSlice]}]}\n  validate: {deny: {}}';
    const wild = '- name: r\n  match: {any: [resources: {kinds: [Endpoints, "*"]}]}\n  validate: {deny: {}}';
    const excluded =
      '- name: r\n  match: {any: [resources: {kinds: [Pod]}]}\n  exclude: {any: [resources: {kinds: [Endpoints]}]}\n  validate: {message: no Endpoints, deny: {}}';
    for (const rule of [both, twin, wild, excluded]) assert.deepEqual(foundReaders({ 'p.yaml': kyverno(rule) }), []);
    const audit =
      'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n  - level: None\n    resources: [{group: "", resources: [endpoints]}]\n';
    assert.deepEqual(foundReaders({ 'audit.yaml': audit }), []);
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
      assert.deepEqual(foundReaders({ 'v.yaml': text }), ['v.yaml:10 policy-match rewrite [*]']);
      const added =
        '      - {apiGroups: [discovery.k8s.io], apiVersions: [v1], operations: [CREATE, DELETE], resources: [endpointslices]}\n';
      assert.equal(fixedReaders('v.yaml', text), text.replace('  validations:', `${added}  validations:`));
    }
    for (const expression of [
      'object.subsets.size() < 5',
      "object.metadata.name != 'x'",
      "request.resource.resource == 'x'",
      "object.kind == 'Endpoints'",
    ])
      assert.deepEqual(
        foundReaders({ 'v.yaml': policy(rule, expression) }),
        ['v.yaml:10 policy-match person [*]'],
        expression,
      );
  });

  it('is silent on other groups and on slices', () => {
    assert.deepEqual(foundReaders({ 'v.yaml': policy(rule.replace('""', 'example.test'), 'true') }), []);
    const slices = rule.replace('""', 'discovery.k8s.io').replace('endpoints', 'endpointslices');
    assert.deepEqual(foundReaders({ 'v.yaml': policy(rule + slices, 'true') }), []);
  });

  it('finds bindings, mutating policies and webhooks', () => {
    const binding =
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {name: b}\nspec:\n  policyName: v\n  matchResources:\n    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}\n    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [endpoints]}]\n';
    assert.deepEqual(foundReaders({ 'b.yaml': binding }), ['b.yaml:8 policy-match person [shop/db]']);
    const mutating = policy(rule, "Object{metadata: Object.metadata{labels: {'a': 'b'}}}").replace(
      'Validating',
      'Mutating',
    );
    assert.deepEqual(foundReaders({ 'm.yaml': mutating }), ['m.yaml:10 policy-match person [*]']);
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
    assert.deepEqual(foundReaders({ 'w.json': text }), [`w.json:${line} policy-match person [*]`]);
  });

  it('reads constraints of Gatekeeper with their templates', () => {
    const constraint = (kind: string, kinds: string): string =>
      `apiVersion: constraints.gatekeeper.sh/v1beta1\nkind: ${kind}\nmetadata: {name: c}\nspec:\n  match:\n    kinds:\n      - apiGroups: [""]\n        kinds: ${kinds}\n`;
    const template = (rego: string): string =>
      `apiVersion: templates.gatekeeper.sh/v1\nkind: ConstraintTemplate\nmetadata: {name: x}\nspec:\n  crd: {spec: {names: {kind: K8sOwn}}}\n  targets:\n    - target: admission.k8s.gatekeeper.sh\n      rego: |\n        package x\n        # Endpoints\n        violation[{"msg": msg}] { ${rego}; msg := "no" }\n`;
    const labels = constraint('K8sRequiredLabels', '[Service, Endpoints]');
    assert.deepEqual(foundReaders({ 'c.yaml': labels }), ['c.yaml:8 policy-match rewrite [*]']);
    const added = '      - {apiGroups: [discovery.k8s.io], kinds: [EndpointSlice]}\n';
    assert.equal(fixedReaders('c.yaml', labels), labels + added);
    const own = constraint('K8sOwn', '[Endpoints]');
    assert.deepEqual(foundReaders({ 'c.yaml': own }), ['c.yaml:8 policy-match person [*]']);
    assert.deepEqual(
      foundReaders({ 'c.yaml': own, 't.yaml': template('not input.review.object.metadata.labels.team') }),
      ['c.yaml:8 policy-match rewrite [*]'],
    );
    assert.deepEqual(foundReaders({ 'c.yaml': own, 't.yaml': template('count(input.review.object.subsets) > 3') }), [
      'c.yaml:8 policy-match person [*]',
    ]);
    assert.deepEqual(
      foundReaders({ 'c.yaml': constraint('K8sOwn', '[Endpoints]\n      - apiGroups: ["*"]\n        kinds: ["*"]') }),
      [],
    );
    const sync =
      'apiVersion: config.gatekeeper.sh/v1alpha1\nkind: Config\nmetadata: {name: config}\nspec:\n  sync:\n    syncOnly:\n      - {group: "", version: v1, kind: Endpoints}\n';
    assert.deepEqual(foundReaders({ 's.yaml': sync }), ['s.yaml:7 policy-match person [*]']);
  });
});
