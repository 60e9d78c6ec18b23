/** Builds, and prints the benchmarks of bench/. */
import { join } from 'node:path';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { build } = await import('esbuild');
const { pagesPlugin } = await import('./pages.mjs');

await build({
  entryPoints: ['bench', 'parse-folder'].map((name) => join(root, 'bench', `${name}.ts`)),
  outdir: join(root, 'out/bench'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  plugins: [pagesPlugin],
  logLevel: 'warning',
});
run(process.execPath, join(root, 'out/bench/bench.mjs'));
