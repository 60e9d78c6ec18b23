/** A run over kustomizations in shards, on a part or in watch mode reports what a fresh run of all files reports. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { surroundingKind } from '../server/src/analysis/workspace/placement.ts';
import { FileChecks } from '../server/src/cli/check/file-checks.ts';
import { readOptions } from '../server/src/cli/check/options.ts';
import { prepare, type Prepared } from '../server/src/cli/check/prepare.ts';
import { checkInputs, type RunResult } from '../server/src/cli/check/run.ts';
import { RunProgress } from '../server/src/cli/run-progress.ts';
import type { Terminal } from '../server/src/cli/terminal.ts';
import { LiveRun } from '../server/src/cli/watch/live-run.ts';
import type { CheckedFile } from '../server/src/reports/report.ts';
import { rules } from '../server/src/rules/rules.ts';
import { randomTree, treeFolders } from './support/kustomize-arbitraries.ts';
import type { TextFiles } from './support/kustomize-files.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';

const edit = fc.record({
  what: fc.constantFrom('other', 'other', 'mutate', 'delete'),
  file: fc.nat(100),
  seed: fc.nat(100_000),
});
const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 });

describe('a run over random kustomizations', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'endpoints-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, content: string | undefined): void => {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    if (content === undefined) rmSync(full, { force: true });
    else writeFileSync(full, content);
  };
  const writeAll = (files: TextFiles): void => {
    for (const name of ['component', 'apps', ...treeFolders]) rmSync(join(folder, name), { recursive: true, force: true }); // prettier-ignore
    mkdirSync(join(folder, '.git'), { recursive: true });
    for (const [path, text] of Object.entries(files)) write(path, text);
  };
  const prepared = (args: readonly string[]): Promise<Prepared> => {
    const terminal: Terminal = { cwd: folder, isColored: false, width: undefined, version: '1', out: noText, err: noText }; // prettier-ignore
    return prepare(readOptions(args), terminal);
  };
  const run = async (...args: readonly string[]): Promise<RunResult> => {
    const ready = await prepared(args);
    return checkInputs(ready.inputs, new FileChecks(rules, ready.settings), ready, new RunProgress()); // prettier-ignore
  };
  /** Makes the edits, and calls back after each round with the edited paths. */
  const editing = async (
    tree: TextFiles,
    next: TextFiles,
    all: typeof rounds extends fc.Arbitrary<infer T> ? T : never,
    then: (paths: readonly string[]) => Promise<void>,
  ): Promise<void> => {
    const disk: Record<string, string | undefined> = { ...tree };
    const paths = [...new Set([...Object.keys(tree), ...Object.keys(next)])];
    for (const edits of all) {
      const edited = edits.map(({ what, file, seed }) => {
        const path = paths[file % paths.length] ?? '';
        disk[path] = { delete: undefined, other: next[path], mutate: mutate(disk[path] ?? '', seed) }[what];
        write(path, disk[path]);
        return path;
      });
      await then(edited.map((path) => join(folder, path)));
    }
  };

  it('reports in watch mode what a fresh run reports', async () => {
    let texts = 0;
    await fc.assert(
      fc.asyncProperty(randomTree, randomTree, rounds, async (tree, next, all) => {
        writeAll(tree.files);
        let live = await LiveRun.start(await prepared(['.']));
        live.result();
        await editing(tree.files, next.files, all, async (paths) => {
          // The command starts anew where a kustomization changes, and where a file comes or goes.
          if (paths.some(surroundingKind) || live.reread(paths) === 'whole')
            live = await LiveRun.start(await prepared(['.']));
          else texts++;
          assert.deepEqual(live.result(), (await LiveRun.start(await prepared(['.']))).result());
        });
      }),
      // Fewer do not show it.
      { numRuns: Math.max(60, times(60)) },
    );
    assert.ok(texts > 5, `Only ${texts} rounds changed texts alone.`);
  });

  it('reports in shards and on parts what the whole run reports', async () => {
    let found = 0;
    const parts = fc.subarray(['base/db.yaml', 'base/web.yaml', 'prod/kustomization.yaml', 'apps', ...treeFolders], { minLength: 1, maxLength: 3 }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(randomTree, parts, fc.integer({ min: 2, max: 4 }), async ({ files }, part, count) => {
        writeAll(files);
        const whole = await run('.');
        const shards = [];
        for (let i = 1; i <= count; i++) shards.push(...(await run('.', '--shard', `${i}/${count}`)).report.files);
        assert.deepEqual(byName(shards), byName(whole.report.files));
        const some = await run(...part);
        const names = new Set(some.reported);
        const [named, along] = [true, false].map((is) =>
          some.report.files.filter(({ name }) => names.has(name) === is),
        );
        assert.deepEqual(byName(named ?? []), byName(whole.report.files.filter(({ name }) => names.has(name))));
        // Of the other files of a build, only the errors.
        const byFile = new Map(whole.report.files.map((file) => [file.name, file]));
        for (const { name, notices } of along ?? [])
          assert.deepEqual(
            notices,
            byFile.get(name)?.notices.filter(({ severity }) => severity === 'error'),
          );
        found += some.report.files.flatMap(({ notices }) => notices).length;
      }),
      { numRuns: times(60) },
    );
    assert.ok(found > times(60), `Only ${found} findings.`);
  });
});

function byName(files: readonly CheckedFile[]): readonly CheckedFile[] {
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const noText = (): void => undefined;
