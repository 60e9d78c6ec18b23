/** File names for machine formats: relative to the working directory if the file is below it. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { wellFormed } from '../text/halves.ts';
import { slashed } from '../disk/paths.ts';
import { standardInput } from './report.ts';

/** Relative to the directory with forward slashes, and without `./`; absolute for a file that is not below it. */
export function relativeName(name: string, cwd: string): string {
  if (name === standardInput) return name;
  const path = resolve(cwd, pathOf(name));
  return below(path, cwd) ?? path;
}

/** A URI that is relative to the directory; absolute, with its scheme, for a file that is not below it. */
export function relativeUri(name: string, cwd: string): string {
  const path = resolve(cwd, pathOf(name));
  const inside = name === standardInput ? name : below(path, cwd);
  if (inside === undefined) return pathToFileURL(path).href;
  return inside.split('/').map(encoded).join('/');
}

/** A related place in a file outside the run has a URI as its name. */
function pathOf(name: string): string {
  if (!name.startsWith('file:///')) return name;
  try {
    return fileURLToPath(name);
  } catch {
    return name;
  }
}

function below(path: string, cwd: string): string | undefined {
  const inside = relative(cwd, path);
  if (inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return undefined;
  return slashed(inside);
}

function encoded(segment: string): string {
  return encodeURIComponent(wellFormed(segment));
}
