/** Reads the source files of the project for tests of its structure: their imports and their exported names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './root.ts';

/** The TypeScript and module files of the server, the tests, the scripts and the benchmarks, without the tests' data. */
export function everySource(): string[] {
  return ['server/src', 'test', 'scripts', 'bench', 'site']
    .flatMap((folder) => filesBelow(join(root, folder), ['.ts', '.tsx', '.mjs']))
    .filter((file) => !file.startsWith(join(root, 'test/data')));
}

/** The files below a folder whose names end so, as absolute paths; none where there is no such folder. */
export function filesBelow(folder: string, endings: readonly string[] = ['.ts', '.tsx']): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What the file imports or exports again, as written: types, values and dynamic imports. */
export function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:^(?:import|export)\b[^'"]*?from\s+|^import\s+|\bimport\()['"]([^'"]+)['"]/gm)].map(
    (match) => match[1] ?? '',
  );
}

/** The files that the file imports when it is loaded or type-checked, as absolute paths. Dynamic imports are left out. */
export function staticImportsOf(file: string): string[] {
  const paths = read(file).matchAll(/^(?:import|export)\b[^'"]*?from\s+['"](\.[^'"]+)['"]/gm);
  return [...paths].map(([, path = '']) => resolve(dirname(file), path));
}

/** The names that the file exports: functions, constants, classes and types. */
export function exportsOf(file: string): ReadonlySet<string> {
  const names = read(file).matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
  );
  return new Set([...names].map(([, name = '']) => name));
}

/** The files that import each other in a circle, or that lie between two circles; none where there is no circle. */
export function filesInCycles(files: readonly string[]): readonly string[] {
  const left = new Map(files.map((file) => [file, staticImportsOf(file)]));
  for (let size = -1; size !== left.size;) {
    size = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [file, imports] of left)
      if (!imported.has(file) || !imports.some((each) => left.has(each))) left.delete(file);
  }
  return [...left.keys()].sort();
}

export function read(file: string): string {
  return readFileSync(file, 'utf8');
}
