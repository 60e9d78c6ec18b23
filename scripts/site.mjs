/**
 * Builds the site into out/site: the documentation, and the playground. SITE_BASE is the path of the site on its host, `/` by
 * default. With SITE_URL, the address of the site, it has a sitemap. SITE_OUT is another folder.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, root } from './setup.mjs';

install();
const { build } = await import('vitepress');
const outdir = join(root, process.env.SITE_OUT ?? 'out/site');
await build(join(root, 'site'));
copyFileSync(join(root, 'client/media/icon.svg'), join(outdir, 'icon.svg'));
// Until the playground is merged.
const playground = join(root, 'scripts/playground.mjs');
if (existsSync(playground)) {
  const { buildPlayground } = await import(pathToFileURL(playground).href);
  await buildPlayground({ outdir, base: process.env.SITE_BASE ?? '/' });
}
