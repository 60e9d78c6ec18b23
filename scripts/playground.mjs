/** Builds the playground: a page with an editor, and the language server in a worker. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundle } from './bundle.mjs';
import { commonChunkPlugin } from './common-chunk.mjs';
import { generatedModules } from './generated-modules.mjs';
import { root } from './setup.mjs';
import { versionPlugin } from './version-plugin.mjs';

const source = join(root, 'site/playground');

/**
 * Writes the folder `playground` of the site in `outdir`. `dist` must be complete. Returns esbuild's metafiles; what the scripts are
 * made of is in `out/playground-inputs.json`, too.
 */
export async function buildPlayground({ outdir: site }) {
  const outdir = join(site, 'playground');
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  // The server in one file, and what it loads later: a page should not ask for a hundred files before it says anything.
  const together = commonChunkPlugin(['lsp/server.ts', 'fetched-grammars.ts']);
  const worker = await bundleScripts(
    outdir,
    { worker: join(root, 'server/src/browser.ts') },
    {
      plugins: [together, withoutReaders],
    },
  );
  const workerName = entryOf(worker, 'server/src/browser.ts');
  const page = await bundleScripts(
    outdir,
    { main: join(source, 'main.tsx'), style: join(source, 'style.css') },
    { define: { WORKER: JSON.stringify(workerName) } },
  );
  const traffic = await writeTrafficPage(outdir);
  mkdirSync(join(outdir, 'grammars'));
  for (const name of readdirSync(join(root, 'dist/grammars')))
    copyFileSync(join(root, 'dist/grammars', name), join(outdir, 'grammars', name));
  copyFileSync(join(root, 'client/media/icon.svg'), join(outdir, 'icon.svg'));
  await writeData(outdir);
  const { styleNonce } = await importBundled('site/playground/editor-nonce.ts');
  const html = readFileSync(join(source, 'index.html'), 'utf8')
    .replace('POLICY', policyWith({ style: `'nonce-${styleNonce}'`, script: "'wasm-unsafe-eval'", frame: true }))
    .replace('STYLE', entryOf(page, 'site/playground/style.css'))
    .replace('PRELOADS', preloads(page))
    .replace('SCRIPT', entryOf(page, 'site/playground/main.tsx'));
  writeFileSync(join(outdir, 'index.html'), html);
  await writeOffline(outdir);
  const inputs = { ...worker.outputs, ...page.outputs, ...traffic.outputs };
  writeFileSync(join(root, 'out/playground-inputs.json'), JSON.stringify(inputs));
  return [worker, page, traffic];
}

/** Leaves out the search for readers, which adds a tenth to the code. The panel of the conversion says that it is missing. */
const withoutReaders = {
  name: 'without-readers',
  setup({ onLoad }) {
    const stands = {
      'find-readers': 'export const findReaders = () => ({ readers: [], unread: [] });',
      'reader-search': `export const readerSearch = () => ({
        run: () => Promise.resolve({ uris: [], hasPlaces: false }),
        follow: () => undefined,
      });`,
      'reader-actions': 'export const readerFixes = () => [];',
    };
    onLoad({ filter: /[\\/](?:find-readers|reader-search|reader-actions)\.ts$/ }, ({ path }) => ({
      contents: stands[basename(path, '.ts')],
    }));
  },
};

async function bundleScripts(outdir, entryPoints, { define = {}, plugins = [] } = {}) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    define,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    alias: { 'vscode-languageserver-types': join(root, 'node_modules/vscode-languageserver-types/lib/esm/main.js') },
    plugins: [...plugins, generatedModules, versionPlugin],
  });
  return metafile;
}

function entryOf({ outputs }, entryPoint) {
  return basename(Object.keys(outputs).find((file) => outputs[file].entryPoint === entryPoint));
}

/** Links that load at once what the first script loads: the page with its editor. */
function preloads({ outputs }) {
  const appEntry = (file) => outputs[file].entryPoint === 'site/playground/app.tsx';
  const needed = new Set(Object.keys(outputs).filter(appEntry));
  for (const file of needed)
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') needed.add(path);
  return [...needed].map((file) => `<link rel="modulepreload" href="${basename(file)}" />`).join('');
}

/** The page of the extension in a frame, with a script that stands for VS Code. */
async function writeTrafficPage(outdir) {
  const traffic = await bundleScripts(outdir, { 'traffic-bridge': join(source, 'traffic-bridge.ts') });
  const style = readFileSync(join(root, 'dist/page.css'), 'utf8') + readFileSync(join(source, 'traffic.css'), 'utf8');
  writeFileSync(join(outdir, 'traffic.css'), style);
  copyFileSync(join(root, 'dist/page.js'), join(outdir, 'traffic.js'));
  const html = readFileSync(join(source, 'traffic.html'), 'utf8')
    .replace('POLICY', policyWith({}))
    .replace('STYLE', 'traffic.css')
    .replace('BRIDGE', entryOf(traffic, 'site/playground/traffic-bridge.ts'))
    .replace('PAGE', 'traffic.js');
  writeFileSync(join(outdir, 'traffic.html'), html);
  return traffic;
}

/** Nothing from elsewhere, and no script or style in the page itself. */
function policyWith({ script = '', style = '', frame = false }) {
  return [
    "default-src 'none'",
    `script-src 'self' ${script}`.trim(),
    `style-src 'self' ${style}`.trim(),
    "img-src 'self' data:",
    ...(frame ? ["connect-src 'self'", "worker-src 'self' blob:", "frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

async function writeData(outdir) {
  const { examplesIn, ruleExamplesIn } = await importBundled('scripts/playground-data.ts');
  writeFileSync(join(outdir, 'examples.json'), JSON.stringify(examplesIn(root)));
  writeFileSync(join(outdir, 'rules.json'), JSON.stringify(ruleExamplesIn(root)));
}

async function importBundled(path) {
  const folder = join(root, 'out/scripts');
  await bundle([join(root, path)], folder);
  return import(pathToFileURL(join(folder, basename(path, '.ts') + '.mjs')).href);
}

/** The service worker knows all files, and changes with their contents. */
async function writeOffline(outdir) {
  const files = readdirSync(outdir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(outdir.length + 1))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(outdir, file)));
  await build({
    entryPoints: [join(source, 'offline.ts')],
    outfile: join(outdir, 'offline.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
    define: {
      HASH: JSON.stringify(hash.digest('hex').slice(0, 16)),
      FILES: JSON.stringify(['./', ...files.filter((file) => file !== 'index.html')]),
    },
  });
}

// For tests and benchmarks: `node scripts/playground.mjs FOLDER`.
const [, script, folder] = process.argv;
if (script === import.meta.filename) await buildPlayground({ outdir: folder });
