/** Installs the editors, packs the extension, and runs the tests in them. Screenshots and logs go to out/editors. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/package.mjs'));
const { runTests } = await import('./mocha.mjs');
const { prepareEditors } = await import('./prepare-editors.mjs');
await runTests('test/editors', 'out/test-editors', prepareEditors);
