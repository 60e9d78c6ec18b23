/** Builds the extension and packs it: `endpoints-<version>.vsix`, which VS Code installs as it is. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runTool } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = `endpoints-${version}.vsix`;
// The same bytes of the same commit: every file in it is of one time, the day after the first that a ZIP file knows.
process.env.SOURCE_DATE_EPOCH ??= '315619200';
// Everything is bundled. The pictures of the README are in the package, so its links stay as they are.
const options = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
runTool('@vscode/vsce/vsce', 'package', ...options, '--readme-path', 'EXTENSION.md', '--out', file);
const { size } = statSync(join(root, file));
console.log(`${file}: ${(size / 1024).toFixed(0)} kB`);
// Something that does not belong there has come in.
if (size > 3 * 1024 * 1024) throw new Error(`${file} is larger than 3 MB.`);
