/**
 * Collects all texts that may refer to an object, also those without objects: RBAC rules, configurations,
 * kustomizations.
 */
import { fileNameOf } from '../../analysis/workspace/placement.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import { filesOf } from '../workspace/files.ts';
import { limitsIn } from '../workspace/indexing.ts';
import type { ServerContext } from '../protocol/request.ts';
import { pathOfUri, withoutSlash } from '../session.ts';
import { spelled } from '../spelling.ts';

/** Searches the folders again, because the index contains only files with objects. Open texts take precedence. */
export async function textsAround({
  session,
  host,
}: Pick<ServerContext, 'session' | 'host'>): Promise<readonly NamedText[]> {
  const found = new Map(filesOf(session).texts());
  for (const folder of session.folders.map(withoutSlash)) {
    const isWanted = (name: string, bytes: string): boolean => isKustomization(name) || words.test(bytes);
    for await (const { texts } of host.search(folder, { ...limitsIn(session, folder), isWanted }) ?? []) {
      for (const { uri, text } of texts) {
        const own = spelled(session, uri);
        if (!session.texts.has(own)) found.set(own, text);
      }
    }
  }
  return [...found].map(([uri, text]) => ({ uri, text })).sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

/** Words of every text that may read Endpoints, or that decides how they are read. */
const words = /endpoint|monitoring\.coreos\.com|prometheusSpec|rbac\.authorization/i;

function isKustomization(name: string): boolean {
  return kustomizationNames.includes(fileNameOf(pathOfUri(name)));
}
