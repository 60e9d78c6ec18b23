/** The platform together with what the client offers beside the protocol: files that only it can reach, and pages that it shows. */
import type { Connection } from 'vscode-languageserver';
import { experimentIn } from './protocol/experiments.ts';
import { findRemote, searchRemote, type Listed, type Remote } from './workspace/client-search.ts';
import type { Host } from './host.ts';
import { membersOf } from './protocol/params.ts';
import type { Session } from './session.ts';

/**
 * What a client may offer, as experimental capabilities below `endpoints`: `readFile` (it answers `endpoints/readFile` for
 * `{ uri }` with `{ text }`, null where there is none), `readFolder` (`endpoints/readFolder` for `{ uri }` with `{ entries }`)
 * and `rulePage` (a pattern such as `my-scheme:/{code}`).
 */
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

/** How long a client may take to answer before the server goes on without it, in ms. */
const patience = 5_000;

/** What the client answers; undefined where it takes too long. */
export function withinPatience<T>(host: Host, answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, host.delay(patience).then(() => undefined)]);
}

function clientFiles(host: Host, connection: Connection): Remote {
  const ask = async (method: string, uri: string, member: string): Promise<unknown> => {
    try {
      const answer = await withinPatience<unknown>(host, connection.sendRequest(method, { uri }));
      return membersOf(answer ?? {}, 'result')[member];
    } catch (error) {
      connection.console.warn(`The client does not read ${uri}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    async readFile(uri) {
      const text = await ask('endpoints/readFile', uri, 'text');
      return typeof text === 'string' ? text : undefined;
    },
    async list(uri) {
      // A file system's own root has a path only with its slash.
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
