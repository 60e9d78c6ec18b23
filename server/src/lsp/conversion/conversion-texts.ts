/** Collects all texts that may refer to an object, also those without objects: RBAC rules, scripts, programs, kustomizations. */
import type { NamedText } from '../../readers/searched-text.ts';
import type { ServerContext } from '../protocol/request.ts';
import { readerTextSearch } from '../readers/reader-texts.ts';
import { withoutSlash } from '../session.ts';
import { spelled } from '../spelling.ts';
import { filesOf } from '../workspace/files.ts';

/** Searches the folders again, because the index contains only files with objects. Open texts take precedence. */
export async function textsAround({
  session,
  host,
}: Pick<ServerContext, 'session' | 'host'>): Promise<readonly NamedText[]> {
  const found = new Map(filesOf(session).texts());
  for (const folder of session.folders.map(withoutSlash)) {
    for await (const { texts } of host.search(folder, readerTextSearch(session, folder)) ?? []) {
      for (const { uri, text } of texts) {
        const own = spelled(session, uri);
        if (!session.texts.has(own)) found.set(own, text);
      }
    }
  }
  return [...found].map(([uri, text]) => ({ uri, text })).sort((a, b) => (a.uri < b.uri ? -1 : 1));
}
