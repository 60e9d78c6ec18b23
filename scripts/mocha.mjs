/** Bundles the tests of a folder and runs them. Arguments of the script go to Mocha: `npm test -- -g pattern`. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root, runTool } from './setup.mjs';

/** Paths from the root; `prepare` is called in between, once nothing of an earlier run is left. */
export async function runTests(folder, out, prepare = () => Promise.resolve()) {
  const sources = join(root, folder);
  const outdir = join(root, out);
  const counts = join(outdir, 'finished');
  rmSync(outdir, { recursive: true, force: true });
  await prepare();
  const files = readdirSync(sources).filter((file) => file.endsWith('.test.ts'));
  await bundle(
    files.map((file) => join(sources, file)),
    outdir,
  );
  // What the programs under test print must not depend on who runs the tests.
  delete process.env.FORCE_COLOR;
  runTool(
    'mocha/bin/mocha.js',
    '--reporter',
    join(root, 'test/support/reporter.mjs'),
    '--reporter-option',
    `counts=${counts}`,
    '--timeout',
    '60000',
    '--enable-source-maps',
    '--exit',
    join(outdir, '*.test.mjs'),
    ...process.argv.slice(2),
  );

  // A test that ends the process would look like success: the reporter leaves the counts once all tests have run.
  if (!existsSync(counts)) {
    console.error('The test process ended before all tests had run.');
    process.exit(1);
  }
}
