/** What every script needs first: the packages of the lock file, and a way to run programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a program in the project's root and ends this one where it fails. */
export function run(command, ...args) {
  // Windows starts a script such as npm's through a shell only.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: command.endsWith('.cmd') });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a program of the installed packages. */
export function runTool(path, ...args) {
  run(process.execPath, join(root, 'node_modules', path), ...args);
}

/** Installs the packages where they are missing or not those of the lock file. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
    process.exit(2);
  }
  const installed = join(root, 'node_modules/.package-lock.json');
  const isCurrent = existsSync(installed) && versions(installed) === versions(join(root, 'package-lock.json'));
  if (isCurrent) return;
  console.error('Installing packages …');
  // On the way from a repository, the settings of `npm install --global` or `--omit=dev` are in the environment.
  const settings = ['--no-global', '--include=dev', '--ignore-scripts', '--loglevel=error'];
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', 'ci', ...settings);
}

/** The packages that a lock file names, but for those of other platforms. */
function versions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const names = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.optional);
  return JSON.stringify(names.map(([path, { version }]) => [path, version]).sort());
}
