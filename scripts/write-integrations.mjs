/**
 * Fills the templates in integrations/ for a release: the entries of the registries that docs/integrations.md lists.
 *
 *     node scripts/write-integrations.mjs --sums SHA256SUMS [--repository OWNER/NAME] [--version X.Y.Z] [--out FOLDER]
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readManifest, repositoryOf } from './repository.mjs';
import { root } from './setup.mjs';

/** The folders of integrations/ with entries of registries. The others are recipes for users. */
const registries = [
  'helix',
  'homebrew',
  'krew',
  'lsp-mode',
  'lsp4ij',
  'mason',
  'nvim-lspconfig',
  'pre-commit',
  'schemastore',
  'zed',
];

/** The executables of a release, by the ends of their names. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win-x64', 'win-arm64'];

/** Returns the texts by path. The repository is `{ owner, name, url }`; the sums are the text of the release's SHA256SUMS. */
export function filledIntegrations({ version, repository, sums }) {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`"${version}" is not a version such as 1.2.3.`);
  const values = new Map([
    ['VERSION', version],
    ['OWNER', repository.owner],
    ['NAME', repository.name],
    ['URL', repository.url],
    ['SHA256:package', sumOf(sums, `endpoints-language-server-${version}.tgz`)],
    ...platforms.map((end) => [`SHA256:${end}`, sumOf(sums, `endpoints-${end}.tar.gz`)]),
  ]);
  return new Map(templates().map((path) => [path, filled(path, values)]));
}

/** The paths below integrations/, sorted. */
function templates() {
  const folder = join(root, 'integrations');
  const paths = registries.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
  );
  return paths.sort();
}

function filled(path, values) {
  const text = readFileSync(join(root, 'integrations', path), 'utf8');
  return text.replaceAll(/@([A-Z]+\d*(?::[\w.-]+)?)@/g, (_, name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`integrations/${path} has the unknown placeholder "${name}".`);
    return value;
  });
}

function sumOf(sums, file) {
  const found = sums.split('\n').filter((line) => /^[0-9a-f]{64} [ *]/.test(line) && line.slice(66) === file);
  if (found.length !== 1) throw new Error(`SHA256SUMS must have one line for ${file}, but has ${found.length}.`);
  return found[0].slice(0, 64);
}

/** The repository of package.json, unless another one is named. */
function repositoryIn(named) {
  const [, owner, name] = /^([\w-]+)\/([\w.-]+)$/.exec(named) ?? [];
  if (name !== undefined) return { owner, name, url: `https://github.com/${owner}/${name}` };
  const own = named === '' ? repositoryOf(readManifest()) : undefined;
  if (!own) throw new Error('Name the repository: --repository OWNER/NAME.');
  return own;
}

function main() {
  const { values } = parseArgs({
    options: {
      repository: { type: 'string', default: '' },
      sums: { type: 'string', default: '' },
      version: { type: 'string', default: readManifest().version },
      out: { type: 'string', default: join(root, 'out/integrations') },
    },
  });
  const repository = repositoryIn(values.repository);
  if (values.sums === '') throw new Error('Name the checksums of the release: --sums SHA256SUMS.');
  const sums = readFileSync(values.sums, 'utf8');
  const texts = filledIntegrations({ version: values.version, repository, sums });
  const out = resolve(values.out);
  for (const registry of registries) rmSync(join(out, registry), { recursive: true, force: true });
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
  // The registry of Zed takes only extensions with a license.
  copyFileSync(join(root, 'LICENSE'), join(out, 'zed/LICENSE'));
  console.log(`Wrote ${texts.size} files for version ${values.version} to ${out}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(`write-integrations: ${error.message}`);
    process.exitCode = 2;
  }
}
