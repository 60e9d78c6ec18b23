/** A language server as a process, and the client that talks to it: opens texts, types, asks, and waits for diagnostics. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import type { MessageConnection } from 'vscode-languageserver/node';
import type { Diagnostic, PublishDiagnosticsParams, Range } from 'vscode-languageserver';
import { startNode } from './at-end.ts';
import { root } from './measure.ts';
import type { Bench } from './measure.ts';

/** In ms; nothing that is measured takes so long unless it hangs. */
const patience = 60_000;

export interface Client {
  readonly connection: MessageConnection;
  readonly pid: number;
  /** When it was started, and when it had answered `initialize`. */
  readonly started: number;
  readonly initialized: number;
  open(uri: string, text: string, languageId?: string): void;
  close(uri: string): void;
  /** Changes a range of an open text, and returns the new version. */
  change(uri: string, range: Range, text: string): number;
  ask<T>(method: string, params: object): Promise<T>;
  /** The time at which diagnostics of the text have arrived that are the ones waited for. */
  published(uri: string, isIt: (published: PublishDiagnosticsParams) => boolean): Promise<number>;
  /** Fails, with these words, where the promise is not kept in time. */
  within<T>(promise: Promise<T>, problem: string): Promise<T>;
  stop(): Promise<void>;
}

export interface Start {
  readonly capabilities?: object;
  readonly folder?: string;
  readonly initializationOptions?: object;
  /** Requests of the server that are answered otherwise than with null. */
  readonly answers?: Readonly<Record<string, (params: unknown) => unknown>>;
  readonly nodeArguments?: readonly string[];
}

export function startOurs(bench: Bench, start: Start = {}): Promise<Client> {
  return startClient(join(bench.dist, 'server.js'), start);
}

/** yaml-language-server, with a schema of its own folder only. */
export function startYamlServer(): Promise<Client> {
  const schema = pathToFileURL(join(root, 'bench/endpoints.schema.json')).href;
  const yaml = { schemas: { [schema]: '*.yaml' }, schemaStore: { enable: false }, completion: true, hover: true };
  return startClient(join(root, 'node_modules/yaml-language-server/bin/yaml-language-server'), {
    capabilities: { workspace: { configuration: true } },
    answers: {
      'workspace/configuration': (params) =>
        (params as { items: readonly { section?: string }[] }).items.map(({ section }) =>
          section === 'yaml' ? yaml : null,
        ),
    },
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

interface Waiting {
  readonly uri: string;
  readonly isIt: (published: PublishDiagnosticsParams) => boolean;
  readonly done: (time: number) => void;
  /** The last that came, and was not it. */
  seen?: readonly Diagnostic[];
}

export async function startClient(program: string, start: Start): Promise<Client> {
  const started = performance.now();
  const child = startNode([...(start.nodeArguments ?? []), program, '--stdio']);
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  child.once('exit', () => connection.dispose());
  connection.onRequest((method, params) => start.answers?.[method]?.(params) ?? null);
  const waiting = listenIn(connection);
  connection.listen();
  const { capabilities, folder, initializationOptions } = start;
  const ask = async <T>(method: string, params?: object): Promise<T> => {
    try {
      return await within(connection.sendRequest<T>(method, params), () => `${method} was not answered`);
    } catch (error) {
      if (child.exitCode === null) throw error;
      throw new Error(`${program} ended with ${child.exitCode} at ${method}.`, { cause: error });
    }
  };
  await ask('initialize', {
    processId: null,
    rootUri: folder === undefined ? null : pathToFileURL(folder).href,
    capabilities: { ...usualCapabilities, ...capabilities },
    initializationOptions,
  });
  const initialized = performance.now();
  await connection.sendNotification('initialized', {});
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => void child.once('exit', done));
    await ask('shutdown');
    await connection.sendNotification('exit');
    await within(ended, () => `${program} did not end`);
  };
  return {
    connection,
    pid: child.pid ?? 0,
    started,
    initialized,
    ask,
    stop,
    within: (promise, problem) => within(promise, () => problem),
    ...texts(connection, waiting),
  };
}

/** Whoever waits for diagnostics is told when theirs arrive. */
function listenIn(connection: MessageConnection): Set<Waiting> {
  const waiting = new Set<Waiting>();
  connection.onNotification('textDocument/publishDiagnostics', (published: PublishDiagnosticsParams) => {
    const time = performance.now();
    for (const each of waiting) {
      if (each.uri !== published.uri) continue;
      each.seen = published.diagnostics;
      if (!each.isIt(published)) continue;
      waiting.delete(each);
      each.done(time);
    }
  });
  return waiting;
}

function texts(
  connection: MessageConnection,
  waiting: Set<Waiting>,
): Pick<Client, 'open' | 'close' | 'change' | 'published'> {
  const versions = new Map<string, number>();
  // Where the server has ended, whoever waits for an answer is told so.
  const notify = (method: string, params: object): void =>
    void connection.sendNotification(method, params).catch(() => undefined);
  return {
    open(uri, text, languageId = 'yaml') {
      versions.set(uri, 1);
      notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    },
    close(uri) {
      versions.delete(uri);
      notify('textDocument/didClose', { textDocument: { uri } });
    },
    change(uri, range, text) {
      const version = (versions.get(uri) ?? 0) + 1;
      versions.set(uri, version);
      notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ range, text }] });
      return version;
    },
    published(uri, isIt) {
      let entry: Waiting | undefined;
      const arrived = new Promise<number>((done) => {
        entry = { uri, isIt, done };
        waiting.add(entry);
      });
      return within(arrived, () => {
        if (entry) waiting.delete(entry);
        const seen = entry?.seen;
        return `the diagnostics of ${uri} that are waited for did not come; the last ones were ${seen ? summary(seen) : 'none'}`;
      });
    },
  };
}

function summary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 1).map(({ range }) => range.start.line + 1);
  return `${diagnostics.length}, errors in the lines ${errors.slice(0, 20).join(', ')}`;
}

/** Fails where the promise is not kept in time. */
async function within<T>(promise: Promise<T>, describe: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${describe()} within ${patience / 1000} s.`)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
