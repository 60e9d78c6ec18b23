/** Installs missing packages, builds, and runs all tests except those of editors. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { runTests } = await import('./mocha.mjs');
await runTests('test', 'out/test');
