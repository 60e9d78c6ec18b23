/** Installs the packages of the lock file, and runs programs: every script needs both. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Windows has npm as a script of its shell. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a program in the project's root, and exits if it fails. */
export function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: command.endsWith('.cmd') });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export function runTool(path, ...args) {
  run(process.execPath, join(root, 'node_modules', path), ...args);
}

export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node ${process.versions.node} is too old. Use Node 20.19 or newer.`);
    process.exit(2);
  }
  const installed = join(root, 'node_modules/.package-lock.json');
  const isCurrent = existsSync(installed) && versions(installed) === versions(join(root, 'package-lock.json'));
  if (isCurrent) return;
  console.error('Installing packages …');
  // During an installation from a repository, the environment has the options `--global` or `--omit=dev`.
  const settings = ['--no-global', '--include=dev', '--ignore-scripts', '--loglevel=error'];
  run(npm, 'ci', ...settings);
}

/** The packages of a lock file, without those of other platforms. */
function versions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const names = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.optional);
  return JSON.stringify(names.map(([path, { version }]) => [path, version]).sort());
}
