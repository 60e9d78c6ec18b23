/** The language server over any connection: keeps the session in step with the client and answers by the method table. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { loadServices } from '../contract/service-table.ts';
import type { Encoding } from '../features/lsp.ts';
import { errorText } from '../text/error-text.ts';
import { answerRequests, notInitialized } from './answer.ts';
import { extendHost } from './client-host.ts';
import { follower } from './follow.ts';
import { capabilities } from './capabilities.ts';
import { handlers } from './handlers.ts';
import type { Host } from './host.ts';
import { noticePatches } from './kustomize.ts';
import { publisher } from './publish.ts';
import type { Publisher } from './publish.ts';
import { register } from './register.ts';
import { changedText, keepText, locate, newSession } from './session.ts';
import type { Session } from './session.ts';
import { reloadSettings } from './workspace-settings.ts';
import type { SentSettings } from './workspace-settings.ts';

/** After so many ms without haste the table of services is loaded, before somebody waits for it. */
const idle = 300;

/** Serves the connection until it ends. */
export function startServer(connection: Connection, platform: Host): void {
  const session = newSession((where, error) => connection.console.error(`Bug in ${where}: ${errorText(error)}`));
  const host = extendHost(platform, connection, session);
  const publish = publisher(connection, session, host);
  const follow = follower({ connection, session, host });
  let sent: SentSettings = { initial: undefined, pushed: undefined };

  /** Lets what is asked for from now on wait for the task, whose failure is ours and logged. */
  const before = (task: () => Promise<void>): void => {
    session.ready = session.ready.then(task).catch((error: unknown) => session.onBug('settings', error));
  };
  const reload = (): void => {
    before(async () => {
      await reloadSettings(connection, session, host, sent);
      follow();
    });
    before(() => noticePatches(session, host, [...session.texts.keys()]));
    publish.refreshAll();
  };

  connection.onInitialize((params) => {
    if (session.isInitialized) throw new ResponseError(ErrorCodes.InvalidRequest, '"initialize" is asked only once.');
    sent = { ...sent, initial: params.initializationOptions };
    return initialize(params, session, host);
  });
  connection.onInitialized(() => {
    register(connection, session, reload);
    reload();
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    sent = { ...sent, pushed: settings };
    reload();
  });
  connection.onDidChangeWatchedFiles(reload);
  connection.onShutdown(() => {
    if (!session.isInitialized) throw notInitialized();
    session.isShutDown = true;
  });
  keepTexts(connection, session, publish, {
    look: (uri) => before(() => noticePatches(session, host, [uri])),
    warmUp: () => void host.delay(idle).then(loadServices),
  });
  answerRequests({ connection, session, host }, handlers);
  connection.listen();
}

function initialize(params: InitializeParams, session: Session, host: Host): InitializeResult {
  session.client = params.capabilities;
  session.clientName = params.clientInfo?.name ?? '';
  session.isInitialized = true;
  session.encoding = chooseEncoding(params.capabilities.general?.positionEncodings);
  const folders = params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []);
  session.folders.push(...folders);
  return {
    capabilities: capabilities(session.encoding, session.client),
    serverInfo: { name: 'endpoints-language-server', version: host.version },
  };
}

/** UTF-16, which every client knows and the server works in; another one where the client leaves it out. */
function chooseEncoding(offered: readonly string[] | undefined): Encoding {
  if (!offered || offered.length === 0 || offered.includes('utf-16')) return 'utf-16';
  return offered.includes('utf-32') ? 'utf-32' : 'utf-8';
}

/** What is done for a text that speaks of Endpoints: it may be a patch, and will be asked about. */
interface Interest {
  readonly look: (uri: string) => void;
  readonly warmUp: () => void;
}

/** Open, change and close. */
function keepTexts(connection: Connection, session: Session, publish: Publisher, { look, warmUp }: Interest): void {
  const isOurs = (text: string): boolean => /endpoint/i.test(text);
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    keepText(session, uri, version, locate(session, text));
    publish.schedule(uri);
    if (!isOurs(text)) return;
    look(uri);
    warmUp();
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const open = session.texts.get(uri);
    if (!open) return;
    const located = changedText(session, open, contentChanges);
    keepText(session, uri, version, located);
    if (!isOurs(open.located.text) && isOurs(located.text)) look(uri);
    publish.scheduleTyped(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    session.texts.delete(uri);
    session.patches.delete(uri);
    publish.clear(uri);
  });
}
