/**
 * Installs the editors, packs the extension, and runs the tests in them. Arguments go to Mocha:
 * `npm run test:editors -- -g pattern`. Screenshots and logs go to out/editors.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runTool } from './setup.mjs';

run(process.execPath, join(root, 'scripts/package.mjs'));
const { bundle } = await import('./bundle.mjs');
const { prepareEditors } = await import('./prepare-editors.mjs');

const sources = join(root, 'test/editors');
const outdir = join(root, 'out/test-editors');
rmSync(outdir, { recursive: true, force: true });
await prepareEditors();

const files = readdirSync(sources).filter((file) => file.endsWith('.test.ts'));
await bundle(
  files.map((file) => join(sources, file)),
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
