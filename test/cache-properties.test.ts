/** A run with a cache says, after any changes, what a run without one says. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { prepare } from '../server/src/cli/check/prepare.ts';
import { RunProgress } from '../server/src/cli/run-progress.ts';
import { FileChecks } from '../server/src/cli/check/file-checks.ts';
import type { Terminal } from '../server/src/cli/terminal.ts';
import { readOptions } from '../server/src/cli/check/options.ts';
import { checkInputs, type RunResult } from '../server/src/cli/check/run.ts';
import { rules } from '../server/src/rules/rules.ts';
import { times } from './support/runs.ts';
import { head, someText } from './support/some-manifests.ts';
import { application } from './support/workspace-texts.ts';

const paths = [
  'one.yaml',
  'two.yaml',
  'base/three.yaml',
  'base/patch.yaml',
  'chart/templates/four.yaml',
  'five.md',
  'six.j2',
];

/** Files that change how others are read. Undefined for none. */
const others: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'base/kustomization.yaml': [
    undefined,
    'resources: [three.yaml]\npatches:\n  - path: patch.yaml\n',
    'resources: [three.yaml, patch.yaml]\nnamespace: z\nnamePrefix: a\n',
  ],
  'chart/Chart.yaml': [undefined, 'name: c\n'],
  'apps/delivery.yaml': [undefined, application('base', 'z'), application('chart', 'x')],
  'endpoints.config.yaml': [
    undefined,
    'severity:\n  loopback-ip: warning\n',
    'kubernetesVersion: [1.24, 1.36]\n',
    'kubernetesVersion: "1.24"\noverrides:\n  - files: [one.yaml]\n    severity:\n      missing-service: off\n',
  ],
};

type Edit = readonly [path: string, content: string | undefined];

const other = fc
  .constantFrom(...Object.keys(others))
  .chain((path): fc.Arbitrary<Edit> => fc.constantFrom(...(others[path] ?? [])).map((content) => [path, content]));
const file = fc.tuple(fc.constantFrom(...paths), fc.option(someText, { nil: undefined, freq: 8 }));
const edit: fc.Arbitrary<Edit> = fc.oneof({ weight: 2, arbitrary: file }, { weight: 1, arbitrary: other });

describe('a run with a cache', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'endpoints-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = ([path, content]: Edit): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (content === undefined) rmSync(join(folder, path), { force: true });
    else writeFileSync(join(folder, path), path.endsWith('.md') ? `\`\`\`yaml\n${content}\n\`\`\`\n` : content);
  };
  /** To another place, and back. */
  const move = (): void => {
    const to = folder.endsWith('-moved') ? folder.slice(0, -'-moved'.length) : `${folder}-moved`;
    renameSync(folder, to);
    folder = to;
  };
  const run = async (version: string, ...args: readonly string[]): Promise<RunResult> => {
    const terminal: Terminal = { cwd: folder, isColored: false, width: undefined, version, out: noText, err: noText };
    const prepared = await prepare(readOptions(['.', '--markdown', ...args]), terminal);
    const checks = new FileChecks(rules, prepared.settings, { cache: prepared.cache });
    return checkInputs(prepared.inputs, checks, prepared, new RunProgress());
  };

  it('says after any changes what a run without one says', async () => {
    const start = fc.tuple(...paths.map((path) => someText.map((content): Edit => [path, content])));
    const round = fc.tuple(fc.array(edit, { maxLength: 2 }), fc.boolean());
    const rounds = fc.array(round, { minLength: 1, maxLength: 4 });
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(start, rounds, async (first, more) => {
        for (const path of Object.keys(others)) write([path, undefined]);
        rmSync(join(folder, '.cache'), { force: true });
        let before = '';
        for (const [edits, isMoved] of [[first, false] as const, ...more]) {
          if (isMoved) move();
          edits.forEach(write);
          const fresh = await run('1');
          assert.deepEqual(await run('1', '--cache', '.cache'), fresh);
          const text = JSON.stringify(fresh);
          if (before !== '' && text !== before) changes++;
          before = text;
        }
      }),
      { numRuns: times(150) },
    );
    assert.ok(changes > 100, `Only ${changes} edits changed anything.`);
  });

  it('reads a file again that becomes a patch', async () => {
    const patch = `${head('Endpoints', 'v1', 'a', 'x')}  labels:\n    a: b\n`;
    [['base/patch.yaml', patch] as const, ['one.yaml', patch.replace('a: b', 'c: d')] as const].forEach(write);
    const kustomization = 'base/kustomization.yaml';
    for (const content of [...(others[kustomization] ?? []), undefined]) {
      write([kustomization, content]);
      const fresh = await run('1');
      assert.deepEqual(await run('1', '--cache', '.cache'), fresh);
      assert.deepEqual(await run('1', '--cache', '.cache'), fresh);
    }
  });

  it('believes what it kept, and nothing of another version', async () => {
    write(['one.yaml', `${head('Endpoints', 'v1', 'a', 'x')}subsets:\n  - addresses:\n      - ip: 127.0.0.1\n`]);
    const fresh = await run('1', '--cache', '.cache');
    const codes = (result: RunResult): readonly string[] =>
      result.report.files.flatMap(({ notices }) => notices.map(({ code }) => code));
    assert.ok(codes(fresh).includes('loopback-ip'));
    const path = join(folder, '.cache');
    const [headLine = '', body = ''] = readFileSync(path, 'utf8').split('\n');
    const other = body.replaceAll('loopback-ip', 'kept-code');
    const digest = createHash('sha256').update(other).digest('hex');
    writeFileSync(path, `${headLine.replace(/[0-9a-f]{64}/, digest)}\n${other}`);
    assert.ok(codes(await run('1', '--cache', '.cache')).includes('kept-code'));
    move();
    assert.ok(codes(await run('1', '--cache', '.cache')).includes('kept-code'));
    assert.deepEqual(await run('2', '--cache', '.cache'), fresh);
    writeFileSync(join(folder, '.cache'), `${headLine}\n${other}`);
    assert.deepEqual(await run('2', '--cache', '.cache'), fresh);
  });
});

function noText(): void {
  // Nobody reads it.
}
