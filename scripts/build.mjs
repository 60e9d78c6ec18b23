/** Bundles the CLI, the language server and the extension, each for its platform, into dist/: they run without node_modules. */
import { chmodSync, copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, root } from './setup.mjs';

install();
const { build } = await import('esbuild');
const { lazyYamlPlugin } = await import('./lazy-yaml.mjs');
const { pagesPlugin } = await import('./pages.mjs');

/** Of the whole manifest of the extension, programs need to know the version only. */
const versionPlugin = {
  name: 'version',
  setup({ onLoad }) {
    onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [versionPlugin],
};

// Built beside and moved at the end, so that nobody meets half a build.
const outdir = join(root, 'out/dist');
rmSync(outdir, { recursive: true, force: true });
await build({
  ...common,
  entryPoints: { cli: join(root, 'server/src/cli.ts'), server: join(root, 'server/src/node.ts') },
  outdir,
  format: 'esm',
  splitting: true,
  chunkNames: 'chunk-[hash]',
  mainFields: ['module', 'main'],
  plugins: [pagesPlugin, versionPlugin, lazyYamlPlugin],
  // Packages in the old module format expect a `require`.
  banner: { js: "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);" },
});
await build({ ...common, entryPoints: { yaml: 'yaml' }, outdir, format: 'cjs', outExtension: { '.js': '.cjs' } });
await build({
  ...common,
  entryPoints: { extension: join(root, 'client/src/node.ts') },
  outdir,
  format: 'cjs',
  external: ['vscode'],
  outExtension: { '.js': '.cjs' },
});
const web = { ...common, platform: 'browser', target: 'es2022', outdir };
await build({
  ...web,
  entryPoints: { browser: join(root, 'client/src/browser.ts') },
  format: 'cjs',
  external: ['vscode'],
  outExtension: { '.js': '.cjs' },
});
// Older workbenches add ".js" to whatever does not end so; newer ones take a ".js" of this package for an ES module.
copyFileSync(join(outdir, 'browser.cjs'), join(outdir, 'browser.cjs.js'));
// One file, since a worker of an extension cannot load others everywhere.
await build({ ...web, entryPoints: { worker: join(root, 'server/src/browser.ts') }, format: 'iife' });
chmodSync(join(outdir, 'cli.js'), 0o755);
chmodSync(join(outdir, 'server.js'), 0o755);
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(outdir, join(root, 'dist'));
