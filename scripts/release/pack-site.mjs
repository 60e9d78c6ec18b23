/**
 * Builds the site twice into a folder, because its links have a base path: for the root, and for the folder of this version.
 * `node scripts/release/pack-site.mjs FOLDER BASE`; BASE is the path of the root. Needs the build in dist/.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readManifest, repositoryOf } from '../repository.mjs';
import { npm, run } from '../setup.mjs';

const [given, base] = process.argv.slice(2);
if (given === undefined || !/^\/(?:.*\/)?$/.test(base ?? ''))
  throw new Error('Name the folder, and a base that starts and ends with a slash.');
const folder = resolve(given);
const manifest = readManifest();
const { version } = manifest;
mkdirSync(folder, { recursive: true });
for (const [name, path, url] of [
  [`site-v${version}`, `${base}v${version}/`],
  // Only the root has a sitemap, so that search engines find the newest version.
  [`site-root-v${version}`, base, repositoryOf(manifest)?.site],
]) {
  process.env.SITE_BASE = path;
  if (url !== undefined) process.env.SITE_URL = url;
  run(npm, 'run', '--silent', 'site', '--', '--built');
  run('tar', '-czf', join(folder, `${name}.tar.gz`), '-C', 'out/site', '.');
}
