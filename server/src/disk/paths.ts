/** Paths of the system: how they are shown and compared, and why one cannot be used. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { sep } from 'node:path';

/** With forward slashes, on every system. */
export function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** True for what is in the folder, however deep. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Without links; the path itself where nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** What is there, which may be a link; undefined for nothing, also below a file, and where nobody may look. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** The same of what links lead to. */
export function lookThrough(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** True for what may be waited for without end. The pipes of a shell, which have a writer, stand among the devices. */
export function isNamedPipe(path: string): boolean {
  return lookThrough(path)?.isFIFO() === true && !/^\/(?:dev|proc)\//.test(path);
}

/** The system's code of a failed call. */
export function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
