/** Installs what is missing, builds, and runs all tests. Arguments go to Mocha: `npm test -- -g pattern`. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runTool } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { bundle } = await import('./bundle.mjs');

const outdir = join(root, 'out/test');
rmSync(outdir, { recursive: true, force: true });
const files = readdirSync(join(root, 'test')).filter((file) => file.endsWith('.test.ts'));
await bundle(
  files.map((file) => join(root, 'test', file)),
  outdir,
);
runTool(
  'mocha/bin/mocha.js',
  '--reporter',
  join(root, 'test/support/reporter.mjs'),
  '--reporter-option',
  `counts=${join(outdir, 'finished')}`,
  '--timeout',
  '60000',
  '--enable-source-maps',
  '--exit',
  join(outdir, '*.test.mjs'),
  ...process.argv.slice(2),
);

// A test that ends the process would look like success: the reporter leaves the counts once all tests have run.
if (!existsSync(join(outdir, 'finished'))) {
  console.error('The test process ended before all tests had run.');
  process.exit(1);
}
