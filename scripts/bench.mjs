/** Runs the benchmarks of bench/: `npm run bench`, and `npm run bench:editors` for those in VS Code. */
import { join } from 'node:path';
import { install, root, run } from './setup.mjs';

install();
const args = process.argv.slice(2);
const name = args.includes('--editors') ? 'workbench' : 'bench';
if (name === 'workbench') {
  // VS Code runs the packed extension; packing also builds it.
  run(process.execPath, join(root, 'scripts/package.mjs'));
  const { prepareEditors } = await import('./prepare-editors.mjs');
  await prepareEditors([name]);
}
const { bundle } = await import('./bundle.mjs');
// The second one is a baseline, which runs as a process of its own.
const entries = name === 'bench' ? [name, 'read-texts'] : [name];
await bundle(
  entries.map((each) => join(root, 'bench', `${each}.ts`)),
  join(root, 'out/bench'),
);
run(process.execPath, join(root, `out/bench/${name}.mjs`), ...(name === 'workbench' ? [] : args));
