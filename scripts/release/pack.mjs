/** Builds the npm package, the extension and the bill of materials into a folder: `node scripts/release/pack.mjs FOLDER`. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readManifest } from '../repository.mjs';
import { npm, root, run } from '../setup.mjs';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('Name the folder.');
const folder = resolve(given);
const { name, version } = readManifest();
mkdirSync(folder, { recursive: true });
run(process.execPath, join(root, 'scripts/package.mjs'));
copyFileSync(join(root, `endpoints-${version}.vsix`), join(folder, `endpoints-${version}.vsix`));
// `scripts/package.mjs` has already built `dist/`.
run(npm, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
copyFileSync(join(root, 'dist/sbom.cdx.json'), join(folder, `${name}-${version}.cdx.json`));
