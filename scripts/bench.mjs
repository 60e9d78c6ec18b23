/** Builds, and prints the benchmarks of bench/: `npm run bench`, and `npm run bench:editors` for those in VS Code's workbench. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const isInEditors = process.argv.includes('--editors');
// In an editor the extension is measured as it is installed; packing it builds, too.
run(process.execPath, join(root, isInEditors ? 'scripts/package.mjs' : 'scripts/build.mjs'));
const { bundle } = await import('./bundle.mjs');
const names = isInEditors ? ['workbench'] : ['bench', 'parse-folder'];
const entries = names.map((name) => join(root, 'bench', `${name}.ts`));
if (isInEditors) {
  const { prepareEditors } = await import('./prepare-editors.mjs');
  await prepareEditors(['workbench']);
}

await bundle(entries, join(root, 'out/bench'));
run(process.execPath, join(root, `out/bench/${names[0]}.mjs`));
