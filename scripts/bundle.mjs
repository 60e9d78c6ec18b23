/** Bundles TypeScript that runs in the checkout (tests, benchmarks and generators) without its packages. */
import { build } from 'esbuild';
import { generatedModules } from './generated-modules.mjs';

/** Writes one `.mjs` per entry to `outdir`. */
export function bundle(entryPoints, outdir) {
  return build({
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    plugins: [generatedModules],
    logLevel: 'warning',
  });
}
