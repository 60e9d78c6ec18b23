/** Sets the repository's name in package.json and writes it into all recipes and pages: `npm run repository -- OWNER/NAME`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, readManifest, repositoryOf } from './repository.mjs';
import { filesWithName, textWithName } from './repository-texts.mjs';
import { root } from './setup.mjs';

const [given, ...others] = process.argv.slice(2);
const [, owner, name] = /^([A-Za-z\d-]+)\/([\w.-]+)$/.exec(given ?? '') ?? [];
if (others.length > 0 || (given !== '--unset' && name === undefined)) {
  console.error('Use npm run repository -- OWNER/NAME, with a repository on GitHub, or npm run repository -- --unset.');
  process.exit(2);
}
const { repository: _old, ...manifest } = readManifest();
// Beside the license, where npm's own documentation has it.
const entries = Object.entries(manifest).flatMap(([key, value]) => [
  [key, value],
  ...(key === 'license' && name !== undefined ? [['repository', fieldOf(owner, name)]] : []),
]);
const next = Object.fromEntries(entries);
write('package.json', `${JSON.stringify(next, undefined, 2)}\n`);
for (const path of filesWithName) write(path, textWithName(path, readFileSync(join(root, path), 'utf8'), next));
console.log(repositoryOf(next)?.url ?? 'The name is not set.');

function write(path, text) {
  if (readFileSync(join(root, path), 'utf8') === text) return;
  writeFileSync(join(root, path), text);
  console.log(`updated ${path}`);
}
