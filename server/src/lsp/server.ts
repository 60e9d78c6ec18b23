/** The language server over any connection: keeps the session in step with the client and answers by the method table. */
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import type { Encoding } from '../features/lsp.ts';
import { capabilities, handlers } from './handlers.ts';
import type { Host } from './host.ts';
import { publisher } from './publish.ts';
import type { Publisher } from './publish.ts';
import { changedText, newSession, openText } from './session.ts';
import type { Session } from './session.ts';
import { isPatch, reloadSettings } from './workspace-settings.ts';
import type { SentSettings } from './workspace-settings.ts';

/** Serves the connection until it ends. */
export function startServer(connection: Connection, host: Host): void {
  const logBug = (where: string, error: unknown): void => {
    connection.console.error(
      `Bug in ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  };
  const session = newSession((code, error) => logBug(`rule ${code}`, error));
  const publish = publisher(connection, session, host);
  let sent: SentSettings = { initial: undefined, pushed: undefined };

  connection.onInitialize((params) => {
    sent = { ...sent, initial: params.initializationOptions };
    return initialize(params, session, host);
  });
  connection.onInitialized(() => {
    reload();
    register(connection, session, reload);
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    sent = { ...sent, pushed: settings };
    reload();
  });
  connection.onDidChangeWatchedFiles(reload);
  connection.onShutdown(() => {
    session.isShutDown = true;
  });
  keepTexts(connection, session, publish, (uri) => before(() => noticePatch(session, host, uri)));
  for (const { method, answer } of handlers) {
    connection.onRequest(method, async (params: unknown) => {
      await session.ready;
      try {
        return answer(params as never, session, host);
      } catch (error) {
        logBug(method, error);
        throw error;
      }
    });
  }
  connection.listen();

  function reload(): void {
    before(() => reloadSettings(connection, session, host, sent));
    void session.ready.then(() => publish.refreshAll());
  }

  /** Lets what is asked for from now on wait for the task, whose failure is ours and logged. */
  function before(task: () => Promise<void>): void {
    session.ready = session.ready.then(task).catch((error: unknown) => logBug('settings', error));
  }
}

function initialize(params: InitializeParams, session: Session, host: Host): InitializeResult {
  session.client = params.capabilities;
  session.encoding = chooseEncoding(params.capabilities.general?.positionEncodings);
  const folders = params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []);
  session.folders.push(...folders);
  return {
    capabilities: capabilities(session.encoding),
    serverInfo: { name: 'endpoints-language-server', version: host.version },
  };
}

/** UTF-16, which every client knows and the server works in; another one where the client leaves it out. */
function chooseEncoding(offered: readonly string[] | undefined): Encoding {
  if (!offered || offered.length === 0 || offered.includes('utf-16')) return 'utf-16';
  return offered.includes('utf-32') ? 'utf-32' : 'utf-8';
}

/** Asks the client to tell of changes that it tells of only when asked. */
function register(connection: Connection, session: Session, reload: () => void): void {
  const { workspace } = session.client;
  const ask = (id: string, method: string, registerOptions: unknown): void => {
    connection
      .sendRequest('client/registerCapability', { registrations: [{ id, method, registerOptions }] })
      .catch((error: unknown) => connection.console.warn(`The client does not register ${method}: ${String(error)}`));
  };
  if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    const watchers = [{ globPattern: '**/endpoints.config.{yaml,yml,json}' }];
    ask('endpoints-config', 'workspace/didChangeWatchedFiles', { watchers });
  }
  if (workspace?.didChangeConfiguration?.dynamicRegistration) {
    ask('endpoints-settings', 'workspace/didChangeConfiguration', { section: 'endpoints' });
  }
  if (workspace?.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map((folder) => folder.uri));
      const kept = session.folders.filter((folder) => !gone.has(folder));
      session.folders.splice(0, session.folders.length, ...kept, ...added.map((folder) => folder.uri));
      reload();
    });
  }
}

/** Open, change and close. A text is read when it changes, and checked when somebody wants to know. */
function keepTexts(connection: Connection, session: Session, publish: Publisher, look: (uri: string) => void): void {
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    openText(session, uri, version, text);
    if (/endpoint/i.test(text)) look(uri);
    publish.schedule(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const open = session.texts.get(uri);
    if (!open) return;
    openText(session, uri, version, changedText(open, contentChanges));
    publish.schedule(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    session.texts.delete(uri);
    publish.clear(uri);
  });
}

/** A kustomization may name the file as a patch; then it is read again as one. */
async function noticePatch(session: Session, host: Host, uri: string): Promise<void> {
  if (session.patches.has(uri) || !(await isPatch(uri, host))) return;
  session.patches.add(uri);
  const open = session.texts.get(uri);
  if (!open) return;
  session.texts.delete(uri);
  openText(session, uri, open.version, open.located.text);
}
