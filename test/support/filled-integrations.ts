/** Fills the entries for registries as a release does, with invented names and checksums. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './npm-package.ts';
import { folderOf, ran, type Ran } from './process.ts';
import { root } from './root.ts';

export const release = { version: '4.5.6', repository: 'an-owner/a-name', url: 'https://github.com/an-owner/a-name' };

/** The options of the script for the release. */
export const fillArgs = ['--version', release.version, '--repository', release.repository];

/** The files of a release that the entries name. */
export const released: readonly string[] = [
  `endpoints-language-server-${release.version}.tgz`,
  ...['linux-x64', 'linux-arm64', 'darwin-arm64', 'win-x64', 'win-arm64'].map((end) => `endpoints-${end}.tar.gz`),
];

/** An invented checksum of a released file. */
export function sumOf(file: string): string {
  return createHash('sha256').update(file).digest('hex');
}

/** The text of SHA256SUMS, as sha256sum writes it. */
export function sumsOf(files: readonly string[]): string {
  return files.map((file) => `${sumOf(file)}  ${file}\n`).join('');
}

/** Runs the script with the text as SHA256SUMS. Writes to the folder `filled` in the folder. */
export function fill(folder: string, sums: string, ...args: readonly string[]): Ran {
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  const script = join(root, 'scripts/write-integrations.mjs');
  return ran(process.execPath, [script, '--sums', 'SHA256SUMS', '--out', 'filled', ...args], folder);
}

/** The texts of all entries by path, filled for the release. */
export function filledEntries(): ReadonlyMap<string, string> {
  const { path, remove } = folderOf({});
  const { code, err } = fill(path, sumsOf(released), ...fillArgs);
  assert.deepEqual([code, err], [0, '']);
  const filled = join(path, 'filled');
  const texts = filesIn(filled).map((file) => [file, readFileSync(join(filled, file), 'utf8')] as const);
  remove();
  return new Map(texts);
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<{
  name: string;
  license: string;
  bin: Readonly<Record<string, string>>;
}>;
