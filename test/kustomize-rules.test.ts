/** Peculiarities of kustomize, one small tree each: what values and objects become. */
import { deepEqual, equal } from 'node:assert/strict';
import { buildTexts, plainValue, textOfOrigin, type TextFiles } from './support/kustomize-files.ts';

const service = `apiVersion: v1
kind: Service
metadata:
  name: db
  labels: {app: db}
spec: {ports: [{name: main, port: 5432}]}
`;
const withMetadata = (line: string): string => service.replace('labels: {app: db}', line);
const withLabels = (labels: string): string => withMetadata(`labels: ${labels}`);
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

describe('the metadata that kustomize writes', () => {
  const rows: readonly (readonly [string, TextFiles, Plain])[] = [
    [
      'annotations become texts as they are written',
      tree('', withMetadata('annotations: {a: 1.10, b: 0x1F, c: True, d: ~, e: 2020-01-01, f: [x], g: yes}')),
      {
        name: 'db',
        annotations: { a: '1.10', b: '0x1F', c: 'True', d: '~', e: '2020-01-01', f: '', g: 'yes' },
      },
    ],
    ['labels keep their types', tree('', withLabels('{a: 7, b: true}')), { name: 'db', labels: { a: 7, b: true } }],
    ['no annotations are left out', tree('', withMetadata('annotations: {}')), { name: 'db' }],
    [
      'annotations that a patch removes are left out',
      tree(
        'patches: [{patch: "{apiVersion: v1, kind: Service, metadata: {name: db, annotations: {a: null}}}"}]\n',
        withMetadata('annotations: {a: b}'),
      ),
      { name: 'db' },
    ],
    [
      'the value of a JSON patch loses its text',
      tree(jsonPatch('{op: add, path: /metadata/annotations, value: {a: 1.10}}')),
      { name: 'db', labels: { app: 'db' }, annotations: { a: '1.1' } },
    ],
    [
      'a date as a label',
      tree('', withLabels('{d: 2020-01-01}')),
      { name: 'db', labels: { d: '2020-01-01T00:00:00Z' } },
    ],
    [
      'a date and a time with a zone',
      tree('', withLabels('{d: 2020-01-01 10:20:30.50 +02:00}')),
      { name: 'db', labels: { d: '2020-01-01T10:20:30.5+02:00' } },
    ],
    [
      'no date',
      tree('', withLabels('{d: 2020-13-01, e: "2020-01-01"}')),
      { name: 'db', labels: { d: '2020-13-01', e: '2020-01-01' } },
    ],
    [
      'a prefix before a number',
      tree('namePrefix: a-\n', service.replace('name: db', 'name: 1e3')),
      { name: 'a-1e3', labels: { app: 'db' } },
    ],
    [
      'with a target, null in labels is a text',
      tree(patchOf('labels: {app: null, n: 5}')),
      { name: 'db', labels: { app: 'null', n: '5' } },
    ],
    [
      'with a target, null for all labels does nothing',
      tree(patchOf('labels: null')),
      { name: 'db', labels: { app: 'db' } },
    ],
    [
      'without a target, null removes a label',
      tree('patches: [{patch: "{apiVersion: v1, kind: Service, metadata: {name: db, labels: {app: null, n: 5}}}"}]\n'),
      { name: 'db', labels: { n: 5 } },
    ],
    [
      'of two spellings of a field, the last one in order counts',
      tree('namePrefix: a-\nNamePrefix: b-\n'),
      { name: 'a-db', labels: { app: 'db' } },
    ],
    [
      'a named group in a target',
      tree(patchOf('labels: {x: y}', '{name: "(?P<n>d)[[:lower:]]"}')),
      { name: 'db', labels: { app: 'db', x: 'y' } },
    ],
    [
      'a field path that starts with a dot',
      tree(
        'replacements: [{source: {kind: Service}, targets: [{select: {kind: Service}, fieldPaths: [.metadata.labels.app]}]}]\n',
      ),
      { name: 'db', labels: { app: 'db' } },
    ],
    [
      'a JSON patch adds an annotation to an object without any',
      tree(jsonPatch('{op: add, path: /metadata/annotations/a, value: b}')),
      { name: 'db', labels: { app: 'db' }, annotations: { a: 'b' } },
    ],
    [
      'a field of a configuration in any case',
      {
        ...tree('namePrefix: a-\nconfigurations: [c.yaml]\n'),
        'c.yaml': 'nameprefix: [{path: metadata/labels/app}]\n',
      },
      { name: 'a-db', labels: { app: 'a-db' } },
    ],
  ];
  for (const [name, files, expected] of rows) it(name, () => deepEqual(metadataOf(files), [expected]));

  it('a narrow spec of a configuration takes the place of the table', () => {
    const other = service.replace('kind: Service', 'kind: Endpoints').replace(/spec.*\n/, '');
    const files = {
      ...tree('namePrefix: a-\nconfigurations: [c.yaml]\n', `${service}---\n${other}`),
      'c.yaml': 'namePrefix: [{path: metadata/name, kind: Service}]\n',
    };
    deepEqual(
      metadataOf(files).map(({ name }) => name),
      ['db', 'a-db'],
    );
  });
});

describe('the objects that kustomize reads', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['nothing behind the end of a document', `${service}...\n${service.replace('name: db', 'name: other')}`, ['db']],
    [
      'a document behind an end and a start',
      `${service}...\n---\n${service.replace('name: db', 'name: other')}`,
      ['db', 'other'],
    ],
    [
      'a List in a List',
      `apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Service, metadata: {name: a}}]}]\n`,
      ['a'],
    ],
    ['a kind that is a number', 'apiVersion: v1\nkind: 7\nmetadata: {name: a}\n', ['a']],
    ['a number as a key at the top', `${service}7: a\n`, ['db']],
    ['a number in quotes as a key', withLabels('{"7": a}'), ['db']],
    ['a word of YAML 1.1 as a key', withLabels('{y: a, on: b}'), ['db']],
  ];
  for (const [name, text, names] of rows)
    it(name, () =>
      deepEqual(
        metadataOf(tree('', text)).map((metadata) => metadata['name']),
        names,
      ),
    );
});

describe('the places of values that become texts', () => {
  it('an annotation that is a number, and a label of a patch with a target', () => {
    const files = tree(
      'patches:\n  - target: {kind: Service}\n    patch: |-\n      apiVersion: v1\n      kind: Service\n      metadata: {name: db, labels: {n: 5}}\n',
      service.replace('labels: {app: db}', 'annotations: {v: 1.10}'),
    );
    const [object] = buildTexts(files).objects;
    const metadata = object?.root.entries.find(({ name }) => name === 'metadata')?.value;
    const places = ['annotations', 'labels'].map((field) => {
      const value =
        metadata?.kind === 'mapping' ? metadata.entries.find(({ name }) => name === field)?.value : undefined;
      const leaf = value?.kind === 'mapping' ? value.entries[0]?.value : undefined;
      return leaf?.kind === 'scalar' ? leaf.origins.map((origin) => textOfOrigin(origin, files)) : [];
    });
    deepEqual(places, [['all.yaml: 1.10'], ['kustomization.yaml: 5']]);
  });
});
