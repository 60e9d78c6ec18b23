/** A language client over two streams, of a server in this process or elsewhere. */
import { PassThrough } from 'node:stream';
import {
  createConnection,
  ProposedFeatures,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-languageserver/node';
import type { Diagnostic, InitializeResult } from 'vscode-languageserver';
import type { Host } from '../../server/src/lsp/host.ts';
import { withCapabilities } from '../../server/src/lsp/protocol/initialize-params.ts';
import { messageQueue } from '../../server/src/lsp/protocol/message-queue.ts';
import { repeatedMethods, startServer } from '../../server/src/lsp/server.ts';
import { findFile, searchFiles } from './files.ts';
import { packagedGrammars } from './grammars.ts';

export interface Client {
  readonly connection: MessageConnection;
  readonly initialized: InitializeResult;
  /** Messages that the server shows to the user. */
  readonly shown: string[];
  /** What the server logs. */
  readonly logged: { readonly type: number; readonly message: string }[];
  /** The server's requests, except those for settings. */
  readonly asked: { readonly method: string; readonly params: unknown }[];
  /** Progress and traces that the server sends. */
  readonly noticed: { readonly method: string; readonly params: unknown }[];
  /** Sends a request about a text. */
  ask<T>(method: string, uri: string, params?: object): Promise<T>;
  open(uri: string, text: string): void;
  change(uri: string, version: number, changes: readonly unknown[]): void;
  /** The next diagnostics that the server pushes for the URI. */
  pushed(uri: string): Promise<readonly Diagnostic[]>;
  pull(uri: string): Promise<readonly Diagnostic[]>;
  stop(): Promise<void>;
}

export interface ClientOptions {
  readonly capabilities?: unknown;
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  /** Null for a client without a folder. */
  readonly folder?: string | null;
  readonly clientInfo?: { readonly name: string; readonly version?: string } | undefined;
  readonly trace?: 'off' | 'messages' | 'verbose';
  /** True for a client that answers every request of the server with an error. */
  readonly refuses?: boolean;
  /** True for a client that never answers; timeouts then end at once. */
  readonly isMute?: boolean;
  /** Additional answers of the client, by method. */
  readonly answers?: Readonly<Record<string, (params: unknown) => unknown>>;
  /** Overrides of the server's platform. */
  readonly host?: Partial<Host>;
  /** Sent before the first message, by an impatient client. */
  readonly early?: (connection: MessageConnection) => Promise<void>;
  /** Node arguments for a server process. */
  readonly nodeArguments?: readonly string[];
}

/** A client of a server in this process, whose files are those of the options. */
export async function startClient(options: ClientOptions = {}): Promise<Client> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const queue = messageQueue({
    nextTurn: (run) => void setImmediate(() => setImmediate(run)),
    now: () => performance.now(),
  });
  const host: Host = {
    version: 'test',
    reaches: () => true,
    readFile: (uri) => Promise.resolve(options.files?.[uri]),
    search: (folder, search) => searchFiles(options.files ?? {}, folder, search),
    find: (folder, uri, search) => Promise.resolve(findFile(options.files ?? {}, folder, uri, search)),
    grammars: packagedGrammars,
    pageUri: (code) => `https://example.com/${code}`,
    defer: (run) => queue.defer(run),
    // Short delays pass normally; timeouts of a client never end in a test, or end at once.
    delay: (time) =>
      new Promise((done) => {
        if (options.isMute) done();
        else if (time < 1_000) setTimeout(done, time).unref();
      }),
    now: () => performance.timeOrigin + performance.now(),
    ...options.host,
  };
  queue.dropOvertaken(repeatedMethods);
  startServer(
    createConnection(ProposedFeatures.all, new StreamMessageReader(toServer), new StreamMessageWriter(toClient), {
      messageStrategy: { handleMessage: (message, next) => queue.receive(withCapabilities(message), next) },
    }),
    host,
  );
  // No `exit` here: the server would end the whole process.
  return connect(toClient, toServer, options, () => {
    toServer.end();
    toClient.end();
    return Promise.resolve();
  });
}

/** Connects a client to the streams of a server; `end` is the last step of `stop`. */
export async function connect(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  options: ClientOptions,
  end: (connection: MessageConnection) => Promise<void>,
): Promise<Client> {
  const connection = createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const waiting = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  const arrived = new Map<string, readonly Diagnostic[][]>();
  const shown: string[] = [];
  const logged: { type: number; message: string }[] = [];
  const asked: { method: string; params: unknown }[] = [];
  const noticed: { method: string; params: unknown }[] = [];
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
      const waiter = waiting.get(uri);
      waiting.delete(uri);
      if (waiter) waiter(diagnostics);
      else arrived.set(uri, [...(arrived.get(uri) ?? []), diagnostics]);
    },
  );
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => void shown.push(message));
  connection.onNotification('window/logMessage', (message: { type: number; message: string }) => {
    logged.push(message);
  });
  for (const method of ['$/logTrace', '$/progress']) {
    connection.onNotification(method, (params: unknown) => void noticed.push({ method, params }));
  }
  connection.onNotification((method, params) => void noticed.push({ method, params }));
  connection.onRequest((method, params) => {
    if (method !== 'workspace/configuration') asked.push({ method, params });
    if (options.refuses) throw new Error(`no ${method}`);
    if (options.isMute) return new Promise(() => {});
    const own = options.answers?.[method];
    if (own) return own(params);
    if (method !== 'workspace/configuration') return null;
    return (params as unknown as { items: readonly unknown[] }).items.map(() => options.settings ?? null);
  });
  connection.listen();
  await options.early?.(connection);
  const folder = options.folder === undefined ? 'file:///project' : options.folder;
  const initialized: InitializeResult = await connection.sendRequest('initialize', {
    processId: null,
    rootUri: folder,
    workspaceFolders: folder === null ? null : [{ uri: folder, name: 'work' }],
    ...(options.clientInfo ? { clientInfo: options.clientInfo } : {}),
    capabilities: options.capabilities ?? {},
    trace: options.trace ?? 'off',
    ...(options.initializationOptions === undefined ? {} : { initializationOptions: options.initializationOptions }),
  });
  await connection.sendNotification('initialized', {});
  return {
    connection,
    initialized,
    shown,
    logged,
    asked,
    noticed,
    ask: (method, uri, params = {}) => connection.sendRequest(method, { textDocument: { uri }, ...params }),
    open: (uri, text) =>
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'yaml', version: 1, text },
      }),
    change: (uri, version, contentChanges) =>
      void connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges }),
    pushed: (uri) =>
      new Promise((done) => {
        const [first, ...rest] = arrived.get(uri) ?? [];
        arrived.set(uri, rest);
        if (first) done(first);
        else waiting.set(uri, done);
      }),
    async pull(uri) {
      const report: { items: Diagnostic[] } = await connection.sendRequest('textDocument/diagnostic', {
        textDocument: { uri },
      });
      return report.items;
    },
    async stop() {
      await connection.sendRequest('shutdown');
      await end(connection);
      connection.dispose();
    },
  };
}
