/** The texts of all files that may name an object, also those that hold none: rules of access, configurations, kustomizations. */
import { fileNameOf } from '../../analysis/workspace/placement.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import type { NamedText } from '../../convert/references/moved-objects.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import { filesOf } from '../workspace/files.ts';
import type { ServerContext } from '../protocol/request.ts';
import { pathOfUri, settingsOf, withoutSlash } from '../session.ts';
import type { Session } from '../session.ts';
import { spelled } from '../spelling.ts';

/** Searched for anew: the index keeps only files with objects. Open texts win. */
export async function textsAround({
  session,
  host,
}: Pick<ServerContext, 'session' | 'host'>): Promise<readonly NamedText[]> {
  const found = new Map(filesOf(session).texts());
  for (const folder of session.folders.map(withoutSlash)) {
    const { exclude, maxFileSize } = settingsOf(session, `${folder}/`);
    const search = { exclude: exclusionsIn(folder, exclude), largest: maxFileSize * 1024 };
    const isWanted = (name: string, bytes: string): boolean => isKustomization(name) || /endpoint/i.test(bytes);
    for await (const { texts } of host.search(folder, { ...search, isWanted }) ?? []) {
      for (const { uri, text } of texts) note(found, { uri: spelled(session, uri), text }, session);
    }
  }
  return [...found].map(([uri, text]) => ({ uri, text })).sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

function note(found: Map<string, string>, { uri, text }: NamedText, { texts }: Session): void {
  if (!texts.has(uri)) found.set(uri, text);
}

function isKustomization(name: string): boolean {
  return kustomizationNames.includes(fileNameOf(pathOfUri(name)));
}
