/** Which open files a kustomization names as patches: they are read as parts of an object. */
import { kustomizationNames, patchPaths } from '../frontends/kustomization.ts';
import type { Host } from './host.ts';
import { pathOf, withoutSlash } from './session.ts';
import type { Session } from './session.ts';

/** How many folders up a kustomization may stand. */
const levels = 6;

/** Looks again at those of the open files that could be meant. */
export async function noticePatches(session: Session, host: Host, uris: readonly string[]): Promise<void> {
  const notice = async (uri: string): Promise<void> => {
    if (!/endpoint/i.test(session.texts.get(uri)?.located.text ?? '')) return;
    if (await isPatch(uri, session, host)) session.patches.add(uri);
    else session.patches.delete(uri);
  };
  await Promise.all(uris.map(notice));
}

/** Everything is read at once: on a file system behind a network each reading takes its time. */
async function isPatch(uri: string, { folders }: Session, host: Host): Promise<boolean> {
  const isInside = (folder: string): boolean =>
    folders.some((each) => `${folder}/`.startsWith(`${withoutSlash(each)}/`));
  // On the disk a workspace may be a part of the repository; elsewhere nothing is known of what is around it.
  const looked = foldersAbove(uri).filter((folder) => host.reaches(folder) || isInside(folder));
  const names = looked.flatMap((folder) => kustomizationNames.map((name) => ({ folder, name })));
  const found = await Promise.all(
    names.map(async ({ folder, name }) => {
      const text = await host.readFile(`${folder}/${name}`);
      const paths = text === undefined ? [] : patchPaths(text);
      return paths.some((path) => resolvePath(pathOf(folder), path) === pathOf(uri));
    }),
  );
  return found.includes(true);
}

/** The innermost first, and none above the root of the file system. */
function foldersAbove(uri: string): readonly string[] {
  const [, root = '', path = ''] = /^([^:/]+:(?:\/\/[^/]*)?)(.*)$/.exec(uri) ?? [];
  const parts = path.split('/').slice(0, -1);
  const count = Math.min(levels, parts.length);
  return Array.from({ length: count }, (_, up) => root + parts.slice(0, parts.length - up).join('/'));
}

function resolvePath(folder: string, path: string): string {
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
