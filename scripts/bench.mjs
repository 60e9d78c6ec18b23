/** Builds, and prints the benchmarks of bench/. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { bundle } = await import('./bundle.mjs');
const entries = ['bench', 'parse-folder'].map((name) => join(root, 'bench', `${name}.ts`));

await bundle(entries, join(root, 'out/bench'));
run(process.execPath, join(root, 'out/bench/bench.mjs'));
