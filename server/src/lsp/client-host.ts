/** The platform together with what the client offers beside the protocol: files that only it can reach, and pages that it shows. */
import type { Connection } from 'vscode-languageserver';
import { experimentIn } from './client-options.ts';
import type { Host } from './host.ts';
import { membersOf } from './params.ts';
import type { Session } from './session.ts';

/**
 * What a client may offer, as experimental capabilities below `endpoints`: `readFile` (it answers `endpoints/readFile` for
 * `{ uri }` with `{ text }`, null where there is none) and `rulePage` (a pattern such as `my-scheme:/{code}`).
 */
export function extendHost(host: Host, connection: Connection, session: Session): Host {
  return {
    ...host,
    async readFile(uri) {
      const isOurs = host.reaches(uri) || experimentIn(session.client, 'readFile') !== true;
      return isOurs ? host.readFile(uri) : askFor(uri, connection, host);
    },
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

async function askFor(uri: string, connection: Connection, host: Host): Promise<string | undefined> {
  try {
    const answer = await withinPatience<unknown>(host, connection.sendRequest('endpoints/readFile', { uri }));
    const { text } = membersOf(answer ?? { text: null }, 'result');
    return typeof text === 'string' ? text : undefined;
  } catch (error) {
    connection.console.warn(`The client does not read ${uri}: ${String(error)}`);
    return undefined;
  }
}
