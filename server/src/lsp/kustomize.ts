/** Which open files a kustomization names as patches: they are read as parts of an object. */
import { kustomizationNames, patchPaths } from '../frontends/kustomization.ts';
import type { Host } from './host.ts';
import { pathOf } from './session.ts';
import type { Session } from './session.ts';

/** How many folders up a kustomization may stand. */
const levels = 6;

/** Looks again at those of the open files that could be meant. */
export async function noticePatches(session: Session, host: Host, uris: readonly string[]): Promise<void> {
  for (const uri of uris) {
    if (!/endpoint/i.test(session.texts.get(uri)?.located.text ?? '')) continue;
    if (await isPatch(uri, host)) session.patches.add(uri);
    else session.patches.delete(uri);
  }
}

async function isPatch(uri: string, host: Host): Promise<boolean> {
  let folder = uri.slice(0, uri.lastIndexOf('/'));
  for (let level = 0; level < levels && folder.includes('/'); level++) {
    for (const name of kustomizationNames) {
      const text = await host.readFile(`${folder}/${name}`);
      if (text !== undefined && patchPaths(text).some((path) => resolvePath(pathOf(folder), path) === pathOf(uri)))
        return true;
    }
    folder = folder.slice(0, folder.lastIndexOf('/'));
  }
  return false;
}

function resolvePath(folder: string, path: string): string {
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
