/**
 * Assembles the site of all versions: `node scripts/release/assemble-site.mjs FOLDER ARCHIVE…`. `site-v1.2.3.tar.gz` goes to
 * `v1.2.3/`, and the newest `site-root-v….tar.gz` to the root. `versions.json` lists the versions, newest first. Older versions
 * than the newest twenty are left out: a version has about 36 MB, and GitHub Pages serves 1 GB.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const [folder, ...archives] = process.argv.slice(2);
if (folder === undefined || archives.length === 0) fail('Name a folder and the archives of the releases.');
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty. Remove it first.`);
const sites = archives.map(siteOf).sort(newestFirst);
const versions = sites.filter(({ isRoot }) => !isRoot).slice(0, 20);
const newest = sites.find(({ isRoot }) => isRoot);
if (!newest) fail('No archive is named site-root-v….tar.gz. Add the one of the newest release.');
if (newest.version !== versions[0]?.version)
  fail(
    `The newest root is of ${newest.version}, and the newest version is ${versions[0]?.version}. Add the missing archive.`,
  );

unpack(newest, folder);
for (const site of versions) unpack(site, join(folder, `v${site.version}`));
const list = versions.map(({ version }) => ({ version, path: `v${version}/` }));
writeFileSync(join(folder, 'versions.json'), `${JSON.stringify(list)}\n`);

function siteOf(path) {
  const [, root, version] = /^site-(root-)?v(\d+\.\d+\.\d+)\.tar\.gz$/.exec(basename(path)) ?? [];
  if (version === undefined) fail(`${path} is not named site-v1.2.3.tar.gz or site-root-v1.2.3.tar.gz.`);
  return { path: resolve(path), version, isRoot: root !== undefined };
}

function newestFirst(a, b) {
  return b.version.localeCompare(a.version, 'en', { numeric: true });
}

function unpack({ path }, target) {
  if (existsSync(target) && target !== folder) fail(`${target} is in two archives.`);
  mkdirSync(target, { recursive: true });
  const { status, error, stderr } = spawnSync('tar', ['-xzf', path, '-C', target], { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) fail(`Cannot unpack ${path}: ${stderr.trim()}`);
  if (!existsSync(join(target, 'index.html')))
    fail(`${path} has no index.html. Pack the files of the site, not their folder.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
