/** The programs that compilers have accepted are those that are written today. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programsToCompile } from './support/programs-to-compile.ts';
import { root } from './support/root.ts';

interface Recorded {
  readonly writer: string;
  readonly objects: number;
  readonly results: Readonly<Record<string, string>>;
}

it('translations: what is written today compiles, as scripts/compile-programs.mjs has recorded', async () => {
  const recorded = JSON.parse(readFileSync(join(root, 'test/data/programs/compiled.json'), 'utf8')) as Recorded;
  const { version, objects } = await programsToCompile();
  assert.deepEqual([recorded.writer, recorded.objects], [version, objects], 'run scripts/compile-programs.mjs');
  for (const name of ['typescript', 'python', 'gofmt', 'go', 'java', 'csharp'])
    assert.equal(recorded.results[name], 'accepted', name);
}).timeout(60_000);
