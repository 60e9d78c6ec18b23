/** Answers requests about the documents that the server provides: links to the places that they name, and hints. */
import type { ShownSubject } from '../../features/shown/shown-object.ts';
import type { ServerContext } from '../protocol/request.ts';
import { locate, type Session, type Shown } from '../session.ts';
import { subjectIn } from './shown-address.ts';
import { drawShown } from './shown-text.ts';

/** The object that the document shows; undefined for another text. */
export function shownSubjectAt({ shownTexts }: Session, uri: string): ShownSubject | undefined {
  return shownTexts.get(uri)?.subject ?? subjectIn(uri);
}

export async function linksInShown(server: ServerContext, uri: string): Promise<unknown> {
  const shown = await shownAt(server, uri);
  if (!shown) return undefined;
  const { shownLinks } = await import('../../features/shown/shown-marks.ts');
  return shownLinks(shown, locate(server.session, shown.text));
}

/** Of all lines: these documents are short. */
export async function hintsInShown(server: ServerContext, uri: string): Promise<unknown> {
  const shown = await shownAt(server, uri);
  if (!shown) return undefined;
  const { shownHints } = await import('../../features/shown/shown-marks.ts');
  return shownHints(shown, locate(server.session, shown.text));
}

/** The document as the client has requested it. A client keeps its text while the server restarts, and is told to ask again. */
async function shownAt({ session, connection }: ServerContext, uri: string): Promise<Shown | undefined> {
  const known = session.shownTexts.get(uri);
  const subject = subjectIn(uri);
  if (known || !subject) return known;
  await session.indexed;
  const shown = await drawShown(session, uri, subject);
  if (session.client.workspace?.textDocumentContent)
    connection
      .sendRequest('workspace/textDocumentContent/refresh', { uri })
      .catch((error: unknown) =>
        connection.console.warn(`The client rejected the refresh of a document: ${String(error)}`),
      );
  return shown;
}
