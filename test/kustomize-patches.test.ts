/** What patches of kustomizations do, and what they do in silence: the engine with texts in memory. */
import { deepEqual, equal } from 'node:assert/strict';
import type { BuildRemark } from '../server/src/tree/built.ts';
import { buildTexts, objectNamed, plainValue, textOfOrigin, type TextFiles } from './support/kustomize-files.ts';

const service = (ports: string): string => `apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  ports:
${ports}`;
const endpoints = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 10.0.0.1
    ports:
      - port: 5432
`;
const kustomization = 'resources: [db.yaml]\npatches: [{path: p.yaml}]\n';

function patched(base: string, patch: string): TextFiles {
  return { 'kustomization.yaml': kustomization, 'db.yaml': base, 'p.yaml': patch };
}

function remarksOf(files: TextFiles): readonly string[] {
  const { remarks, failure } = buildTexts(files);
  equal(failure?.message, undefined);
  return remarks.map((remark) => `${remark.what} ${textOfOrigin(remark.at, files)}${sideOf(remark)}`);
}

function sideOf(remark: BuildRemark): string {
  return 'side' in remark ? ` (${remark.side})` : '';
}

describe('remarks of merge patches', () => {
  const written = service('    - {port: 53, protocol: TCP, name: dns}\n');
  const bare = service('    - {port: 53, name: dns}\n');
  const rows: readonly (readonly [string, TextFiles, readonly string[]])[] = [
    [
      'the base alone writes protocol',
      patched(written, service('    - {port: 53, name: d}\n')),
      ['lost-port-patch p.yaml: 53 (base)'],
    ],
    [
      'the patch alone writes protocol',
      patched(bare, service('    - {port: 53, protocol: TCP, name: d}\n')),
      ['lost-port-patch p.yaml: 53 (patch)'],
    ],
    ['both write protocol', patched(written, service('    - {port: 53, protocol: TCP, name: d}\n')), []],
    ['neither writes protocol', patched(bare, service('    - {port: 53, name: d}\n')), []],
    ['another number is a further port', patched(written, service('    - {port: 54, name: d}\n')), []],
    ['the port repeats the base', patched(written, service('    - {port: 53, name: dns}\n')), []],
    ['a removed port', patched(bare, service('    - {port: 53, $patch: delete}\n')), []],
    [
      'a removed port that the patch does not find',
      patched(written, service('    - {port: 53, $patch: delete}\n')),
      ['lost-port-patch p.yaml: 53 (base)'],
    ],
    [
      'any patch of a Service with two kinds of entries for one number drops the first one',
      patched(
        service('    - {port: 53, protocol: UDP, name: u}\n    - {port: 53, name: t}\n'),
        'apiVersion: v1\nkind: Service\nmetadata: {name: db, labels: {a: b}}\n',
      ),
      ['lost-service-port db.yaml: 53'],
    ],
    [
      'both entries write protocol',
      patched(
        service('    - {port: 53, protocol: UDP, name: u}\n    - {port: 53, protocol: TCP, name: t}\n'),
        'apiVersion: v1\nkind: Service\nmetadata: {name: db, labels: {a: b}}\n',
      ),
      [],
    ],
    [
      'subsets without ports',
      patched(endpoints, endpoints.replace(/ {4}ports[^]*/, '')),
      ['dropped-ports p.yaml: subsets'],
    ],
    ['subsets with ports', patched(endpoints, endpoints.replace('10.0.0.1', '10.0.0.2')), []],
    ['no subsets at all, on purpose', patched(endpoints, endpoints.replace(/subsets[^]*/, 'subsets: []\n')), []],
    [
      'subsets had no ports',
      patched(endpoints.replace(/ {4}ports[^]*/, ''), endpoints.replace(/ {4}ports[^]*/, '')),
      [],
    ],
    [
      '$patch: replace of an object',
      patched(endpoints, `$patch: replace\n${endpoints}`),
      ['ignored-directive p.yaml: $patch'],
    ],
    ['$patch: delete of an object', patched(`${endpoints}---\n${bare}`, `$patch: delete\n${endpoints}`), []],
    [
      '$patch in a list that merges',
      patched(bare, service('    - {port: 53, $patch: delete}\n    - {port: 54}\n')),
      [],
    ],
    [
      '$patch in a list without keys',
      patched(endpoints, endpoints.replace('  - addresses', '  - $patch: delete\n    addresses')),
      ['kept-directive p.yaml: $patch'],
    ],
    [
      '$patch in a map',
      patched(
        bare,
        'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {$patch: replace, type: ExternalName, externalName: a.example}\n',
      ),
      [],
    ],
    [
      '$setElementOrder',
      patched(
        bare,
        'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {$setElementOrder/ports: [{port: 53}]}\n',
      ),
      ['kept-directive p.yaml: $setElementOrder/ports'],
    ],
    [
      'a target that meets nothing',
      {
        'kustomization.yaml': 'resources: [db.yaml]\npatches: [{path: p.yaml, target: {kind: Endpoints, name: bd}}]\n',
        'db.yaml': endpoints,
        'p.yaml': endpoints,
      },
      ['unmatched-target kustomization.yaml: bd'],
    ],
    [
      'a target that may meet a remote object',
      {
        'kustomization.yaml':
          'resources: [db.yaml, "https://example.com/a.yaml"]\npatches: [{path: p.yaml, target: {kind: Endpoints, name: bd}}]\n',
        'db.yaml': endpoints,
        'p.yaml': endpoints,
      },
      [],
    ],
  ];
  for (const [name, files, expected] of rows) it(name, () => deepEqual(remarksOf(files), expected));
});

describe('failures of patches', () => {
  const other = endpoints.replace('name: db', 'name: bd');
  const spaced = endpoints.replace('name: db', 'name: db\n  namespace: prod');
  const operations = (text: string): TextFiles => ({
    'kustomization.yaml': `resources: [db.yaml]\npatches:\n  - target: {kind: Endpoints}\n    patch: |-\n      ${text}\n`,
    'db.yaml': endpoints,
  });
  const rows: readonly (readonly [string, TextFiles, string])[] = [
    ['no object has the name', patched(endpoints, other), 'unmatched-patch p.yaml: bd'],
    ['another namespace', patched(endpoints, spaced), 'unmatched-patch p.yaml: db'],
    [
      'the namespace that the kustomization sets after its patches',
      { ...patched(endpoints, spaced), 'kustomization.yaml': `${kustomization}namespace: prod\n` },
      'patch-namespace p.yaml: prod',
    ],
    [
      'that namespace and another name',
      {
        ...patched(endpoints, other.replace('name: bd', 'name: bd\n  namespace: prod')),
        'kustomization.yaml': `${kustomization}namespace: prod\n`,
      },
      'unmatched-patch p.yaml: bd',
    ],
    [
      'two copies of a base',
      {
        'base/kustomization.yaml': 'resources: [db.yaml]\n',
        'base/db.yaml': endpoints,
        'a/kustomization.yaml': 'resources: [../base]\nnamePrefix: a-\n',
        'b/kustomization.yaml': 'resources: [../base]\nnamePrefix: b-\n',
        'kustomization.yaml': 'resources: [a, b]\npatches: [{path: p.yaml}]\n',
        'p.yaml': endpoints,
      },
      'ambiguous-patch p.yaml: db',
    ],
    [
      'an index after the end',
      operations('- {op: replace, path: /subsets/3, value: {}}'),
      'json-patch kustomization.yaml: /subsets/3',
    ],
    [
      'a negative index before the start',
      operations('- {op: remove, path: /subsets/-2}'),
      'json-patch kustomization.yaml: /subsets/-2',
    ],
    ['a missing parent', operations('- {op: add, path: /a/b, value: 1}'), 'json-patch kustomization.yaml: /a/b'],
    ['a path without a slash', operations('- {op: remove, path: subsets}'), 'json-patch kustomization.yaml: subsets'],
    [
      'a test that fails',
      operations('- {op: test, path: /subsets/0/ports/0/port, value: 1}'),
      'json-patch kustomization.yaml: /subsets/0/ports/0/port',
    ],
    [
      'flow YAML that is no JSON',
      operations('[{op: remove, path: /subsets}]'),
      'json-patch kustomization.yaml: |-\n      [{op: remove, path: /subsets}]\n',
    ],
    ['an unknown directive', patched(endpoints, `$patch: drop\n${endpoints}`), 'other p.yaml: drop'],
    [
      'a list for a map',
      patched(service('    - {port: 1}\n'), 'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: [1]\n'),
      'other p.yaml: [1]',
    ],
    [
      'a pattern that is none',
      {
        ...patched(endpoints, endpoints),
        'kustomization.yaml': 'resources: [db.yaml]\npatches: [{path: p.yaml, target: {name: "d("}}]\n',
      },
      'other kustomization.yaml: "d("',
    ],
  ];
  for (const [name, files, expected] of rows)
    it(name, () => {
      const { failure } = buildTexts(files);
      equal(failure && `${failure.cause} ${textOfOrigin(failure.at, files)}`, expected);
    });
});

describe('merged values', () => {
  const port = (base: string, patch: string): unknown => {
    const files = patched(
      service(`    - {port: 53, targetPort: ${base}}\n`),
      service(`    - {port: 53, targetPort: ${patch}}\n`),
    );
    const root = objectNamed(buildTexts(files), 'Service')?.root;
    const { spec } = (root ? plainValue(root) : {}) as { spec: { ports: { targetPort: unknown }[] } };
    return spec.ports[0]?.targetPort;
  };
  it('keep the quotes of the base: a number becomes a text', () => equal(port('"5432"', '6432'), '6432'));
  it('are numbers over a plain text', () => equal(port('http', '6432'), 6432));
  it('are texts over a number', () => equal(port('5432', '"6432"'), '6432'));
});

describe('JSON patches', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    [
      '- {op: add, path: /subsets/0/addresses/0, value: {ip: 10.0.0.9}}',
      [{ addresses: [{ ip: '10.0.0.9' }, { ip: '10.0.0.1' }], ports: [{ port: 5432 }] }],
    ],
    [
      '- {op: add, path: /subsets/0/addresses/-1, value: {ip: 10.0.0.9}}',
      [{ addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.9' }], ports: [{ port: 5432 }] }],
    ],
    [
      '- {op: replace, path: /subsets/-1/ports/0/port, value: "1"}',
      [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: '1' }] }],
    ],
    [
      '- {op: add, path: /subsets/0/ports/0/name}',
      [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 5432, name: null }] }],
    ],
    [
      '- {op: copy, from: /subsets/0, path: /subsets/-}',
      [1, 2].map(() => ({ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 5432 }] })),
    ],
    ['- {op: replace, path: /subsets, value: []}', []],
  ];
  for (const [text, subsets] of rows)
    it(text, () => {
      const build = buildTexts({
        'kustomization.yaml': `resources: [db.yaml]\npatches:\n  - target: {kind: Endpoints}\n    patch: |-\n      ${text}\n`,
        'db.yaml': endpoints,
      });
      equal(build.failure?.message, undefined);
      const root = objectNamed(build, 'Endpoints')?.root;
      deepEqual(root && (plainValue(root) as { subsets: unknown }).subsets, subsets);
    });
});
