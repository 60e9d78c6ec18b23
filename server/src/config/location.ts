/** URIs of settings files and of the files that they speak of: folders, and what lies below them. */
import { wellFormed } from '../text/halves.ts';

/** The URI of the folder that a file is in, without a slash at its end. */
export function folderUri(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
}

/** The file that a path means which is written in another file. */
export function resolveUri(from: string, path: string): string {
  const root = rootOf(from);
  const names = path.startsWith('/') ? [] : folderUri(from.slice(root.length)).split('/').filter(isName);
  for (const name of path.split('/').filter(isName)) {
    if (name === '..') names.pop();
    else names.push(encodedName(name));
  }
  return `${root}/${names.join('/')}`;
}

/** The folder and all above it, the nearest first. */
export function foldersFrom(folder: string): readonly string[] {
  const root = rootOf(folder);
  const found: string[] = [];
  for (let at = folder.replace(/\/$/, ''); at.length > root.length; at = folderUri(at)) found.push(at);
  return [...found, root];
}

/** What no path leads out of, without a slash at its end. On Windows the drive belongs to it: nothing is above. */
function rootOf(uri: string): string {
  return /^[^:/]+:(?:\/\/[^/]*(?:\/[a-z](?::|%3a)(?=\/|$))?)?/i.exec(uri)?.[0] ?? '';
}

/** The path from the folder to what the URI means, not encoded; undefined where it is not in the folder. */
export function pathBelow(folder: string, uri: string): string | undefined {
  const start = `${normalizedUri(folder)}/`;
  const path = normalizedUri(uri);
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** The same for all spellings of a URI: some encode more characters than others, and the letter of a drive has no case. */
export function normalizedUri(uri: string): string {
  if (hasOneSpelling(uri)) return uri;
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[a-z]:/i, (drive) => drive.toLowerCase());
  } catch {
    // Not encoded at all, then.
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

/** As the search through a folder spells it. Half a character, which Windows allows in a name, has no encoding. */
export function encodedName(name: string): string {
  return encodeURIComponent(wellFormed(name)).replace(
    /[!'()*]/g,
    (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
