/**
 * Bundles the command line into one script, beside the grammars and the licenses, for executables and the container image:
 * `node scripts/release/command.mjs FOLDER`. Needs the build in dist/.
 */
import { cpSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { generatedModules } from '../generated-modules.mjs';
import { root } from '../setup.mjs';
import { versionPlugin } from '../version-plugin.mjs';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('Name the folder.');
const folder = resolve(given);
rmSync(folder, { recursive: true, force: true });
await build({
  entryPoints: { endpoints: join(root, 'server/src/executable.ts') },
  outdir: folder,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minify: true,
  platform: 'node',
  // An executable runs a classic script, which cannot import modules.
  format: 'cjs',
  target: 'node20',
  supported: { 'dynamic-import': false },
  legalComments: 'none',
  logLevel: 'warning',
  mainFields: ['module', 'main'],
  // The ES module build calls `createRequire`, which a classic script lacks.
  alias: { 'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
  plugins: [generatedModules, versionPlugin],
});
for (const path of ['LICENSE', 'dist/grammars', 'dist/licenses.txt', 'dist/sbom.cdx.json'])
  cpSync(join(root, path), join(folder, basename(path)), { recursive: true });
