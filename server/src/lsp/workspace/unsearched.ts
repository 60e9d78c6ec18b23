/** Tells which paths of a workspace folder a search leaves out, also paths where nothing is. */
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { encodedUri, foldersFrom, folderUri } from '../../config/location.ts';
import { isSkipped, type IgnoreScope } from '../../config/ignore-scopes.ts';
import { ignoring, type IsExcluded } from '../../config/patterns.ts';
import type { Host } from '../host.ts';

/** `folder` is the plain path of the workspace folder around the path, and `exclude` is its setting. */
export async function isUnsearched(
  path: string,
  { folder, exclude, host }: { folder: string; exclude: IsExcluded | undefined; host: Pick<Host, 'readFile'> },
): Promise<boolean> {
  const folders = foldersFrom(folderUri(encodedUri(path)));
  const rules = await Promise.all(folders.map((each) => host.readFile(`${each}/.gitignore`)));
  const scopes: IgnoreScope[] = rules.flatMap((text, i) =>
    text === undefined ? [] : [{ start: plainPath(folders[i] ?? '').length + 1, isExcluded: ignoring(text) }],
  );
  // The rules of an inner folder win.
  scopes.reverse();
  if (exclude) scopes.push({ start: folder.length + 1, isExcluded: exclude, isSetting: true });
  for (let at = path; at.length > folder.length; at = folderOf(at)) {
    const above = scopes.filter(({ start }) => start < at.length);
    if (isSkipped(at, true, above)) return true;
  }
  return false;
}
