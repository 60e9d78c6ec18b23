/** A watched run after any edits says what a fresh run says. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { prepare } from '../server/src/cli/check/prepare.ts';
import type { Terminal } from '../server/src/cli/terminal.ts';
import { readOptions } from '../server/src/cli/check/options.ts';
import { LiveRun } from '../server/src/cli/watch/live-run.ts';
import { times } from './support/runs.ts';
import { head, someText } from './support/some-manifests.ts';

const paths = [
  'one.yaml',
  'two.yaml',
  'base/three.yaml',
  'base/patch.yaml',
  'chart/templates/four.yaml',
  'chart/values.yaml',
];
const surroundings = {
  'base/kustomization.yaml': 'resources: [three.yaml]\npatches:\n  - path: patch.yaml\nnamePrefix: ""\n',
  'chart/Chart.yaml': 'name: c\n',
};

describe('a watched run', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'endpoints-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, content: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return join(folder, path);
  };
  const start = async (): Promise<LiveRun> => {
    const terminal: Terminal = {
      cwd: folder,
      isColored: false,
      width: undefined,
      version: '0',
      out: () => undefined,
      err: () => undefined,
    };
    return LiveRun.start(await prepare(readOptions(['.']), terminal));
  };

  it('says after any edits what a fresh run says', async () => {
    for (const [path, content] of Object.entries(surroundings)) write(path, content);
    let changes = 0;
    const texts = fc.tuple(...paths.map(() => someText));
    const edit = fc.tuple(fc.constantFrom(...paths), someText);
    const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, edits, async (first, rounds) => {
        for (const [i, content] of first.entries()) write(paths[i] ?? '', content);
        const run = await start();
        let before = run.result();
        for (const round of rounds) {
          run.reread(round.map(([path, content]) => write(path, content)));
          const now = run.result();
          assert.deepEqual(now, (await start()).result());
          if (JSON.stringify(now) !== JSON.stringify(before)) changes++;
          before = now;
        }
      }),
      { numRuns: times(150) },
    );
    assert.ok(changes > times(100), `Only ${changes} edits changed anything.`);
  });

  it('follows a place in another file that moves', async () => {
    const service = `${head('Service', 'v1', 'a', 'x')}spec:\n  selector:\n    a: b\n  ports:\n    - port: 80\n`;
    write('one.yaml', `${head('Endpoints', 'v1', 'a', 'x')}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n`);
    const path = write('two.yaml', service);
    const run = await start();
    const placesIn = (): readonly number[] =>
      run
        .result()
        .report.files.flatMap(({ notices }) =>
          notices.flatMap(({ related }) =>
            related.flatMap(({ place }) => (place.name === 'two.yaml' ? place.line : [])),
          ),
        );
    const before = placesIn();
    assert.ok(before.length > 0);
    write('two.yaml', `#\n#\n${service}`);
    assert.equal(run.reread([path]), 'text');
    assert.deepEqual(placesIn(), before.map((line) => line + 2)); // prettier-ignore
  });

  it('tells a touch, a text and what needs all files apart', async () => {
    const path = write('one.yaml', head('Endpoints', 'v1', 'a', 'x'));
    const run = await start();
    assert.equal(run.reread([path]), 'nothing');
    write('one.yaml', '# more\n');
    assert.equal(run.reread([path]), 'text');
    rmSync(path);
    assert.equal(run.reread([path]), 'whole');
    assert.equal(run.reread([join(folder, 'new.yaml')]), 'whole');
  });
});
