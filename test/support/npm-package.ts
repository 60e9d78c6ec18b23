/** Packs the npm package and installs it in an empty folder without a network. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ran, succeed, type Ran } from './process.ts';
import { root } from './root.ts';

export interface Installed {
  /** The folder, which contains only the installation. */
  readonly path: string;
  /** The package's folder. */
  readonly folder: string;
  /** The packed package. */
  readonly tarball: string;
  /** Runs a program of the package. */
  readonly run: (program: string, ...args: readonly string[]) => Ran;
  /** Runs a module that can import the package. */
  readonly runModule: (source: string) => Ran;
  /** What npm wrote to standard error while it installed the package. */
  readonly warnings: string;
  readonly remove: () => void;
}

/** Packs the build into the folder, and returns the path of the package. */
export function packInto(folder: string): string {
  const printed = succeed('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root);
  return join(folder, printed.trim());
}

/** Packs the build and installs it. */
export function installPackage(): Installed {
  const path = mkdtempSync(join(tmpdir(), 'endpoints-installed-'));
  const tarball = packInto(path);
  writeFileSync(join(path, 'package.json'), '{ "private": true }\n');
  const { code, out, err } = ran('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], path);
  if (code !== 0) throw new Error(`npm install ended with ${code}:\n${out}${err}`);
  return {
    path,
    warnings: err,
    tarball,
    folder: join(path, 'node_modules/endpoints-language-server'),
    run: (program, ...args) => ran(join(path, 'node_modules/.bin', program), args, path),
    runModule: (source) => {
      writeFileSync(join(path, 'main.mjs'), source);
      return ran(process.execPath, ['main.mjs'], path);
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

/** Paths of all files below a folder, sorted. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
