/** Resolves and compares URIs of settings files, folders, and the files below them. */
import { wellFormed } from '../text/halves.ts';

/** The URI of the folder of a file, without a slash at its end. */
export function folderUri(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
}

/** The URI of a path that is written in the file `from`. */
export function resolveUri(from: string, path: string): string {
  const root = rootOf(from);
  const names = path.startsWith('/') ? [] : folderUri(from.slice(root.length)).split('/').filter(isName);
  for (const name of path.split('/').filter(isName)) {
    if (name === '..') names.pop();
    else names.push(encodedName(name));
  }
  return `${root}/${names.join('/')}`;
}

/** The folder and all folders above it, the nearest first. */
export function foldersFrom(folder: string): readonly string[] {
  const root = rootOf(folder);
  const found: string[] = [];
  for (let at = folder.replace(/\/$/, ''); at.length > root.length; at = folderUri(at)) found.push(at);
  return [...found, root];
}

/** The part of a URI that no path can leave, without a slash at its end. On Windows it includes the drive. */
function rootOf(uri: string): string {
  return /^[^:/]+:(?:\/\/[^/]*(?:\/[a-z](?::|%3a)(?=\/|$))?)?/i.exec(uri)?.[0] ?? '';
}

/** The decoded path from the folder to the URI; undefined if the URI is not in the folder. */
export function pathBelow(folder: string, uri: string): string | undefined {
  const start = `${normalizedUri(folder)}/`;
  const path = normalizedUri(uri);
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** Normalizes a URI: some spellings encode more characters than others, and the drive letter is case-insensitive. */
export function normalizedUri(uri: string): string {
  if (hasOneSpelling(uri)) return uri;
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[a-z]:/i, (drive) => drive.toLowerCase());
  } catch {
    // The URI is not encoded.
    return uri;
  }
}

/** True for a URI without any character that could be encoded. */
export function hasOneSpelling(uri: string): boolean {
  return /^[\w-]+:\/\/[\w\-.~/]*$/.test(uri);
}

function isName(name: string): boolean {
  return name !== '' && name !== '.';
}

/** The URI of a path without escapes, which starts with the scheme and the authority. */
export function encodedUri(path: string): string {
  const root = rootOf(path);
  return `${root}/${path.slice(root.length).split('/').filter(isName).map(encodedName).join('/')}`;
}

/** Encodes a name as the folder search does. A lone surrogate, which Windows allows in names, has no encoding. */
export function encodedName(name: string): string {
  return encodeURIComponent(wellFormed(name)).replace(
    /[!'()*]/g,
    (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
