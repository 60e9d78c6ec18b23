/** Bundles the tests of a folder and runs them. Arguments of the script go to Mocha: `npm test -- -g pattern`. */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
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
  setEnvironment();
  runTool(
    'mocha/bin/mocha.js',
    '--reporter',
    join(root, 'test/support/reporter.mjs'),
    '--reporter-option',
    `counts=${counts}`,
    // For what hangs; a slow machine is waited for.
    '--timeout',
    '300000',
    '--enable-source-maps',
    '--exit',
    // From the root on, whose own name may have brackets.
    `${out}/*.test.mjs`,
    ...process.argv.slice(2),
  );

  // A test that ends the process would look like success: the reporter leaves the counts once all tests have run.
  if (!existsSync(counts)) {
    console.error('The test process ended before all tests had run.');
    process.exit(1);
  }
}

/**
 * What the programs under test do must not depend on who runs the tests, and from where: a hook of git names its own repository,
 * npm its own options, a terminal on another computer a language that this one may not have.
 */
function setEnvironment() {
  const foreign = /^(?:FORCE_COLOR$|GIT_|NODE_|npm_|LANG|LC_)/;
  for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name];
  Object.assign(process.env, {
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
    // The directory may be a link, and programs name where it leads to.
    TMPDIR: realpathSync(tmpdir()),
  });
}
