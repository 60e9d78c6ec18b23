/** What the engine of kustomizations rejects and accepts, what is outside of it, and the places of values. */
import { deepEqual, equal } from 'node:assert/strict';
import { Builder } from '../server/src/kustomize/build.ts';
import {
  buildFilesOf,
  buildTexts,
  leavesOf,
  objectNamed,
  textOfOrigin,
  type TextFiles,
} from './support/kustomize-files.ts';

const db = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 10.0.0.1
    ports:
      - port: 5432
`;
const named = (name: string): string => db.replace('name: db', `name: ${name}`);

function failureOf(files: TextFiles, folder = '.'): string | undefined {
  const { failure } = buildTexts(files, folder);
  return failure && `${failure.cause} ${textOfOrigin(failure.at, files)}`;
}

describe('what kustomize rejects', () => {
  const rows: readonly (readonly [string, TextFiles, string])[] = [
    [
      'a number as a namespace',
      { 'kustomization.yaml': 'namespace: 7\nresources: [db.yaml]\n', 'db.yaml': db },
      'field-type kustomization.yaml: 7',
    ],
    [
      'a text for true',
      { 'kustomization.yaml': 'labels: [{pairs: {a: b}, includeSelectors: "yes"}]\n' },
      'field-type kustomization.yaml: "yes"',
    ],
    [
      'a field of a target that does not exist',
      { 'kustomization.yaml': 'patches: [{path: p.yaml, target: {names: a}}]\n' },
      'unknown-field kustomization.yaml: names',
    ],
    [
      'a Kustomization of another version',
      { 'kustomization.yaml': 'apiVersion: v1\nkind: Kustomization\nnamespace: a\n' },
      'unreadable kustomization.yaml: v1',
    ],
    [
      'a key twice in an object that is written',
      { 'kustomization.yaml': 'resources: [db.yaml]\n', 'db.yaml': `${db}kind: Endpoints\n` },
      'unreadable db.yaml: kind',
    ],
    ['a missing file', { 'kustomization.yaml': 'resources: [a.yaml]\n' }, 'missing-file kustomization.yaml: a.yaml'],
    [
      'an object twice',
      { 'kustomization.yaml': 'resources: [a.yaml, b.yaml]\n', 'a.yaml': db, 'b.yaml': db },
      'duplicate-object b.yaml: db',
    ],
    [
      'a base twice',
      {
        'kustomization.yaml': 'resources: [a, b]\n',
        'a/kustomization.yaml': 'resources: [../c]\n',
        'b/kustomization.yaml': 'resources: [../c]\n',
        'c/kustomization.yaml': 'resources: [a.yaml]\n',
        'c/a.yaml': db,
      },
      'duplicate-object kustomization.yaml: b',
    ],
    [
      'two folders that take in each other',
      {
        'a/kustomization.yaml': 'resources: [../b]\n',
        'b/kustomization.yaml': 'resources: [../a]\n',
        'kustomization.yaml': 'resources: [a]\n',
      },
      'cycle b/kustomization.yaml: ../a',
    ],
    [
      'a folder around the kustomization',
      {
        'a/b/kustomization.yaml': 'resources: [..]\n',
        'a/kustomization.yaml': 'resources: [a.yaml]\n',
        'a/a.yaml': db,
        'kustomization.yaml': 'resources: [a/b]\n',
      },
      'cycle a/b/kustomization.yaml: ..',
    ],
    [
      'a component in resources',
      { 'kustomization.yaml': 'resources: [c]\n', 'c/kustomization.yaml': 'kind: Component\nnamePrefix: a\n' },
      'other kustomization.yaml: c',
    ],
    [
      'an item of a List without a kind',
      {
        'kustomization.yaml': 'resources: [a.yaml]\n',
        'a.yaml': 'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1}]\n',
      },
      'unreadable a.yaml: apiVersion',
    ],
    [
      'legacy options with another order',
      {
        'kustomization.yaml':
          'resources: [a.yaml]\nsortOptions: {order: fifo, legacySortOptions: {orderFirst: [Service]}}\n',
        'a.yaml': db,
      },
      'other kustomization.yaml: legacySortOptions',
    ],
  ];
  for (const [name, files, expected] of rows) it(name, () => equal(failureOf(files), expected));
});

describe('what kustomize accepts', () => {
  const rows: readonly (readonly [string, TextFiles])[] = [
    ['letters of any case', { 'kustomization.yaml': 'Resources: [db.yaml]\nNAMESPACE: a\n', 'db.yaml': db }],
    ['null for a field', { 'kustomization.yaml': 'resources: [db.yaml]\nnamespace:\npatches: null\n', 'db.yaml': db }],
    [
      'a key twice in an object that a patch deletes',
      {
        'kustomization.yaml': 'resources: [db.yaml]\npatches: [{path: p.yaml}]\n',
        'db.yaml': `${db}kind: Endpoints\n---\n${named('other')}`,
        'p.yaml': `$patch: delete\n${db}`,
      },
    ],
    ['an empty list of resources', { 'kustomization.yaml': 'resources: []\n' }],
    [
      'the same base in two namespaces',
      {
        'kustomization.yaml': 'resources: [a, b]\n',
        'a/kustomization.yaml': 'namespace: a\nresources: [../c]\n',
        'b/kustomization.yaml': 'namespace: b\nresources: [../c]\n',
        'c/kustomization.yaml': 'resources: [a.yaml]\n',
        'c/a.yaml': db,
      },
    ],
    [
      'an object marked as local that has a key twice',
      {
        'kustomization.yaml': 'resources: [db.yaml]\n',
        'db.yaml': `${db.replace('name: db', 'name: db\n  annotations: {config.kubernetes.io/local-config: "true"}')}kind: Endpoints\n`,
      },
    ],
  ];
  for (const [name, files] of rows) it(name, () => equal(failureOf(files), undefined));
});

describe('outside of the build', () => {
  const patches = 'patches: [{path: p.yaml}]\n';
  const rows: readonly (readonly [string, string, string])[] = [
    [
      'a remote root',
      'resources: ["github.com/example/db//base?ref=v1"]\n',
      'remote github.com/example/db//base?ref=v1',
    ],
    ['a chart', 'helmCharts: [{name: pg}]\n', 'chart pg'],
    ['a generator', 'generators: [g.yaml]\n', 'plugin g.yaml'],
    ['an unread file', 'resources: [secret.yaml]\n', 'unread-file secret.yaml'],
  ];
  for (const [name, text, expected] of rows)
    it(`${name} leaves nothing missing`, () => {
      const files = { 'kustomization.yaml': `${text}${patches}`, 'p.yaml': db };
      const { failure, outside, remarks } = new Builder(buildFilesOf(files, ['secret.yaml'])).build('.');
      equal(failure, undefined);
      deepEqual(
        outside.map((source) => `${source.what} ${source.name}`),
        [expected],
      );
      deepEqual(remarks, []);
    });
});

describe('places of values', () => {
  const patch = (written: string): TextFiles => ({
    'kustomization.yaml': `resources: [db.yaml]\npatches:\n  - target: {kind: Endpoints}\n    patch: ${written}\n`,
    'db.yaml': db,
  });
  const rows: readonly (readonly [string, TextFiles, string])[] = [
    [
      'in a literal block',
      patch(`|-\n      - op: replace\n        path: /subsets/0/addresses/0/ip\n        value: 10.0.0.2`),
      'kustomization.yaml: 10.0.0.2',
    ],
    [
      'in a literal block with Windows line ends',
      {
        'kustomization.yaml':
          patch('|-\n      - op: replace\n        path: /subsets/0/addresses/0/ip\n        value: 10.0.0.2')[
            'kustomization.yaml'
          ]?.replaceAll('\n', '\r\n') ?? '',
        'db.yaml': db,
      },
      'kustomization.yaml: 10.0.0.2',
    ],
    [
      'in a literal block with a comment and two documents',
      {
        'kustomization.yaml': `resources: [db.yaml]
patches:
  - patch: |- # two of them
        apiVersion: v1
        kind: Endpoints
        metadata: {name: db, labels: {a: b}}
        ---

        apiVersion: v1
        kind: Endpoints
        metadata: {name: db}
        subsets: [{addresses: [{ip: 10.0.0.2}]}]
`,
        'db.yaml': db,
      },
      'kustomization.yaml: 10.0.0.2',
    ],
    [
      'in quotes',
      patch(`'[{"op": "replace", "path": "/subsets/0/addresses/0/ip", "value": "10.0.0.2"}]'`),
      `kustomization.yaml: "10.0.0.2"`,
    ],
    [
      'in quotes with escapes, the whole text',
      patch(String.raw`"[{\"op\": \"replace\", \"path\": \"/subsets/0/addresses/0/ip\", \"value\": \"10.0.0.2\"}]"`),
      String.raw`kustomization.yaml: "[{\"op\": \"replace\", \"path\": \"/subsets/0/addresses/0/ip\", \"value\": \"10.0.0.2\"}]"`,
    ],
    [
      'of an alias',
      {
        'kustomization.yaml': 'resources: [db.yaml]\n',
        'db.yaml': `x: &ip 10.0.0.2\n${db.replace('10.0.0.1', '*ip')}`,
      },
      'db.yaml: 10.0.0.2',
    ],
    [
      'of a merge key',
      {
        'kustomization.yaml': 'resources: [db.yaml]\n',
        'db.yaml': `x: &a {ip: 10.0.0.2}\n${db.replace('ip: 10.0.0.1', '<<: *a')}`,
      },
      'db.yaml: 10.0.0.2',
    ],
    [
      'of a merge key of a merge key',
      {
        'kustomization.yaml': 'resources: [db.yaml]\n',
        'db.yaml': `x: &a {ip: 10.0.0.2}\ny: &b {<<: *a, hostname: h}\n${db.replace('ip: 10.0.0.1', '<<: *b')}`,
      },
      'db.yaml: 10.0.0.2',
    ],
  ];
  for (const [name, files, expected] of rows)
    it(name, () => {
      const build = buildTexts(files);
      equal(build.failure?.message, undefined);
      const root = objectNamed(build, 'Endpoints')?.root;
      const ip = (root ? leavesOf(root) : []).find(({ value }) => value === '10.0.0.2');
      deepEqual(
        ip?.origins.map((origin) => textOfOrigin(origin, files)),
        [expected],
      );
    });
});

describe('a kustomization that Flux makes', () => {
  it('is seen by the build of its folder only, with its current text', () => {
    const builder = new Builder(
      buildFilesOf({ 'shop/db.yaml': db, 'overlay/kustomization.yaml': 'resources: [../shop]\n' }),
    );
    const missing = (): unknown => builder.build('overlay').failure?.message;
    const expected = '"../shop" has no kustomization file. Correct the path.';
    equal(missing(), expected);
    equal(builder.build('shop', { generated: 'resources: [db.yaml]\n' }).objects.length, 1);
    equal(missing(), expected);
    equal(builder.build('shop', { generated: 'resources: [cache.yaml]\n' }).failure?.cause, 'missing-file');
    equal(builder.build('.', { generated: 'resources: [shop/db.yaml, overlay]\n' }).failure?.message, expected);
  });
});
