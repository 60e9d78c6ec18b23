/** Peculiarities of kustomize: labels that share a value, names of generated objects, and what kustomize rejects. */
import { deepEqual, equal } from 'node:assert/strict';
import { buildTexts, plainValue, textOfOrigin, type TextFiles } from './support/kustomize-files.ts';

const service = `apiVersion: v1
kind: Service
metadata:
  name: db
  labels: {app: db}
spec: {ports: [{name: main, port: 5432}]}
`;
const withLabels = (labels: string): string => service.replace('{app: db}', labels);
const tree = (kustomization: string, text = service): TextFiles => ({
  'kustomization.yaml': `resources: [all.yaml]\n${kustomization}`,
  'all.yaml': text,
});
const patchOf = (metadata: string, target = '{kind: Service}'): string =>
  `patches: [{patch: "{apiVersion: v1, kind: Service, metadata: {name: db, ${metadata}}}", target: ${target}}]\n`;
const jsonPatch = (operation: string): string =>
  `patches:\n  - target: {kind: Service}\n    patch: |-\n      - ${operation}\n`;

type Plain = Readonly<Record<string, unknown>>;

function metadataOf(files: TextFiles): readonly Plain[] {
  const { objects, failure } = buildTexts(files);
  equal(failure?.message, undefined);
  return objects.map(({ root }) => (plainValue(root) as { metadata: Plain }).metadata);
}

function failureOf(files: TextFiles): string | undefined {
  const { failure } = buildTexts(files);
  return failure && `${failure.cause} ${textOfOrigin(failure.at, files)}`;
}

describe('labels that are written into selectors in one step', () => {
  const built = (own: string): readonly unknown[] => {
    const files = {
      'kustomization.yaml': `resources: [base]\n${own}`,
      'base/kustomization.yaml': 'commonLabels: {env: a}\nresources: [all.yaml]\n',
      'base/all.yaml': service,
    };
    const [object] = buildTexts(files).objects;
    const root = object && (plainValue(object.root) as { metadata: { labels: Plain }; spec: { selector: Plain } });
    return [root?.metadata.labels['env'], root?.spec.selector['env']];
  };
  const rows: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['labels alone change both', 'labels: [{pairs: {env: b}}]\n', ['b', 'b']],
    [
      'a merge patch changes both',
      'patches: [{patch: "{apiVersion: v1, kind: Service, metadata: {name: db, labels: {env: b}}}"}]\n',
      ['b', 'b'],
    ],
    [
      'a replacement changes both',
      'replacements: [{source: {kind: Service}, targets: [{select: {kind: Service}, fieldPaths: [spec.selector.env]}]}]\n',
      ['db', 'db'],
    ],
    ['a JSON patch changes one', jsonPatch('{op: replace, path: /metadata/labels/env, value: b}'), ['b', 'a']],
    [
      'labels after a JSON patch change one',
      `${jsonPatch('{op: add, path: /spec/type, value: ClusterIP}')}labels: [{pairs: {env: b}}]\n`,
      ['b', 'a'],
    ],
    [
      'null removes one',
      'patches: [{patch: "{apiVersion: v1, kind: Service, metadata: {name: db, labels: {env: null}}}"}]\n',
      [undefined, 'a'],
    ],
  ];
  for (const [name, own, expected] of rows) it(name, () => deepEqual(built(own), expected));
});

describe('what generators make', () => {
  const generated = (base: string, own: string): readonly unknown[] =>
    metadataOf({
      'kustomization.yaml': `resources: [base]\n${own}`,
      'base/kustomization.yaml': base,
      'base/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: g}\n',
    }).map(({ name }) => name);
  const plain = 'resources: [map.yaml]\n';
  const hashed = 'configMapGenerator: [{name: g, literals: [a=b]}]\n';
  const merging = 'configMapGenerator: [{name: g, behavior: merge, literals: [c=d]}]\n';

  it('a hash without the name', () => deepEqual(generated(hashed, ''), ['g-4h2mbtbbt6']));
  it('no hash on an object of a file', () => deepEqual(generated(plain, merging), ['g']));
  it('no hash where the generator that adds data wants none', () =>
    deepEqual(generated(hashed, `${merging}generatorOptions: {disableNameSuffixHash: true}\n`), ['g']));
});

describe('what kustomize rejects in values', () => {
  const rows: readonly (readonly [string, TextFiles, string])[] = [
    ['a number as a key', tree('', withLabels('{7: a}')), 'unreadable all.yaml: 7'],
    ['a date as a key', tree('', withLabels('{2020-01-01: a}')), 'unreadable all.yaml: 2020-01-01'],
    [
      'a number as a key in a patch',
      tree(patchOf('labels: {7: a}').replace('"{', "'{").replace('}"', "}'")),
      'unreadable',
    ],
    [
      'a number as a label, also in quotes',
      tree('labels: [{pairs: {"7": a}}]\n'),
      'unreadable kustomization.yaml: "7"',
    ],
    ['a YAML 1.1 word as a label', tree('commonLabels: {y: a}\n'), 'unreadable kustomization.yaml: y'],
    [
      'a var for an object of another kustomization',
      {
        'kustomization.yaml': 'resources: [all.yaml, base]\n',
        'all.yaml': service,
        'base/kustomization.yaml': 'vars: [{name: V, objref: {apiVersion: v1, kind: Service, name: db}}]\n',
      },
      'other base/kustomization.yaml: {apiVersion: v1, kind: Service, name: db}',
    ],
    ['a directive in a resource', tree('', `%YAML 1.2\n---\n${service}`), 'unreadable all.yaml: %YAML 1.2'],
    [
      'a namespace that is a list',
      tree('namespace: a\n', service.replace('name: db', 'name: db\n  namespace: [a]')),
      'other all.yaml: [a]',
    ],
    ['null for a patch', tree('patches: [null]\n'), 'other kustomization.yaml: null'],
    ['null for a replacement', tree('replacements: [null]\n'), 'replacement kustomization.yaml: null'],
    [
      'a replacement without targets',
      tree('replacements: [{source: {kind: Service}, targets: []}]\n'),
      'replacement kustomization.yaml: {source: {kind: Service}, targets: []}',
    ],
    ['the field inventory', tree('inventory: {}\n'), 'unknown-field kustomization.yaml: inventory'],
    ['an earlier schema', tree('openapi: {version: v1.20.4}\n'), 'other kustomization.yaml: v1.20.4'],
    [
      'patchesJson6902 without a name',
      tree("patchesJson6902: [{target: {kind: Service}, patch: '[]'}]\n"),
      'json-patch kustomization.yaml: {kind: Service}',
    ],
    [
      'an annotation that patchesJson6902 adds to an object without any',
      tree(
        `patchesJson6902: [{target: {kind: Service, name: db}, patch: '[{"op": "add", "path": "/metadata/annotations/a", "value": "b"}]'}]\n`,
      ),
      'json-patch',
    ],
    [
      'a generator without a name',
      tree('configMapGenerator: [{literals: [a=b]}]\n'),
      'other kustomization.yaml: {literals: [a=b]}',
    ],
    [
      'a JSON patch that removes the kind',
      tree(jsonPatch('{op: remove, path: /kind}')),
      'json-patch kustomization.yaml: - {op: remove, path: /kind}',
    ],
    [
      'a selector that starts with a hyphen',
      tree(patchOf('labels: {a: b}', '{labelSelector: "-app=db"}')),
      'other kustomization.yaml: "-app=db"',
    ],
    [
      'an unknown field of a configuration',
      { ...tree('configurations: [c.yaml]\n'), 'c.yaml': 'namePrefixes: []\n' },
      'unknown-field c.yaml: namePrefixes',
    ],
    [
      'a configuration with a field of another type',
      { ...tree('configurations: [c.yaml]\n'), 'c.yaml': 'nameReference: {}\n' },
      'field-type c.yaml: {}',
    ],
  ];
  for (const [name, files, expected] of rows)
    it(name, () => {
      const failure = failureOf(files) ?? 'none';
      equal(expected.includes(' ') ? failure : failure.split(' ')[0], expected);
    });
});
