/** Lists the npm packages in bundles, from esbuild's metafiles and the lock file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** The packages, unique and sorted, with their entries in the lock file and the texts of their licenses. */
export function packagesIn(metafiles) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const folders = [...new Set(inputs.flatMap((path) => folderOf(path) ?? []))];
  return folders
    .map((folder) => {
      const { version, license, integrity } = packages[folder];
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license, integrity, text: licenseText(folder) };
    })
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** The text of all licenses, which each license requires. */
export function licensesOf(packages) {
  const line = '-'.repeat(80);
  const intro = 'The programs contain code of these packages, each under its own license.\n';
  return `${intro}${packages.map(({ name, version, license, text }) => `\n${line}\n${name} ${version} (${license})\n\n${text}\n`).join('')}`;
}

/** The package's folder from `node_modules` on; undefined for a file of this project. */
function folderOf(path) {
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/** Includes the notices of packages that the package itself bundles. */
function licenseText(folder) {
  const path = join(root, folder);
  const names = readdirSync(path).filter((name) => /^(?:licen[cs]e|third-party-notices)\b/i.test(name));
  if (names.length === 0) throw new Error(`${folder} has no license text, which dist/licenses.txt must contain.`);
  return names
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
