/** Bundles the programs, the library and the extension into dist/, so that they run without node_modules. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { install, root, runTool } from './setup.mjs';

install();
const { build } = await import('esbuild');
const { bundle } = await import('./bundle.mjs');
const { writeCodeCaches } = await import('./code-caches.mjs');
const { commonChunkPlugin } = await import('./common-chunk.mjs');
const { licensesOf, packagesIn } = await import('./bundled-packages.mjs');
const { lazyBuiltinsPlugin } = await import('./lazy-builtins.mjs');
const { yamlFilePlugin, yamlInsidePlugin } = await import('./lazy-yaml.mjs');
const { generatedModules } = await import('./generated-modules.mjs');
const { writeScripts } = await import('./script-chunks.mjs');
const { bundlePage } = await import('./page.mjs');
const { sbomOf } = await import('./sbom.mjs');
const { versionPlugin } = await import('./version-plugin.mjs');

/** CommonJS packages need `require`. Only their file defines it: in every file it would take a tenth of the start. */
const requirePlugin = {
  name: 'require',
  setup({ onEnd }) {
    const made = "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);";
    onEnd(({ metafile }) => {
      for (const file of Object.keys(metafile?.outputs ?? {})) {
        const text = readFileSync(file, 'utf8');
        if (text.includes('typeof require<"u"')) writeFileSync(file, `${made}\n${text}`);
      }
    });
  },
};

// Built in another folder and moved at the end, so that dist/ is always complete.
const outdir = join(root, 'out/dist');
/** The protocol package has a copy of its own, which would be loaded beside ours. */
const types = 'vscode-languageserver-types';
rmSync(outdir, { recursive: true, force: true });
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  alias: { [types]: join(root, 'node_modules', types, 'lib/esm/main.js') },
  plugins: [generatedModules, versionPlugin],
  outdir,
};
const web = { ...common, platform: 'browser', target: 'es2022' };

const ofPackage = await buildPackage();
const ofExtension = await buildExtension();
const grammars = writeGrammars();
writeExtensionFiles(ofPackage[0]);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeDeclarations();
await writeManPages();
writeCodeCaches(outdir);
writeFileSync(join(outdir, 'sbom.cdx.json'), sbomOf(manifest, packagesIn([...ofPackage, grammars])));
writeFileSync(join(outdir, 'licenses.txt'), licensesOf(packagesIn([...ofPackage, ...ofExtension, grammars])));
chmodSync(join(outdir, 'cli.js'), 0o755);
chmodSync(join(outdir, 'server.js'), 0o755);
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(outdir, join(root, 'dist'));

async function buildPackage() {
  const node = {
    ...common,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    mainFields: ['module', 'main'],
    plugins: [generatedModules, versionPlugin, lazyBuiltinsPlugin, yamlFilePlugin, requirePlugin],
  };
  const source = (file) => join(root, 'server/src', file);
  const program = (entryPoints, needed) =>
    build({ ...node, entryPoints, plugins: [commonChunkPlugin(needed), ...node.plugins] });
  const server = await program({ server: source('node.ts') }, ['lsp/server.ts', 'node-host.ts']);
  const cli = await program({ cli: source('cli.ts') }, [
    'cli/program.ts',
    'cli/process/streams.ts',
    'disk/grammar-files.ts',
  ]);
  // The other files of the server are loaded after its first answer.
  await writeScripts(server.metafile, 'server/src/node.ts');
  await writeScripts(cli.metafile, 'server/src/cli.ts');
  const results = [
    server,
    cli,
    await buildLibrary(),
    await build({ ...common, entryPoints: { yaml: 'yaml' }, format: 'cjs', outExtension: { '.js': '.cjs' } }),
  ];
  return results.map(({ metafile }) => metafile);
}

/**
 * One CommonJS file, and the entries for `import` and `require`, which so share the loaded languages. It requires nothing,
 * because a bundle that is an ES module could not.
 */
async function buildLibrary() {
  const result = await build({
    ...common,
    entryPoints: { library: join(root, 'server/src/api.ts') },
    platform: 'browser',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // Without these, the parser of programs would ask Node for a file that the library passes to it.
    define: { 'import.meta.url': 'undefined', 'process.type': '"renderer"' },
    plugins: [generatedModules, versionPlugin, yamlInsidePlugin],
  });
  const names = ['check', 'createWorkspace', 'loadLanguages'];
  // Before an ES module imports a CommonJS file, Node searches it for names: in the library that takes half a second.
  const lines = names.map((name) => `exports.${name} = library.${name};\n`);
  writeFileSync(join(outdir, 'api.cjs'), `'use strict';\nconst library = require('./library.cjs');\n${lines.join('')}`);
  writeFileSync(join(outdir, 'api.js'), `export { ${names.join(', ')} } from './api.cjs';\n`);
  return result;
}

async function buildExtension() {
  const client = { format: 'cjs', external: ['vscode'], outExtension: { '.js': '.cjs' } };
  const source = (file) => join(root, 'client/src', file);
  const results = [
    await build({ ...common, ...client, entryPoints: { extension: source('node.ts') } }),
    await build({ ...web, ...client, entryPoints: { browser: source('browser.ts') } }),
    // A single file, because not every workbench lets an extension's worker load others.
    await build({ ...web, entryPoints: { worker: join(root, 'server/src/browser.ts') }, format: 'iife' }),
    await writePage(),
  ];
  // Older workbenches append ".js" to other names; newer ones treat a ".js" file of this package as an ES module.
  copyFileSync(join(outdir, 'browser.cjs'), join(outdir, 'browser.cjs.js'));
  return results.map(({ metafile }) => metafile);
}

/** The page of the Traffic view: its script and its style sheet. */
async function writePage() {
  const folder = join(root, 'out/scripts');
  await bundle([join(root, 'server/src/drawing/page-styles.ts')], folder);
  const { pageStyle } = await import(pathToFileURL(join(folder, 'page-styles.mjs')).href);
  writeFileSync(join(outdir, 'page.css'), pageStyle);
  const { text, metafile } = await bundlePage();
  writeFileSync(join(outdir, 'page.js'), text);
  return { metafile };
}

/** The extension has only the chunks that the server can load, and no code caches: VS Code has another V8. */
function writeExtensionFiles({ outputs }) {
  const server = Object.keys(outputs).find((file) => file.endsWith('/server.js'));
  const loaded = new Set([server]);
  for (const file of loaded) for (const { path, external } of outputs[file].imports) if (!external) loaded.add(path);
  const scripts = [...loaded].map((file) => file.replace(/js$/, 'cjs')).filter((file) => existsSync(file));
  const patterns = [...loaded, ...scripts].map((file) => `!dist/${basename(file)}`).sort();
  const text = readFileSync(join(root, '.vscodeignore'), 'utf8');
  writeFileSync(join(root, 'out/extension.vscodeignore'), `${text}${patterns.join('\n')}\n`);
}

/** Compresses the files of the parser for programs. They are no part of a bundle, so the metafile is made here. */
function writeGrammars() {
  const folder = join(outdir, 'grammars');
  mkdirSync(folder);
  const owners = JSON.parse(readFileSync(join(root, 'scripts/grammars.json'), 'utf8'));
  const inputs = Object.entries(owners).map(([name, owner]) => [`node_modules/${owner}/${name}`, name]);
  for (const [path, name] of inputs) {
    const bytes = gzipSync(readFileSync(join(root, path)), { level: 9 });
    // The system on which it was compressed: unknown.
    bytes[9] = 255;
    writeFileSync(join(folder, `${name}.gz`), bytes);
  }
  return { outputs: { grammars: { inputs: Object.fromEntries(inputs) } } };
}

function writeDeclarations() {
  const types = join(root, 'out/types');
  rmSync(types, { recursive: true, force: true });
  runTool('typescript/bin/tsc', '-p', 'tsconfig.api.json', '--outDir', types);
  for (const name of ['api.d.ts', 'api.d.cts']) copyFileSync(join(types, 'api.d.ts'), join(outdir, name));
}

async function writeManPages() {
  const folder = join(root, 'out/scripts');
  await bundle([join(root, 'scripts/man-pages.ts')], folder);
  const { manPages } = await import(pathToFileURL(join(folder, 'man-pages.mjs')).href);
  for (const [name, text] of manPages(manifest.version)) writeFileSync(join(outdir, name), text);
}
