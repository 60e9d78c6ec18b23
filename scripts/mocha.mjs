/** Bundles and runs the tests of a folder. Mocha receives the arguments of the script: `npm test -- -g pattern`. */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root, runTool } from './setup.mjs';

/** Paths are relative to the root; `prepare` is called after the output of the last run is removed. */
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
  setEnvironment();
  runTool(
    'mocha/bin/mocha.js',
    '--reporter',
    join(root, 'test/support/reporter.mjs'),
    '--reporter-option',
    `counts=${counts}`,
    // A limit for tests that hang; a slow machine stays below it.
    '--timeout',
    '300000',
    '--enable-source-maps',
    '--exit',
    // Relative, because the path of the root may contain brackets.
    `${out}/*.test.mjs`,
    ...process.argv.slice(2),
  );

  // A test that exits the process would look like success: the reporter writes the counts after all tests.
  if (!existsSync(counts)) {
    console.error('The test process ended before all tests had run.');
    process.exit(1);
  }
}

/**
 * Makes the programs under test independent of the environment: a git hook sets the repository, npm sets options, and a remote
 * terminal can set a locale that this machine does not have.
 */
function setEnvironment() {
  const foreign = /^(?:FORCE_COLOR$|GIT_|NODE_|npm_|LANG|LC_)/;
  for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name];
  Object.assign(process.env, {
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
    // The directory may be a link, and programs print its target.
    TMPDIR: realpathSync(tmpdir()),
  });
}
