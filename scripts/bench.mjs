/** Builds, and prints the benchmarks of bench/. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

// The extension is measured as it is installed; this builds, too.
run(process.execPath, join(root, 'scripts/package.mjs'));
const { bundle } = await import('./bundle.mjs');
const { prepareEditors } = await import('./prepare-editors.mjs');
await prepareEditors(['workbench']);
const entries = ['bench', 'parse-folder'].map((name) => join(root, 'bench', `${name}.ts`));

await bundle(entries, join(root, 'out/bench'));
run(process.execPath, join(root, 'out/bench/bench.mjs'));
