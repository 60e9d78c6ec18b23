/** The language server over any connection: keeps the session in step with the client and answers by the method table. */
import { ErrorCodes, ResponseError, WorkDoneProgressCancelNotification } from 'vscode-languageserver';
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { loadServices } from '../contract/service-table.ts';
import type { Encoding } from '../features/lsp.ts';
import { mayConcern } from '../frontends/frontends.ts';
import { errorText } from '../text/error-text.ts';
import { isShownAddress } from './shown-address.ts';
import { answerRequests, notInitialized } from './answer.ts';
import { checking } from './checking.ts';
import { isReportAddress } from './conversion-notes.ts';
import { extendHost } from './client-host.ts';
import { follower } from './follow.ts';
import { capabilities } from './capabilities.ts';
import { handlers } from './handlers.ts';
import type { Host } from './host.ts';
import { publisher } from './publish.ts';
import type { Publisher } from './publish.ts';
import { shownRefresher, lensRefresher } from './refresh.ts';
import { register } from './register.ts';
import { changedText, dropText, keepText, locate, newSession, settingsOf, withoutSlash } from './session.ts';
import type { Session } from './session.ts';
import { indexer } from './indexing.ts';
import { claim } from './spelling.ts';
import { lookAround } from './surroundings.ts';
import { watch } from './watch.ts';
import { reloadSettings } from './workspace-settings.ts';
import type { SentSettings } from './workspace-settings.ts';

/** After so many ms without haste the table of services is loaded, before somebody waits for it. */
const idle = 300;

/** Serves the connection until it ends. */
export function startServer(connection: Connection, platform: Host): void {
  const session = newSession((where, error) => connection.console.error(`Bug in ${where}: ${errorText(error)}`));
  const host = extendHost(platform, connection, session);
  const refreshLenses = lensRefresher({ connection, session, host });
  const applies = shownRefresher({ connection, session, host });
  const checks = checking(session, host, (keys) => {
    refreshLenses();
    applies.keysChanged(keys);
  });
  const server = { connection, session, host, checking: checks };
  const publish = publisher(connection, session, host, checks);
  const indexing = indexer(server, () => publish.refreshFiles());
  const follow = follower(server);
  let indexed = '';
  let sent: SentSettings = { initial: undefined, pushed: undefined };

  /** Lets what is asked for from now on wait for the task, whose failure is ours and logged. */
  const before = (task: () => Promise<void>): void => {
    session.ready = session.ready.then(task).catch((error: unknown) => session.onBug('settings', error));
  };
  const reload = (): void => {
    before(async () => {
      await reloadSettings(connection, session, host, sent);
      applies.allChanged();
      follow();
      const wanted = searches(session);
      if (wanted !== indexed) indexing.restart();
      indexed = wanted;
    });
    before(() => lookAround(session, host, [...session.texts.keys()]));
    publish.refreshAll();
  };

  connection.onInitialize((params) => {
    if (session.isInitialized) throw new ResponseError(ErrorCodes.InvalidRequest, '"initialize" is asked only once.');
    sent = { ...sent, initial: params.initializationOptions };
    return initialize(params, session, host);
  });
  connection.onInitialized(() => {
    // The library listens by itself from the first message on, and would be the only one to hear.
    connection.onNotification(
      WorkDoneProgressCancelNotification.type,
      ({ token }) => void session.cancelled.add(token),
    );
    register(connection, session, reload);
    reload();
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    sent = { ...sent, pushed: settings };
    reload();
  });
  watch(connection, { indexing, reload });
  connection.onShutdown(() => {
    if (!session.isInitialized) throw notInitialized();
    session.isShutDown = true;
  });
  keepTexts(connection, session, publish, {
    retold: (uri) => applies.fileChanged(uri),
    look: (uri) => before(() => lookAround(session, host, [uri])),
    reread: (uri) => indexing.follow({ changed: [uri], deleted: [] }),
    warmUp: () => void host.delay(idle).then(loadServices),
  });
  answerRequests(server, handlers);
  connection.listen();
}

function initialize(params: InitializeParams, session: Session, host: Host): InitializeResult {
  session.client = params.capabilities;
  session.clientName = params.clientInfo?.name ?? '';
  session.isInitialized = true;
  session.encoding = chooseEncoding(params.capabilities.general?.positionEncodings);
  const folders = params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []);
  session.folders.push(...folders);
  session.workspace.know(folders.length > 0 ? 'none' : 'some');
  return {
    capabilities: capabilities(session.encoding, session.client),
    serverInfo: { name: 'endpoints-language-server', version: host.version },
  };
}

/** Where manifests are looked for, and which are left out: equal for equal searches. */
function searches(session: Session): string {
  return JSON.stringify(
    session.folders.map((folder) => {
      const { exclude, maxFileSize } = settingsOf(session, `${withoutSlash(folder)}/`);
      return [withoutSlash(folder), exclude, maxFileSize];
    }),
  );
}

/** UTF-16, which every client knows and the server works in; another one where the client leaves it out. */
function chooseEncoding(offered: readonly string[] | undefined): Encoding {
  if (!offered || offered.length === 0 || offered.includes('utf-16')) return 'utf-16';
  return offered.includes('utf-32') ? 'utf-32' : 'utf-8';
}

/** What is done for a text that speaks of Endpoints: it may be a patch, and will be asked about. */
interface Interest {
  /** Lets what names lines of the text be told anew. */
  readonly retold: (uri: string) => void;
  readonly look: (uri: string) => void;
  readonly warmUp: () => void;
  /** Looks at the file on the disk, which counts again once its text is closed. */
  readonly reread: (uri: string) => void;
}

/** Open, change and close. */
function keepTexts(
  connection: Connection,
  session: Session,
  publish: Publisher,
  { look, warmUp, reread, retold }: Interest,
): void {
  const isOurs = (text: string): boolean => /endpoint/i.test(text);
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    if (isShownAddress(uri) || isReportAddress(uri)) return;
    claim(session, uri);
    keepText(session, uri, version, locate(session, text));
    publish.schedule(uri);
    if (mayConcern(text)) look(uri);
    if (isOurs(text)) warmUp();
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const open = session.texts.get(uri);
    if (!open) return;
    const located = changedText(session, open, contentChanges);
    keepText(session, uri, version, located);
    if (!mayConcern(open.located.text) && mayConcern(located.text)) look(uri);
    publish.scheduleTyped(uri);
    retold(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    if (!session.texts.has(uri)) return;
    dropText(session, uri);
    publish.close(uri);
    reread(uri);
  });
}
