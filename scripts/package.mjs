/** Builds and packs the extension as `endpoints-<version>.vsix`, which VS Code can install. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, repositoryOf } from './repository.mjs';
import { root, run, runTool } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const manifest = readManifest();
const { version } = manifest;
const file = `endpoints-${version}.vsix`;
// All files have one time, the second day of the ZIP epoch, so that a commit always gives the same bytes.
process.env.SOURCE_DATE_EPOCH ??= '315619200';
// The Marketplace shows the README with links and pictures of the repository. Without one, VS Code shows those of the package.
const links = repositoryOf(manifest)
  ? ['--githubBranch', `v${version}`]
  : ['--no-rewrite-relative-links', '--allow-missing-repository'];
// Everything is bundled.
const options = ['--no-dependencies', ...links];
const files = ['--ignoreFile', 'out/extension.vscodeignore', '--readme-path', 'EXTENSION.md', '--out', file];
runTool('@vscode/vsce/vsce', 'package', ...options, ...files);
const { size } = statSync(join(root, file));
console.log(`${file}: ${(size / 1024).toFixed(0)} kB`);
// A larger file contains something by mistake.
if (size > 3.8 * 1024 * 1024) throw new Error(`${file} is larger than 3.8 MB.`);
