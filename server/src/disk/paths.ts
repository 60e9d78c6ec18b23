/** Paths of the system: how they are shown and compared, and why one cannot be used. */
import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';

export function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** The URI of an absolute path. Most paths need no escapes. */
export function uriOfPath(path: string): string {
  return /^\/[\w./-]*$/.test(path) ? `file://${path}` : pathToFileURL(path).href;
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

/** Of a link itself; undefined where nothing is there, or permissions hide it. */
export function linkStat(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Of the target of a link; undefined where nothing is there, or permissions hide it. */
export function targetStat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** True for a name that is not UTF-8: Node replaces its other bytes, so no path leads to the file. */
export function isUnreachable(path: string): boolean {
  return path.includes('\uFFFD') && linkStat(path) === undefined;
}

/** True for a pipe that may never have a writer. The pipes of a shell have one, and are among the devices. */
export function isNamedPipe(path: string): boolean {
  return targetStat(path)?.isFIFO() === true && !/^\/(?:dev|proc)\//.test(path);
}

/** The code of a failed system call. */
export function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
