/**
 * Makes the folder out/editors ready for what drives editors: where these are installed, and the tests' own extensions of
 * VS Code. Screenshots and logs go there, too.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { setUpEditors } from './editors.mjs';
import { root } from './setup.mjs';

const sources = join(root, 'test/editors/extensions');
const artifacts = join(root, 'out/editors');

/** Installs the parts that `setUpEditors` knows, or all. */
export async function prepareEditors(parts) {
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(join(artifacts, 'screenshots'), { recursive: true });
  writeFileSync(join(artifacts, 'installed.json'), JSON.stringify(setUpEditors(parts)));
  for (const name of readdirSync(sources)) await bundleExtension(name);
}

/** One that is asked over a socket, a file system in memory, and another YAML server's client. */
async function bundleExtension(name) {
  const folder = join(artifacts, 'extensions', name);
  await build({
    entryPoints: [join(sources, name, 'main.ts')],
    outfile: join(folder, 'main.js'),
    bundle: true,
    platform: name === 'memfs' ? 'browser' : 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  // Under its true name it would decide what kind of modules TypeScript takes the sources for.
  copyFileSync(join(sources, name, 'manifest.json'), join(folder, 'package.json'));
}
