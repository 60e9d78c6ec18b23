/** Reads the kustomizations and charts around open files, also above the workspace folders. */
import { folderUri, foldersFrom } from '../../config/location.ts';
import { mayConcern } from '../../frontends/concern.ts';
import { chartName, kustomizationNames } from '../../tree/kustomization.ts';
import type { Host } from '../host.ts';
import { withoutSlash } from '../session.ts';
import type { Session } from '../session.ts';

/** So many folders from the file up can hold a kustomization for it. */
const levels = 6;

/** Reads those around the open files that can hold an object. */
export async function readSurroundings(session: Session, host: Host, uris: readonly string[]): Promise<void> {
  const concerned = uris.filter((uri) => mayConcern(session.texts.get(uri)?.located.text ?? ''));
  const folders = new Set(concerned.flatMap((uri) => foldersAbove(uri, session, host)));
  const files = [...folders].flatMap((folder) => [chartName, ...kustomizationNames].map((name) => `${folder}/${name}`));
  // Everything is read at once: on a file system behind a network each reading takes its time.
  const texts = await Promise.all(files.map((uri) => host.readFile(uri)));
  for (const [i, uri] of files.entries()) session.project.setSurroundings(uri, texts[i]);
  session.project.place();
}

/** On the disk a workspace may be a part of the repository; elsewhere nothing is known of what is around it. */
function foldersAbove(uri: string, { folders }: Session, host: Host): readonly string[] {
  const isInside = (folder: string): boolean =>
    folders.some((each) => `${folder}/`.startsWith(`${withoutSlash(each)}/`));
  const found = foldersFrom(folderUri(uri)).slice(0, levels);
  return found.filter((folder) => host.reaches(folder) || isInside(folder));
}
