/** What holds for every tree of kustomizations, whatever is written in it: of its builds, and of the places of their values. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import { Builder } from '../server/src/kustomize/build.ts';
import { printBuild } from '../server/src/kustomize/print.ts';
import type { Build, BuildFiles, Origin } from '../server/src/tree/built.ts';
import { randomTree, treeFolders } from './support/kustomize-arbitraries.ts';
import { buildFilesOf, buildTexts, leavesOf, plainValue, type TextFiles } from './support/kustomize-files.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';
import { callsIn } from './support/work.ts';

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
    ok(built > times(60), `Only ${built} builds have objects.`);
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
          for (const each of [path, folderOf(path)]) builder.forget(each);
          const after = allOf(builder);
          deepEqual(after, allOf(new Builder(filesFrom({ ...texts }))));
          for (const [i, build] of before.entries())
            if (!build.reads.has(path) && !build.reads.has(folderOf(path)))
              deepEqual(after[i], build, `${path} is no part of ${treeFolders[i] ?? ''}`);
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
    ok(leaves > times(4_000), `Only ${leaves} values.`);
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

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

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
