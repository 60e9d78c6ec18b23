/** Connects the test process to the probes: every extension host connects and names its workspace. */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { verbs } from '../extensions/probe/verbs.ts';
import { until } from './until.ts';

type Verbs = typeof verbs;

/** Calls the verbs of one extension host. */
export type Probe = {
  readonly [Verb in keyof Verbs]: (...args: Parameters<Verbs[Verb]>) => Promise<Awaited<ReturnType<Verbs[Verb]>>>;
} & {
  /** The process of the extension host. */
  readonly pid: number;
};

export interface Probes {
  /** The extension host that opened this workspace last; `not` names those of earlier windows. */
  readonly of: (folder: string, not?: readonly number[]) => Promise<Probe>;
  /** The connected extension hosts. */
  readonly pids: () => readonly number[];
  readonly close: () => void;
}

interface Connection {
  readonly folder: string;
  readonly pid: number;
  readonly socket: Socket;
  readonly waiting: Map<number, (message: Answer) => void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly folder?: string;
  readonly pid?: number;
}

/** Listens on a socket file. */
export async function listenForProbes(path: string): Promise<Probes> {
  const connections: Connection[] = [];
  const server = createServer((socket) => {
    let connection: Connection | undefined;
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line) as Answer;
      if (message.id !== undefined) return connection?.waiting.get(message.id)?.(message);
      connection = { folder: message.folder ?? '', pid: message.pid ?? 0, socket, waiting: new Map() };
      connections.push(connection);
    });
    socket.on('close', () => {
      for (const answer of connection?.waiting.values() ?? []) answer({ error: 'the extension host has ended' });
      if (connection) connections.splice(connections.indexOf(connection), 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const find = (folder: string, not: readonly number[]): Connection | undefined =>
    connections.findLast((each) => each.folder === folder && !not.includes(each.pid));
  return {
    of: async (folder, not = []) =>
      probeOf(await until(`an extension host for ${folder}`, () => find(folder, not), { within: 40_000 })),
    pids: () => connections.map(({ pid }) => pid),
    close: () => {
      for (const { socket } of connections) socket.destroy();
      server.close();
    },
  };
}

function probeOf(connection: Connection): Probe {
  return new Proxy({} as Probe, {
    get: (_, verb) => {
      if (verb === 'pid') return connection.pid;
      // Promises that resolve to a probe read this property.
      if (typeof verb !== 'string' || verb === 'then') return undefined;
      return (...args: readonly unknown[]) => call(connection, verb, args);
    },
  });
}

let lastId = 0;

function call({ socket, waiting }: Connection, verb: string, args: readonly unknown[]): Promise<unknown> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ result, error }) => {
      waiting.delete(id);
      if (error === undefined) resolve(result === null ? undefined : result);
      else reject(new Error(`${verb}(${JSON.stringify(args).slice(1, -1)}): ${error}`));
    });
    socket.write(`${JSON.stringify({ id, verb, args })}\n`);
  });
}
