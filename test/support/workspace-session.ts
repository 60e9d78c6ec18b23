/** Drives a client on a workspace: it collects pushed and pulled findings, and changes files. */
import type { Diagnostic, WorkspaceDocumentDiagnosticReport } from 'vscode-languageserver';
import { startClient, type Client, type ClientOptions } from './client.ts';

/** Findings by URI, without files that have none. */
export type Findings = Readonly<Record<string, readonly Diagnostic[]>>;

/** File changes, as numbers of the protocol. */
export const fileChange = { created: 1, changed: 2, deleted: 3 } as const;

export interface WorkspaceClient extends Client {
  /** What the server has pushed so far. */
  readonly published: ReadonlyMap<string, readonly Diagnostic[]>;
  /** The number of pushes for the file. */
  readonly pushes: ReadonlyMap<string, number>;
  /** Pulls the changes, and returns all known findings. */
  pullAll(): Promise<Findings>;
  /** The reports of one pull with the result IDs of earlier pulls. */
  pullChanges(): Promise<readonly WorkspaceDocumentDiagnosticReport[]>;
  close(uri: string): void;
  watched(changes: Readonly<Record<string, keyof typeof fileChange>>): void;
}

export const relatedInformation = { textDocument: { publishDiagnostics: { relatedInformation: true } } };
export const pulling = { textDocument: { diagnostic: { relatedInformation: true } } };

export async function startWorkspace(options: ClientOptions = {}): Promise<WorkspaceClient> {
  const client = await startClient({ capabilities: relatedInformation, ...options });
  return workspaceClient(client);
}

/** The same for a running client. */
export function workspaceClient(client: Client): WorkspaceClient {
  const { connection } = client;
  const published = new Map<string, readonly Diagnostic[]>();
  const pushes = new Map<string, number>();
  connection.onNotification('textDocument/publishDiagnostics', (params: { uri: string; diagnostics: Diagnostic[] }) => {
    published.set(params.uri, params.diagnostics);
    pushes.set(params.uri, (pushes.get(params.uri) ?? 0) + 1);
  });
  const pulled = new Map<string, { readonly items: readonly Diagnostic[]; readonly value: string }>();
  const pullChanges = async (): Promise<readonly WorkspaceDocumentDiagnosticReport[]> => {
    const previousResultIds = [...pulled].map(([uri, { value }]) => ({ uri, value }));
    const { items }: { items: readonly WorkspaceDocumentDiagnosticReport[] } = await connection.sendRequest(
      'workspace/diagnostic',
      { identifier: 'endpoints', previousResultIds },
    );
    for (const report of items) {
      if (report.kind !== 'full') continue;
      if (report.resultId === undefined) pulled.delete(report.uri);
      else pulled.set(report.uri, { items: report.items, value: report.resultId });
    }
    return items;
  };
  return {
    ...client,
    published,
    pushes,
    pullChanges,
    async pullAll() {
      await pullChanges();
      return findingsIn([...pulled].map(([uri, { items }]) => [uri, items]));
    },
    close(uri) {
      void connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    },
    watched(changes) {
      const events = Object.entries(changes).map(([uri, change]) => ({ uri, type: fileChange[change] }));
      void connection.sendNotification('workspace/didChangeWatchedFiles', { changes: events });
    },
  };
}

/** In the order of the URIs. */
export function findingsIn(all: Iterable<readonly [uri: string, items: readonly Diagnostic[]]>): Findings {
  const found = [...all].filter(([, items]) => items.length > 0);
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Waits for messages until the condition holds; a later assertion shows the difference. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!holds() && performance.now() < end) await new Promise(setImmediate);
}

/** The codes of each file, by its path in the project. */
export function codesIn(findings: Findings): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    Object.entries(findings).map(([uri, items]) => [
      uri.replace('file:///project/', ''),
      items.map(({ code }) => code),
    ]),
  );
}

/** Turns off the deprecation, so that only rules on related objects report. */
export const quiet = { severity: { 'deprecated-endpoints': 'off' } };

export function notify(client: Client, method: string, params: object): void {
  void client.connection.sendNotification(method, params);
}
