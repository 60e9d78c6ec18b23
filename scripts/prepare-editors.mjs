/** Prepares out/editors: the paths of the installed editors, the tests' own extensions of VS Code, and screenshots. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import terraform from '@shikijs/langs/terraform';
import { build } from 'esbuild';
import { setUpEditors } from './editors.mjs';
import { root } from './setup.mjs';

const sources = join(root, 'test/editors/extensions');
const artifacts = join(root, 'out/editors');

export async function prepareEditors(parts) {
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(join(artifacts, 'screenshots'), { recursive: true });
  writeFileSync(join(artifacts, 'installed.json'), JSON.stringify(setUpEditors(parts)));
  for (const name of readdirSync(sources)) await bundleExtension(name);
}

/** The extensions are a probe with a socket, a file system in memory, the client of another YAML server, and the language of Terraform. */
async function bundleExtension(name) {
  const folder = join(artifacts, 'extensions', name);
  const main = join(sources, name, 'main.ts');
  if (existsSync(main)) await bundleMain(main, folder, name === 'memfs' ? 'browser' : 'node');
  else writeGrammar(folder);
  // Named package.json, it would change the module format that TypeScript assumes for the sources.
  copyFileSync(join(sources, name, 'manifest.json'), join(folder, 'package.json'));
}

function writeGrammar(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'grammar.json'), JSON.stringify(terraform.at(-1)));
}

async function bundleMain(main, folder, platform) {
  await build({
    entryPoints: [main],
    outfile: join(folder, 'main.js'),
    bundle: true,
    platform,
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}
