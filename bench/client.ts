/** Runs a language server as a process, and talks to it over stdio as an editor does. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CancellationToken,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-languageserver/node';
import type { PublishDiagnosticsParams, Range } from 'vscode-languageserver';
import { startNode } from './at-end.ts';
import { root, type Bench } from './measure.ts';

/** In ms; nothing that is measured takes longer unless it hangs. */
const patience = 60_000;

interface ServerStart {
  readonly capabilities?: object;
  readonly folder?: string;
  readonly initializationOptions?: object;
  /** The answers to the server's requests; null for all others. */
  readonly answers?: Readonly<Record<string, (params: unknown) => unknown>>;
  readonly nodeArguments?: readonly string[];
}

export function startOurs(bench: Bench, start: ServerStart = {}): Promise<BenchClient> {
  return BenchClient.start(join(bench.dist, 'server.js'), start);
}

export function startYamlServer(): Promise<BenchClient> {
  const schema = pathToFileURL(join(root, 'bench/endpoints.schema.json')).href;
  const yaml = { schemas: { [schema]: '*.yaml' }, schemaStore: { enable: false }, completion: true, hover: true };
  const configuration = (params: unknown): unknown =>
    (params as { items: readonly { section?: string }[] }).items.map(({ section }) =>
      section === 'yaml' ? yaml : null,
    );
  return BenchClient.start(join(root, 'node_modules/yaml-language-server/bin/yaml-language-server'), {
    capabilities: { workspace: { configuration: true } },
    answers: { 'workspace/configuration': configuration },
  });
}

const usualCapabilities = {
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true },
    hover: { contentFormat: ['markdown'] },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
    semanticTokens: {
      requests: { full: true, range: true },
      tokenTypes: [],
      tokenModifiers: [],
      formats: ['relative'],
    },
  },
};

export class BenchClient {
  /** When the process was started, and when it had answered `initialize`. */
  readonly started = performance.now();
  initialized = Number.NaN;
  readonly pid: number;
  readonly #connection: MessageConnection;
  readonly #ended: Promise<unknown>;
  readonly #versions = new Map<string, number>();
  readonly #waiting = new Set<(published: PublishDiagnosticsParams) => void>();

  private constructor(program: string, { answers, nodeArguments = [] }: ServerStart) {
    const child = startNode([...nodeArguments, program, '--stdio']);
    this.pid = child.pid ?? 0;
    this.#connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.#ended = new Promise((done) => void child.once('exit', done));
    child.once('exit', () => this.#connection.dispose());
    this.#connection.onRequest((method, params) => answers?.[method]?.(params) ?? null);
    this.#connection.onNotification('textDocument/publishDiagnostics', (published: PublishDiagnosticsParams) => {
      for (const each of this.#waiting) each(published);
    });
    this.#connection.listen();
  }

  static async start(program: string, options: ServerStart): Promise<BenchClient> {
    const client = new BenchClient(program, options);
    const { capabilities, folder, initializationOptions } = options;
    await client.ask('initialize', {
      processId: null,
      rootUri: folder === undefined ? null : pathToFileURL(folder).href,
      capabilities: { ...usualCapabilities, ...capabilities },
      initializationOptions,
    });
    client.initialized = performance.now();
    await client.notify('initialized', {});
    return client;
  }

  async stop(): Promise<void> {
    await this.ask('shutdown');
    await this.notify('exit');
    await within(this.#ended, 'The server did not exit');
  }

  ask<T>(method: string, params?: object, token = CancellationToken.None): Promise<T> {
    return within(this.#connection.sendRequest<T>(method, params, token), `${method} was not answered`);
  }

  notify(method: string, params?: object): Promise<void> {
    return this.#connection.sendNotification(method, params);
  }

  open(uri: string, text: string, languageId = uri.endsWith('.json') ? 'json' : 'yaml'): void {
    this.#versions.set(uri, 1);
    this.#send('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  close(uri: string): void {
    this.#send('textDocument/didClose', { textDocument: { uri } });
  }

  /** Changes a range of an open text, and returns the new version. */
  change(uri: string, range: Range, text: string): number {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    this.#send('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text }] });
    return version;
  }

  published(uri: string, isExpected: (published: PublishDiagnosticsParams) => boolean): Promise<number> {
    const arrived = new Promise<number>((done) => {
      const listener = (published: PublishDiagnosticsParams): void => {
        const time = performance.now();
        if (published.uri !== uri || !isExpected(published)) return;
        this.#waiting.delete(listener);
        done(time);
      };
      this.#waiting.add(listener);
    });
    return within(arrived, `The expected diagnostics of ${uri} did not arrive`);
  }

  /** Where the server has exited, the next request reports it. */
  #send(method: string, params: object): void {
    this.notify(method, params).catch(() => undefined);
  }
}

export async function within<T>(promise: Promise<T>, problem: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${problem} within ${patience / 1000} s.`)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
