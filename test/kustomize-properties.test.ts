/** What the engine of kustomizations shares, forgets and knows of each value, for fixed and for random trees. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import { Builder } from '../server/src/kustomize/build.ts';
import { printBuild } from '../server/src/kustomize/print.ts';
import type { Build, BuildFiles, BuiltScalar, Origin } from '../server/src/tree/built.ts';
import { randomTree, treeFolders } from './support/kustomize-arbitraries.ts';
import { buildFilesOf, buildTexts, leavesOf, plainValue, type TextFiles } from './support/kustomize-files.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';
import { callsIn } from './support/work.ts';

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

describe('random kustomizations', () => {
  const allOf = (builder: Builder): readonly Build[] => treeFolders.map((folder) => builder.build(folder));

  it('do not depend on the order of unrelated entries', () => {
    let built = 0;
    fc.assert(
      fc.property(randomTree, ({ files, reversed }) => {
        for (const folder of treeFolders) {
          const [build, other] = [files, reversed].map((texts) => buildTexts(texts, folder));
          equal(other?.failure === undefined, build?.failure === undefined, build?.failure?.message);
          if (!build || !other || build.failure) continue;
          deepEqual(plainOf(other), plainOf(build));
          built += build.objects.length > 0 ? 1 : 0;
        }
      }),
      { numRuns: times(120) },
    );
    ok(built > 120, `Only ${built} builds have objects.`);
  });

  it('do not depend on what was built before', () => {
    fc.assert(
      fc.property(randomTree, fc.shuffledSubarray([...treeFolders]), ({ files }, before) => {
        const builder = new Builder(buildFilesOf(files));
        for (const folder of before) builder.build(folder);
        const again = allOf(builder);
        deepEqual(again, allOf(builder));
        deepEqual(
          again,
          treeFolders.map((folder) => buildTexts(files, folder)),
        );
      }),
      { numRuns: times(40) },
    );
  });

  it('are built again where a file changes, comes or goes, and nowhere else', () => {
    fc.assert(
      fc.property(randomTree, randomTree, fc.array(fc.nat(7), { minLength: 24 }), ({ files }, next, choices) => {
        const texts: Record<string, string> = { ...files };
        const builder = new Builder(filesFrom(texts));
        allOf(builder);
        for (const [i, path] of [...new Set([...Object.keys(files), ...Object.keys(next.files)])].entries()) {
          const choice = choices[i] ?? 3;
          if (choice > 2) continue;
          const before = allOf(builder);
          const text = choice === 0 ? undefined : choice === 1 ? next.files[path] : mutate(texts[path] ?? '', choice);
          if (text === texts[path]) continue;
          if (text === undefined) delete texts[path];
          else texts[path] = text;
          builder.forget(path);
          const after = allOf(builder);
          deepEqual(after, allOf(new Builder(filesFrom({ ...texts }))));
          for (const [i, build] of before.entries())
            if (!build.reads.has(path)) deepEqual(after[i], build, `${path} is no part of ${treeFolders[i] ?? ''}`);
        }
      }),
      { numRuns: times(40) },
    );
  });

  it('know where each value is written', () => {
    let leaves = 0;
    fc.assert(
      fc.property(randomTree, ({ files }) => {
        for (const folder of treeFolders)
          for (const { root } of buildTexts(files, folder).objects)
            for (const { value, origins } of leavesOf(root)) {
              const texts = origins.map((origin) => readScalar(textAt(files, origin)));
              if (texts.length === 1) equal(texts[0], String(value));
              for (const text of texts) ok(String(value).includes(text), `${text} in ${String(value)}`);
              leaves++;
            }
      }),
      { numRuns: times(80) },
    );
    ok(leaves > 4_000, `Only ${leaves} values.`);
  });

  it('read back from their printed text', () => {
    fc.assert(
      fc.property(randomTree, ({ files }) => {
        for (const folder of treeFolders) {
          const { objects } = buildTexts(files, folder);
          const { text } = printBuild(objects);
          const read = text === '' ? [] : parseAllDocuments(text).map((document): unknown => document.toJS());
          deepEqual(
            read,
            objects.map(({ root }) => plainValue(root)),
          );
        }
      }),
      { numRuns: times(50) },
    );
  });

  const mutated = fc
    .tuple(randomTree, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }))
    .map(([{ files }, edits]): TextFiles => {
      const paths = Object.keys(files);
      return edits.reduce((texts, [at, seed]) => {
        const path = paths[at % paths.length] ?? '';
        return { ...texts, [path]: mutate(texts[path] ?? '', seed) };
      }, files);
    });

  it('never throw, whatever is written: a failure is at a place in a file', () => {
    const causes = new Set<string>();
    fc.assert(
      fc.property(mutated, (texts) => {
        for (const { failure, objects, remarks, outside } of allOf(new Builder(buildFilesOf(texts)))) {
          const places = [...remarks, ...outside, ...(failure ? [failure] : [])].map(({ at }) => at);
          for (const origin of places) ok(isIn(texts, origin), JSON.stringify(origin));
          if (!failure) continue;
          causes.add(failure.cause);
          deepEqual(objects, []);
          ok(failure.message.length > 10);
        }
      }),
      { numRuns: times(400) },
    );
    ok(causes.size >= 6, [...causes].join(' '));
  });

  it('take little work, whatever is written', () => {
    fc.assert(
      fc.property(mutated, (texts) => {
        const calls = callsIn(() => allOf(new Builder(buildFilesOf(texts))));
        ok(calls < 600_000, `${calls} calls`);
      }),
      { numRuns: times(30) },
    );
  });
});

/** Files that may change. */
function filesFrom(texts: TextFiles): BuildFiles {
  return { read: (path) => texts[path], kindOf: (path) => buildFilesOf(texts).kindOf(path) };
}

function textAt(files: TextFiles, { path, span }: Origin): string {
  return files[path]?.slice(span.start, span.end) ?? '';
}

function isIn(files: TextFiles, { path, span }: Origin): boolean {
  return span.start >= 0 && span.start <= span.end && span.end <= (files[path]?.length ?? -1);
}

function readScalar(text: string): string {
  const { root } = readYaml(text, 'pulumi', []);
  return root?.kind === 'scalar' ? String(root.value) : '';
}
