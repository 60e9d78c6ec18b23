/** A run on any part of a folder finds in its files what a run on the whole folder finds in them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { FileChecks } from '../server/src/cli/check/file-checks.ts';
import { readOptions } from '../server/src/cli/check/options.ts';
import { prepare } from '../server/src/cli/check/prepare.ts';
import { checkInputs, type RunResult } from '../server/src/cli/check/run.ts';
import { RunProgress } from '../server/src/cli/run-progress.ts';
import type { Terminal } from '../server/src/cli/terminal.ts';
import { LiveRun } from '../server/src/cli/watch/live-run.ts';
import type { CheckedFile } from '../server/src/reports/report.ts';
import { rules } from '../server/src/rules/rules.ts';
import { times } from './support/runs.ts';
import { someText } from './support/some-manifests.ts';

const paths = [
  'one.yaml',
  'two.yaml',
  'base/three.yaml',
  'base/four.yaml',
  'base/deep/five.yaml',
  'overlays/prod/patch.yaml',
  'chart/templates/six.yaml',
  'skipped/seven.yaml',
];

/** Files that change how others are read. */
const around: Readonly<Record<string, readonly string[]>> = {
  'base/kustomization.yaml': ['', 'resources: [three.yaml, four.yaml]\n', 'resources: [three.yaml]\nnamespace: z\n'],
  'overlays/prod/kustomization.yaml': [
    '',
    'resources: [../../base]\nnamePrefix: b\npatches:\n  - path: patch.yaml\n',
    'resources: [../../base, patch.yaml]\nnamespace: x\n',
  ],
  'chart/Chart.yaml': ['name: c\n'],
  'apps/app.yaml': ['', application('base', ''), application('base', '    kustomize:\n      namePrefix: b\n')],
  '.gitignore': ['', 'skipped/\n', 'one.yaml\n'],
};

function application(path: string, more: string): string {
  return `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: a\n  namespace: argocd\nspec:\n  source:\n    path: ${path}\n${more}  destination:\n    namespace: x\n`;
}

describe('a run on a part of the files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
    mkdirSync(join(folder, '.git'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const prepared = (cwd: string, args: readonly string[]) => {
    const terminal: Terminal = { cwd, isColored: false, width: undefined, version: '1', out: noText, err: noText };
    return prepare(readOptions(args), terminal);
  };
  const run = async (args: readonly string[], cwd = folder): Promise<RunResult> => {
    const ready = await prepared(cwd, args);
    const checks = new FileChecks(rules, ready.settings);
    return checkInputs(ready.inputs, checks, ready, new RunProgress());
  };
  const namesIn = ({ reported }: RunResult): ReadonlySet<string> => new Set(reported);
  const of = ({ report }: RunResult, names: ReadonlySet<string>): readonly CheckedFile[] =>
    report.files.filter(({ name }) => names.has(name));

  it('finds in them what a run on the whole finds in them, and in others only the errors of builds', async () => {
    const texts = fc.tuple(...paths.map(() => someText));
    const others = fc.tuple(...Object.values(around).map((each) => fc.constantFrom(...each)));
    const parts = fc.subarray([...paths, 'base', 'overlays/prod', 'chart', 'base/deep'], {
      minLength: 1,
      maxLength: 3,
    });
    let related = 0;
    await fc.assert(
      fc.asyncProperty(texts, others, parts, async (all, more, part) => {
        for (const [i, path] of paths.entries()) write(path, all[i] ?? '');
        for (const [i, path] of Object.keys(around).entries()) write(path, more[i] ?? '');
        const whole = await run(['.']);
        const some = await run(part);
        // A file that .gitignore leaves out of the whole is read where it is named.
        const names = new Set([...namesIn(some)].filter((name) => namesIn(whole).has(name)));
        if (names.size < namesIn(some).size) return;
        const expected = of(whole, names).toSorted(byOrder(some.reported));
        const own = some.report.files.filter(({ name }) => names.has(name));
        assert.deepEqual(own.flatMap(withoutMoving), expected.flatMap(withoutMoving));
        // Of the other files of a build, only the errors.
        const along = some.report.files.filter((file) => !own.includes(file));
        assert.ok(along.every(({ notices }) => notices.every(({ severity }) => severity === 'error')));
        const found = own.flatMap(movingIn);
        for (const each of expected.flatMap(movingIn)) assert.ok(found.includes(each), `${each} is lost`);
        assert.equal(some.report.readCount ?? some.report.fileCount, names.size);
        assert.deepEqual(some.notes, []);
        assert.deepEqual((await LiveRun.start(await prepared(folder, part))).result().report, some.report);
        related += some.report.files.flatMap(({ notices }) => notices.flatMap((each) => each.related)).length;
      }),
      { numRuns: times(250) },
    );
    assert.ok(related > times(20), `Only ${related} findings relate two files.`);
  });

  it('finds the same where only a question shows that a kustomization is built', async () => {
    write('base/kustomization.yaml', 'resources: [three.yaml]\nnamespace: z\n');
    write(
      'base/three.yaml',
      'apiVersion: v1\nkind: Service\nmetadata: {name: b, namespace: x}\nspec: {ports: [{name: web, port: 80}]}\n',
    );
    write(
      'base/deep/five.yaml',
      'apiVersion: v1\nkind: Endpoints\nmetadata: {name: b, namespace: z}\nsubsets: [{addresses: [{ip: "fd00::1"}], ports: [{name: db, port: 81}, {name: spare, port: 9}]}]\n',
    );
    const codes = ({ report }: RunResult) =>
      report.files.map(({ name, notices }) => [name, notices.flatMap(({ code }) => (moving.has(code) ? code : []))]);
    const some = await run(['base/deep']);
    // Of the build itself, no file is checked, so the finding on its Service would be lost.
    assert.deepEqual(codes(some), [['base/deep/five.yaml', ['unserved-port']]]);
    assert.deepEqual(codes(await run(['.']))[1], ['base/three.yaml', ['unserved-port']]);
  });
});

/** A run on a part reports the mistake of several objects in a file that is reported. */
const moving: ReadonlySet<string> = new Set([
  'address-without-node',
  'contradicting-endpoints',
  'no-ready-endpoint',
  'overwritten-by-selector',
  'partial-hints',
  'partial-node-names',
  'unserved-port',
]);

function movingIn({ name, notices }: CheckedFile): readonly string[] {
  // A fingerprint counts equal findings of an object, and more may have moved here.
  const found = notices.map((each) => ({ ...each, fingerprint: '' }));
  return found.flatMap((each) => (moving.has(each.code) ? `${name} ${JSON.stringify(each)}` : []));
}

function withoutMoving(file: CheckedFile): readonly CheckedFile[] {
  const notices = file.notices.filter(({ code }) => !moving.has(code));
  return notices.length + file.accepted.length + file.resourceCount > 0 ? [{ ...file, notices }] : [];
}

function byOrder(names: readonly string[]): (a: CheckedFile, b: CheckedFile) => number {
  return (a, b) => names.indexOf(a.name) - names.indexOf(b.name);
}

const noText = (): void => undefined;
