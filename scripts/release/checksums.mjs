/** Writes SHA256SUMS of all files in a folder, as sha256sum does: `node scripts/release/checksums.mjs FOLDER`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder.');
const name = 'SHA256SUMS';
const files = readdirSync(folder).filter((file) => file !== name);
const lines = files.sort().map((file) => `${sumOf(join(folder, file))}  ${file}\n`);
writeFileSync(join(folder, name), lines.join(''));

function sumOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
