/** Reads the kustomizations and charts around open files, which may stand above every workspace folder. */
import { folderOf } from '../../analysis/workspace/placement.ts';
import { mayConcern } from '../../frontends/concern.ts';
import { readKustomization } from '../../frontends/read-kustomization.ts';
import { chartName, kustomizationNames } from '../../tree/kustomization.ts';
import type { Host } from '../host.ts';
import { withoutSlash } from '../session.ts';
import type { Session } from '../session.ts';

/** How many folders up a kustomization may stand. */
const levels = 6;

/** Looks again around those of the open files that could be concerned. */
export async function lookAround(session: Session, host: Host, uris: readonly string[]): Promise<void> {
  const concerned = uris.filter((uri) => mayConcern(session.texts.get(uri)?.located.text ?? ''));
  const folders = new Set(concerned.flatMap((uri) => foldersAbove(uri, session, host)));
  await Promise.all([...folders].map((folder) => lookInto(folder, session, host)));
  if (folders.size === 0) return;
  // What is a patch by now is read as one.
  for (const uri of session.texts.keys()) session.unsettled.add(uri);
  session.workspace.placeAll();
}

/** Everything is read at once: on a file system behind a network each reading takes its time. */
async function lookInto(folder: string, { workspace }: Session, host: Host): Promise<void> {
  const read = async (name: string): Promise<readonly [uri: string, text: string | undefined]> => {
    const uri = `${folder}/${name}`;
    return [uri, await host.readFile(uri)];
  };
  const [chart, ...found] = await Promise.all([chartName, ...kustomizationNames].map(read));
  for (const [uri, text] of found) {
    workspace.setKustomization(uri, text === undefined ? undefined : readKustomization(text));
  }
  if (chart) workspace.setChart(chart[0], chart[1] !== undefined);
}

/** On the disk a workspace may be a part of the repository; elsewhere nothing is known of what is around it. */
function foldersAbove(uri: string, { folders }: Session, host: Host): readonly string[] {
  const [, root = '', path = ''] = /^([^:/]+:(?:\/\/[^/]*)?)(.*)$/.exec(uri) ?? [];
  const isInside = (folder: string): boolean =>
    folders.some((each) => `${folder}/`.startsWith(`${withoutSlash(each)}/`));
  const found: string[] = [];
  for (let at = folderOf(path); found.length < levels; at = folderOf(at)) {
    found.push(root + at);
    if (at === '') break;
  }
  return found.filter((folder) => host.reaches(folder) || isInside(folder));
}
