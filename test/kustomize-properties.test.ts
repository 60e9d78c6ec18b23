/** What the engine of kustomizations shares, forgets and knows of each value, for fixed and for random trees. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Builder } from '../server/src/kustomize/build.ts';
import type { Build, BuiltScalar } from '../server/src/tree/built.ts';
import { buildFilesOf, buildTexts, leavesOf, plainValue, type TextFiles } from './support/kustomize-files.ts';
import { root } from './support/root.ts';

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

describe('a Builder', () => {
  const files: Record<string, string> = {
    'base/kustomization.yaml': 'resources: [db.yaml, other.yaml]\n',
    'base/db.yaml': db,
    'base/other.yaml': named('other'),
    'a/kustomization.yaml': 'resources: [../base]\npatches: [{path: p.yaml}]\n',
    'a/p.yaml': db.replace('10.0.0.1', '10.0.0.2'),
    'b/kustomization.yaml': 'resources: [../base]\nnamespace: b\n',
  };

  it('shares what an overlay does not change', () => {
    const builder = new Builder(buildFilesOf(files));
    const [base, a] = [builder.build('base'), builder.build('a')];
    equal(a.objects[1]?.root, base.objects[1]?.root);
    notEqual(a.objects[0]?.root, base.objects[0]?.root);
  });

  it('reads each file once', () => {
    const counts = new Map<string, number>();
    const inner = buildFilesOf(files);
    const read = (path: string): string | undefined => {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      return inner.read(path);
    };
    const builder = new Builder({ ...inner, read });
    for (const root of ['a', 'b', 'base', 'a']) builder.build(root);
    for (const path of Object.keys(files)) equal(counts.get(path), 1, path);
  });

  it('builds again what read a changed file', () => {
    const texts = { ...files };
    const builder = new Builder({ ...buildFilesOf(texts), read: (path) => texts[path] });
    const before = builder.build('b');
    texts['base/db.yaml'] = db.replace('10.0.0.1', '10.0.0.9');
    equal(builder.build('b').objects[0]?.root, before.objects[0]?.root);
    ok(before.reads.has('base/db.yaml'));
    builder.forget('base/db.yaml');
    ok(JSON.stringify(plainOf(builder.build('b'))).includes('10.0.0.9'));
  });

  it('builds again where a missing folder has appeared', () => {
    const texts: Record<string, string> = { 'kustomization.yaml': 'resources: [new]\n' };
    const builder = new Builder({ read: (path) => texts[path], kindOf: (path) => buildFilesOf(texts).kindOf(path) });
    const before = builder.build('.');
    equal(before.failure?.cause, 'missing-file');
    texts['new/kustomization.yaml'] = 'resources: []\n';
    ok(before.reads.has('new/kustomization.yaml'));
    builder.forget('new/kustomization.yaml');
    equal(builder.build('.').failure, undefined);
  });

  it('reads files above a kustomization only without restrictions', () => {
    const builder = new Builder(buildFilesOf({ 'a/kustomization.yaml': 'resources: [../db.yaml]\n', 'db.yaml': db }));
    equal(builder.build('a').failure?.cause, 'outside-file');
    equal(builder.build('a', { isUnrestricted: true }).objects.length, 1);
    equal(builder.build('a').failure?.cause, 'outside-file');
  });

  it('writes what Flux and Argo CD add into the outermost kustomization only', () => {
    const at = { path: 'flux.yaml', span: { start: 0, end: 0 } };
    const text = (value: string): BuiltScalar => ({ kind: 'scalar', value, origins: [at] });
    const builder = new Builder(buildFilesOf(files));
    const build = builder.build('b', { namespace: text('flux'), namePrefix: text('f-') });
    deepEqual(
      build.objects.map(({ name, namespace, written }) => [name, namespace, written.name]),
      [
        ['f-db', 'flux', 'db'],
        ['f-other', 'flux', 'other'],
      ],
    );
    equal(builder.build('b').objects[0]?.namespace, 'b');
  });
});

function plainOf({ objects }: Build): unknown {
  return objects.map(({ root }) => plainValue(root));
}

describe('broken kustomizations', () => {
  const cases = JSON.parse(readFileSync(join(root, 'test/data/kustomize/cases.json'), 'utf8')) as readonly {
    readonly files: TextFiles;
    readonly root: string;
  }[];
  const pieces = [
    '',
    '{',
    '- ',
    ': ',
    '\n',
    '[]',
    '{}',
    'null',
    '7',
    '"',
    '&a ',
    '*a',
    '<<: ',
    '$patch: delete',
    '/',
    '..',
    '---\n',
    '\t',
  ];
  const change = fc.record({
    file: fc.nat(),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(12),
    piece: fc.constantFrom(...pieces),
  });

  it('fail with a place in a file, and never throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        ({ files, root: folder }, changes) => {
          const broken = changes.reduce<Record<string, string>>((texts, { file, at, length, piece }) => {
            const paths = Object.keys(texts);
            const path = paths[file % paths.length] ?? '';
            const text = texts[path] ?? '';
            const start = Math.floor(at * text.length);
            return { ...texts, [path]: text.slice(0, start) + piece + text.slice(start + length) };
          }, files);
          const { objects, failure, remarks, outside } = buildTexts(broken, folder);
          const places = [...remarks, ...outside].map(({ at }) => at);
          for (const { path, span } of failure ? [...places, failure.at] : places)
            ok(span.start <= span.end && span.end <= (broken[path] ?? '').length, path);
          for (const { root: built } of objects)
            for (const { origins } of leavesOf(built))
              for (const { path, span } of origins) ok(span.end <= (broken[path] ?? '').length, path);
        },
      ),
      { numRuns: 500 },
    );
  });
});
