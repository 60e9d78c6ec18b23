/** Adds to the platform what the client offers beyond the protocol: files that only it can read, and rule pages. */
import type { Connection } from 'vscode-languageserver';
import { experimentIn } from './protocol/experiments.ts';
import { findRemote, searchRemote, type Listed, type Remote } from './workspace/client-search.ts';
import type { Host } from './host.ts';
import { membersOf } from './protocol/params.ts';
import type { Session } from './session.ts';

/** Uses the experimental capabilities that docs/editors.md describes. */
export function extendHost(host: Host, connection: Connection, session: Session): Host {
  const isOurs = (uri: string, experiment: 'readFile' | 'readFolder'): boolean =>
    host.reaches(uri) || experimentIn(session.client, experiment) !== true;
  const client = clientFiles(host, connection);
  return {
    ...host,
    readFile: (uri) => (isOurs(uri, 'readFile') ? host : client).readFile(uri),
    search: (folder, search) =>
      isOurs(folder, 'readFolder') ? host.search(folder, search) : searchRemote(folder, search, client),
    find: (folder, uri, search) =>
      isOurs(uri, 'readFolder') ? host.find(folder, uri, search) : findRemote(folder, uri, search, client),
    pageUri(code) {
      const pattern = experimentIn(session.client, 'rulePage');
      return typeof pattern === 'string' ? pattern.replaceAll('{code}', code) : host.pageUri(code);
    },
  };
}

/** In ms: the server continues without an answer that takes longer. */
const patience = 5_000;

/** The client's answer; undefined after the timeout. */
export function withinPatience<T>(host: Host, answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, host.delay(patience).then(() => undefined)]);
}

function clientFiles(host: Host, connection: Connection): Remote {
  const ask = async (method: string, uri: string, member: string): Promise<unknown> => {
    try {
      const answer = await withinPatience<unknown>(host, connection.sendRequest(method, { uri }));
      return membersOf(answer ?? {}, 'result')[member];
    } catch (error) {
      connection.console.warn(`The client rejected ${method} for ${uri}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    async readFile(uri) {
      const text = await ask('endpoints/readFile', uri, 'text');
      return typeof text === 'string' ? text : undefined;
    },
    async list(uri) {
      // The root of a file system needs the slash in its path.
      const isRoot = /^[^/]+:(?:\/\/[^/]*)?$/.test(uri);
      const entries = await ask('endpoints/readFolder', isRoot ? `${uri}/` : uri, 'entries');
      return Array.isArray(entries) ? entries.filter(isListed) : undefined;
    },
  };
}

function isListed(entry: unknown): entry is Listed {
  const { name, uri, isFolder } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof uri === 'string' && typeof isFolder === 'boolean';
}
