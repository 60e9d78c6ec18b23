/**
 * Builds the site into out/site: the documentation, and the playground. SITE_BASE is the path of the site on its host, `/` by
 * default. With SITE_URL, the address of the site, it has a sitemap. SITE_OUT is another folder. `--built` takes dist/ as it is.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, root, run, runTool } from './setup.mjs';

install();
const outdir = join(root, process.env.SITE_OUT ?? 'out/site');
if (!process.argv.includes('--built')) run(process.execPath, join(root, 'scripts/build.mjs'));
runTool('vitepress/bin/vitepress.js', 'build', 'site');
copyFileSync(join(root, 'client/media/icon.svg'), join(outdir, 'icon.svg'));
const { buildPlayground } = await import('./playground.mjs');
const { licensesOf, packagesIn } = await import('./bundled-packages.mjs');
const metafiles = await buildPlayground({ outdir });
const owners = Object.values(JSON.parse(readFileSync(join(root, 'scripts/grammars.json'), 'utf8')));
// VitePress gives no list of what its pages contain.
const ofPages = [
  'vitepress',
  'vue',
  'minisearch',
  'mark.js',
  'focus-trap',
  'tabbable',
  '@vueuse/core',
  '@vueuse/shared',
];
const ofVue = ['reactivity', 'runtime-core', 'runtime-dom', 'shared'].map((name) => `@vue/${name}`);
const inputs = [...ofPages, ...ofVue, ...owners].map((name) => [`node_modules/${name}/`, {}]);
const others = { outputs: { pages: { inputs: Object.fromEntries(inputs) } } };
writeFileSync(join(outdir, 'licenses.txt'), licensesOf(packagesIn([...metafiles, others])));
