/** Builds and packs the extension as `endpoints-<version>.vsix`, which VS Code can install. */
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, repositoryOf } from './repository.mjs';
import { root, run } from './setup.mjs';

run(process.execPath, join(root, 'scripts/build.mjs'));
const { createVSIX, listFiles, PackageManager } = await import('@vscode/vsce');
const manifest = readManifest();
const file = `endpoints-${manifest.version}.vsix`;
const folder = join(root, 'out/extension');
rmSync(folder, { recursive: true, force: true });
const options = {
  ignoreFile: join(root, 'out/extension.vscodeignore'),
  readmePath: 'EXTENSION.md',
  // Everything is bundled.
  packageManager: PackageManager.None,
  dependencies: false,
};
for (const name of await listFiles({ ...options, cwd: root })) cpSync(join(root, name), join(folder, name));
// The entries of the npm package are those of the library.
const own = {
  ...manifest,
  main: './dist/extension.cjs',
  browser: './dist/browser.cjs',
  types: undefined,
  exports: undefined,
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
// All files have one time, the second day of the ZIP epoch, so that a commit always gives the same bytes.
process.env.SOURCE_DATE_EPOCH ??= '315619200';
// The Marketplace shows the README with links and pictures of the repository. Without one, VS Code shows those of the package.
const links = repositoryOf(manifest)
  ? { githubBranch: `v${manifest.version}` }
  : { rewriteRelativeLinks: false, allowMissingRepository: true };
await createVSIX({ ...options, ...links, cwd: folder, packagePath: join(root, file) });
const { size } = statSync(join(root, file));
console.log(`${file}: ${(size / 1024).toFixed(0)} kB`);
// A larger file contains something by mistake.
// Terraform takes 0.1 MB.
if (size > 4.1 * 1024 * 1024) throw new Error(`${file} is larger than 4.1 MB.`);
