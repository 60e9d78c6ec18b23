/** What the objects of a text send to the server. */
import assert from 'node:assert/strict';
import { unknownValue } from '../server/src/analysis/apply/json-value.ts';
import { appliedIn } from './support/apply-facts.ts';

describe('apply facts: what is sent', () => {
  const endpoints = (properties: string): string =>
    `resources: {e: {type: "kubernetes:core/v1:Endpoints", properties: ${properties}}}`;
  const head = { apiVersion: 'v1', kind: 'Endpoints' };
  const cases: readonly (readonly [what: string, text: string, config: object])[] = [
    [
      'a program need not say the kind',
      endpoints('{metadata: {name: a}, subsets: [{ports: [{port: 80}]}]}'),
      { ...head, metadata: { name: 'a' }, subsets: [{ ports: [{ port: 80 }] }] },
    ],
    [
      'no values, but in lists',
      endpoints('{kind: null, metadata: {name: a, labels: }, subsets: [null]}'),
      { ...head, metadata: { name: 'a' }, subsets: [null] },
    ],
    [
      'not what is the server’s',
      endpoints(
        '{metadata: {name: a, uid: u, resourceVersion: "5", generation: 1, managedFields: [{manager: m}], selfLink: s}}',
      ),
      { ...head, metadata: { name: 'a', selfLink: 's' } },
    ],
    [
      'expressions, as they are written',
      endpoints('{metadata: {name: a, labels: {b: "${c}", d: "e-${f}"}}}'),
      { ...head, metadata: { name: 'a', labels: { b: unknownValue('${c}'), d: unknownValue('e-${f}') } } },
    ],
    [
      'a name and a namespace that the program knows',
      `resources:
  svc: {type: "kubernetes:core/v1:Service", properties: {metadata: {name: web}}}
  ns: {type: "kubernetes:core/v1:Namespace", properties: {metadata: {name: shop}}}
  e: {type: "kubernetes:core/v1:Endpoints", properties: {metadata: {name: "\${svc.metadata.name}", namespace: "\${ns.metadata.name}"}}}
`,
      { ...head, metadata: { name: 'web', namespace: 'shop' } },
    ],
    [
      'a name that Pulumi makes',
      endpoints('{}'),
      {
        ...head,
        metadata: { name: unknownValue('${e.metadata.name}'), annotations: { 'pulumi.com/autonamed': 'true' } },
      },
    ],
  ];
  for (const [what, text, config] of cases) {
    it(what, () => {
      const found = appliedIn(text).find((each) => each !== undefined);
      assert.deepEqual(found?.config, config);
      assert.equal(found.isWhole, true);
    });
  }

  it('a manifest as it stands, of whose repeated keys the last counts', () => {
    const text =
      'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a, uid: u, labels: {__proto__: x, b: }}\nsubsets: 5\nsubsets:\n';
    const [found] = appliedIn(text, 'a.yaml');
    const labels = JSON.parse('{"__proto__": "x", "b": null}') as object;
    assert.deepEqual(found?.config, { ...head, metadata: { name: 'a', uid: 'u', labels }, subsets: null });
    assert.deepEqual([found.means, found.manager, found.force], ['update', 'kubectl-client-side-apply', 'no']);
  });

  const manifest = (rest: string): string => `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n${rest}`;
  const whole: readonly (readonly [what: string, text: string, isWhole: boolean])[] = [
    ['a manifest', manifest(''), true],
    ['a template in the place of a value', manifest('  labels:\n    b: {{ .Values.b }}\n'), true],
    [
      'a template that may add entries',
      manifest('  labels:\n    b: c\n    {{- include "labels" . | nindent 4 }}\n'),
      false,
    ],
    ['a template around an entry', manifest('  {{- if .Values.x }}\n  namespace: b\n  {{- end }}\n'), false],
    ['broken syntax', manifest('  labels: {b: c\nsubsets: []\n'), false],
    ['an expression in the place of subsets', endpoints('{metadata: {name: a}, subsets: "${s}"}'), true],
    [
      'an expression in the place of an address',
      endpoints('{metadata: {name: a}, subsets: [{addresses: ["${s}"]}]}'),
      true,
    ],
    ['an expression in the place of labels', endpoints('{metadata: {name: a, labels: "${s}"}}'), false],
    ['an expression in the place of metadata', endpoints('{metadata: "${s}"}'), false],
    ['an expression in the place of everything', endpoints('"${s}"'), false],
    ['an expression in the place of a key', endpoints('{metadata: {name: a, labels: {"${s}": b}}}'), false],
    ['an expression in the place of finalizers', endpoints('{metadata: {name: a, finalizers: "${s}"}}'), false],
    ['an expression in the place of a finalizer', endpoints('{metadata: {name: a, finalizers: ["${s}"]}}'), false],
    ['an expression in the place of an owner', endpoints('{metadata: {name: a, ownerReferences: ["${s}"]}}'), false],
    [
      'an expression for the uid of an owner',
      endpoints('{metadata: {name: a, ownerReferences: [{uid: "${s}"}]}}'),
      false,
    ],
    [
      'an expression for the name of an owner',
      endpoints('{metadata: {name: a, ownerReferences: [{uid: u, name: "${s}"}]}}'),
      true,
    ],
  ];
  for (const [what, text, isWhole] of whole) {
    it(`${isWhole ? 'all' : 'not all'} with ${what}`, () => {
      const path = text.startsWith('api') ? 'a.yaml' : 'Pulumi.yaml';
      assert.deepEqual(
        appliedIn(text, path).map((each) => each?.isWhole),
        [isWhole],
      );
    });
  }

  it('nothing for a part that kustomize merges', () => {
    assert.deepEqual(appliedIn(`${manifest('')}subsets:\n- $patch: replace\n`, 'a.yaml'), [undefined]);
  });
});

describe('apply facts: live state', () => {
  const managedFields = [{ manager: 'a', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:subsets': {} } }];
  const object = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'a', managedFields }, subsets: [] };
  const { apiVersion, kind, ...bare } = object;
  const yaml = `apiVersion: v1
kind: Endpoints
metadata:
  name: a
  managedFields:
  - manager: a
    operation: Apply
    apiVersion: v1
    fieldsV1: {"f:subsets": {}}
subsets: []
`;
  const cases: readonly (readonly [what: string, text: string])[] = [
    ['YAML', yaml],
    ['JSON', JSON.stringify(object)],
    ['a List', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [object] })],
    [
      'a typed list, whose items need not say the kind',
      JSON.stringify({ apiVersion, kind: 'EndpointsList', items: [bare] }),
    ],
    ['a List in YAML', `apiVersion: v1\nkind: List\nitems:\n-${yaml.replaceAll(/^/gm, '  ').slice(1)}`],
  ];
  for (const [what, text] of cases) {
    it(`is known by its managedFields in ${what}`, () => {
      const found = appliedIn(text, text.startsWith('{') ? 'a.json' : 'a.yaml');
      const config = { apiVersion, kind, metadata: { name: 'a' }, subsets: [] };
      assert.deepEqual(
        found.map((each) => [each?.config, each?.managedFields, each?.means, each?.manager]),
        [[config, managedFields, 'live', '']],
      );
    });
  }

  it('is none with an empty list', () => {
    const [found] = appliedIn(yaml.replace(/managedFields:\n(?: {2}[- ].*\n)+/, 'managedFields: []\n'), 'a.yaml');
    assert.deepEqual(
      [found?.means, found?.managedFields, found?.config['metadata']],
      ['update', undefined, { name: 'a' }],
    );
  });
});
