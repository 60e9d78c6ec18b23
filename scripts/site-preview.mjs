/** Serves the site on loopback until Ctrl+C. Builds it first if it is missing, or older than a file that it is made of. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.mjs';
import { serveSite } from './site-server.mjs';

const folder = join(root, 'out/site');
const base = process.env.SITE_BASE ?? '/';
/** What the pages and the playground are made of. */
const sources = ['client', 'docs', 'scripts', 'server', 'site'];

if (!isCurrent()) run(process.execPath, join(root, 'scripts/site.mjs'));
const server = await serveSite({ folder, base, port: Number(process.env.PORT ?? 0) });
console.log(`http://127.0.0.1:${server.address().port}${base}`);

function isCurrent() {
  const index = join(folder, 'index.html');
  if (!existsSync(index) || !readFileSync(index, 'utf8').includes(`href="${base}icon.svg"`)) return false;
  const built = statSync(index).mtimeMs;
  const files = [
    ...readdirSync(root).filter((name) => /\.(?:md|json)$/.test(name)),
    ...sources.flatMap((name) => readdirSync(join(root, name), { recursive: true }).map((file) => join(name, file))),
  ];
  return files.every((file) => statSync(join(root, file)).mtimeMs <= built);
}
