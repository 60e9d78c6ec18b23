/** Reads the kustomizations and charts around open files, also above the workspace folders. */
import { folderUri, foldersFrom } from '../../config/location.ts';
import { mayConcern } from '../../frontends/concern.ts';
import { chartName, kustomizationNames } from '../../tree/kustomization.ts';
import type { Host } from '../host.ts';
import { withoutSlash, type Session } from '../session.ts';

/** The number of folders above a file that are read. */
const levels = 6;

export async function readSurroundings(session: Session, host: Host, uris: readonly string[]): Promise<void> {
  const concerned = uris.filter((uri) => mayConcern(session.texts.get(uri)?.located.text ?? ''));
  const folders = new Set(concerned.flatMap((uri) => foldersAbove(uri, session, host)));
  const files = [...folders].flatMap((folder) => [chartName, ...kustomizationNames].map((name) => `${folder}/${name}`));
  // In parallel, because each request takes time on a network.
  const texts = await Promise.all(files.map((uri) => host.readFile(uri)));
  for (const [i, uri] of files.entries()) session.project.setSurroundings(uri, texts[i]);
  session.project.place();
  await loadKustomize(session);
}

/** Loads what builds kustomizations once there is one. */
export async function loadKustomize({ project, workspace }: Pick<Session, 'project' | 'workspace'>): Promise<void> {
  if (!project.builds.needsEngine(workspace.buildRoots())) return;
  project.builds.setEngine((await import('../../kustomize/engine.ts')).kustomizeEngine);
}

/** On the disk a workspace may be part of a repository; elsewhere nothing outside of the folders is read. */
function foldersAbove(uri: string, { folders }: Session, host: Host): readonly string[] {
  const isInside = (folder: string): boolean =>
    folders.some((each) => `${folder}/`.startsWith(`${withoutSlash(each)}/`));
  const found = foldersFrom(folderUri(uri)).slice(0, levels);
  return found.filter((folder) => host.reaches(folder) || isInside(folder));
}
