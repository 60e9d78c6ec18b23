/** Says which npm packages have come into bundles, from what esbuild reports and what the lock file knows of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** The packages, each once and sorted: what the lock file says, with the texts of their licenses. */
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

/** The text of all their licenses, as each of them asks for. */
export function licensesOf(packages) {
  const line = '-'.repeat(80);
  const intro = 'The programs hold code of these packages, each under its own license.\n';
  return `${intro}${packages.map(({ name, version, license, text }) => `\n${line}\n${name} ${version} (${license})\n\n${text}\n`).join('')}`;
}

/** The folder of the package from `node_modules` on, wherever that is; undefined for a file of ours. */
function folderOf(path) {
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/** With what a package that is itself a bundle has to say of others. */
function licenseText(folder) {
  const path = join(root, folder);
  const names = readdirSync(path).filter((name) => /^(?:licen[cs]e|third-party-notices)\b/i.test(name));
  if (names.length === 0)
    throw new Error(`${folder} has no text of its license, which would have to be in the package.`);
  return names
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
