/**
 * Builds the site into out/site: the documentation, and the playground. SITE_BASE is the path of the site on its host, `/` by
 * default. With SITE_URL, the address of the site, it has a sitemap. SITE_OUT is another folder. `--built` takes dist/ as it is.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, root, run, runTool } from './setup.mjs';

install();
const outdir = join(root, process.env.SITE_OUT ?? 'out/site');
if (!process.argv.includes('--built')) run(process.execPath, join(root, 'scripts/build.mjs'));
runTool('vitepress/bin/vitepress.js', 'build', 'site');
copyFileSync(join(root, 'client/media/icon.svg'), join(outdir, 'icon.svg'));
const { buildPlayground } = await import('./playground.mjs');
await buildPlayground({ outdir });
