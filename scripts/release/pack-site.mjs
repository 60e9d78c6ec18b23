/**
 * Builds the site twice into a folder, because its links have a base path: for the root, and for the folder of this version.
 * `node scripts/release/pack-site.mjs FOLDER BASE`; BASE is the path of the root.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readManifest } from '../repository.mjs';
import { npm, run } from '../setup.mjs';

const [given, base] = process.argv.slice(2);
if (given === undefined || !/^\/(?:.*\/)?$/.test(base ?? ''))
  throw new Error('Name the folder, and a base that starts and ends with a slash.');
const folder = resolve(given);
const { version } = readManifest();
mkdirSync(folder, { recursive: true });
for (const [name, path] of [
  [`site-v${version}`, `${base}v${version}/`],
  [`site-root-v${version}`, base],
]) {
  process.env.SITE_BASE = path;
  run(npm, 'run', '--silent', 'site');
  run('tar', '-czf', join(folder, `${name}.tar.gz`), '-C', 'out/site', '.');
}
