/** Builds the site into out/site: the documentation, and the playground. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, root } from './setup.mjs';

install();
const { build } = await import('vitepress');
const outdir = join(root, 'out/site');
await build(join(root, 'site'));
copyFileSync(join(root, 'client/media/icon.svg'), join(outdir, 'icon.svg'));
const playground = join(root, 'scripts/playground.mjs');
if (existsSync(playground)) {
  const { buildPlayground } = await import(pathToFileURL(playground).href);
  await buildPlayground({ outdir, base: process.env.SITE_BASE ?? '/' });
}
