/** Prints the benchmarks of bench/: `npm run bench`, and `npm run bench:editors` for those in VS Code's workbench. */
import { join } from 'node:path';
import { install, root, run } from './setup.mjs';

install();
const args = process.argv.slice(2);
const isInEditors = args.includes('--editors');
const names = isInEditors ? ['workbench'] : ['bench', 'parse-folder', 'read-folder'];
if (isInEditors) {
  // In an editor the extension is measured as it is installed; packing it builds, too.
  run(process.execPath, join(root, 'scripts/package.mjs'));
  const { prepareEditors } = await import('./prepare-editors.mjs');
  await prepareEditors(names);
}
const { bundle } = await import('./bundle.mjs');
const entries = names.map((name) => join(root, 'bench', `${name}.ts`));
await bundle(entries, join(root, 'out/bench'));
run(process.execPath, join(root, `out/bench/${names[0]}.mjs`), ...(isInEditors ? [] : args));
