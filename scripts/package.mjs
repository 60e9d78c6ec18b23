/** Builds and packs the extension as `endpoints-<version>.vsix`, which VS Code can install. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runTool } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = `endpoints-${version}.vsix`;
// All files have one time, the second day of the ZIP epoch, so that a commit always gives the same bytes.
process.env.SOURCE_DATE_EPOCH ??= '315619200';
// Everything is bundled. The package contains the pictures of the README, so its links stay relative.
const options = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
const files = ['--ignoreFile', 'out/extension.vscodeignore', '--readme-path', 'EXTENSION.md', '--out', file];
runTool('@vscode/vsce/vsce', 'package', ...options, ...files);
const { size } = statSync(join(root, file));
console.log(`${file}: ${(size / 1024).toFixed(0)} kB`);
// A larger file contains something by mistake.
if (size > 3.8 * 1024 * 1024) throw new Error(`${file} is larger than 3.8 MB.`);
