/** Asks the client to refresh what depends on other files: code lenses, inlay hints, and documents of server-side apply. */
import type { ServerContext } from './protocol/request.ts';
import type { Shown } from './session.ts';
import { shownText } from './shown/shown-text.ts';

/** In ms: changes within this time cause one refresh. */
const pause = 300;

type Needs = Pick<ServerContext, 'connection' | 'session' | 'host'>;

/** Returns the function to call when other files have changed. It does nothing if the client cannot refresh. */
export function relationRefresher(server: Needs): () => void {
  const { connection, session } = server;
  const refreshLenses = afterPause(server, 'lenses', () => connection.sendRequest('workspace/codeLens/refresh'));
  const refreshHints = afterPause(server, 'hints', () => connection.sendRequest('workspace/inlayHint/refresh'));
  return () => {
    const { workspace } = session.client;
    if (workspace?.codeLens?.refreshSupport === true) refreshLenses();
    if (session.hasBackendHints && workspace?.inlayHint?.refreshSupport === true) refreshHints();
  };
}

export interface ShownRefresher {
  readonly keysChanged: (keys: ReadonlySet<string>) => void;
  /** The text of a file has changed, so its line numbers may have. */
  readonly fileChanged: (uri: string) => void;
  readonly allChanged: () => void;
}

/** Refreshes only documents that the client has requested and whose text has changed. */
export function shownRefresher(server: Needs): ShownRefresher {
  const { connection, session } = server;
  const due = new Set<string>();
  const refresh = afterPause(server, 'documents', async () => {
    const addresses = [...due];
    due.clear();
    for (const uri of addresses) {
      const shown = session.shownTexts.get(uri);
      if (!shown) continue;
      const now = await shownText(session, shown.subject);
      session.shownTexts.set(uri, { ...shown, ...now });
      if (now.text !== shown.text) await connection.sendRequest('workspace/textDocumentContent/refresh', { uri });
    }
  });
  const mark = (isMeant: (shown: Shown) => boolean): void => {
    for (const [uri, shown] of session.shownTexts) if (isMeant(shown)) due.add(uri);
    if (due.size > 0) refresh();
  };
  const refreshPicture = afterPause(server, 'the picture', () =>
    connection.sendNotification('endpoints/didChangePicture', {}),
  );
  /** The next picture has its own keys. */
  const tellPicture = (): void => {
    session.pictureKeys = new Set();
    refreshPicture();
  };
  return {
    keysChanged: (keys) => {
      mark((shown) => [...shown.keys].some((key) => keys.has(key)));
      if (session.pictureKeys.size > 0 && [...keys].some((key) => session.pictureKeys.has(key))) tellPicture();
    },
    fileChanged: (uri) => mark((shown) => shown.uris.has(uri)),
    allChanged: () => {
      mark(() => true);
      if (session.pictureKeys.size > 0) tellPicture();
    },
  };
}

/** Runs the task once after a pause, for all calls in between. */
function afterPause({ connection, session, host }: Needs, what: string, task: () => Promise<unknown>): () => void {
  let isDue = false;
  const run = async (): Promise<void> => {
    await host.delay(pause);
    isDue = false;
    if (!session.isShutDown) await task();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    run().catch((error: unknown) =>
      connection.console.warn(`The client rejected the refresh of ${what}: ${String(error)}`),
    );
  };
}
