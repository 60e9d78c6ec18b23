/**
 * Completion and hover on a resource with 1,000 addresses, as a client over stdio meets them, beside
 * yaml-language-server with a local schema: at rest, and directly after a keystroke.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessageConnection } from 'vscode-languageserver/node';
import { ms, root, startServer, stopServer } from './measure.ts';
import type { Row } from './measure.ts';
import { large } from './texts.ts';

const warmUp = 20;
const repetitions = 200;
/** In ms; longer than either server waits for a pause in typing, and checks. */
const settling = 1_000;

const lines = large().split('\n');
const middle = lines.findIndex((line) => line.includes('host-500'));

/** A text and where a letter comes and goes in it. */
interface Typing {
  readonly uri: string;
  readonly text: string;
  readonly letter: string;
  readonly at: { readonly line: number; readonly character: number };
}

/** A key is being typed in the middle of the list. */
const key: Typing = {
  uri: 'file:///bench/key.yaml',
  text: lines.toSpliced(middle + 1, 0, '        targe').join('\n'),
  letter: 'e',
  at: { line: middle + 1, character: 13 },
};
/** A host name is. */
const value: Typing = {
  uri: 'file:///bench/value.yaml',
  text: lines.join('\n'),
  letter: '0',
  at: { line: middle, character: '        hostname: host-500'.length },
};
const address = { line: middle - 2, character: 15 };

interface Server {
  readonly connection: MessageConnection;
  version: number;
}

export async function editing(): Promise<Row[]> {
  const ours = await open(join(root, 'dist/server.js'));
  const theirs = await open(join(root, 'node_modules/yaml-language-server/bin/yaml-language-server'));
  const rows: Row[] = [];
  for (const [what, ask] of [
    ['completion of a key, at rest', complete],
    ['hover on an address, at rest', hover],
    ['completion of a key, after a keystroke in it', afterKeystroke(key, complete)],
    ['hover on an address, after a keystroke in a host name', afterKeystroke(value, hover)],
  ] as const) {
    rows.push(
      await compare(
        `1,000 addresses over stdio: ${what}`,
        () => ask(ours),
        () => ask(theirs),
      ),
    );
  }
  await stopServer(ours.connection);
  await stopServer(theirs.connection);
  return rows;
}

async function open(program: string): Promise<Server> {
  const connection = startServer(program, '--stdio');
  const schema = pathToFileURL(join(root, 'bench/endpoints.schema.json')).href;
  const yaml = { schemas: { [schema]: '*.yaml' }, schemaStore: { enable: false }, completion: true, hover: true };
  connection.onRequest((method, params) =>
    method === 'workspace/configuration'
      ? (params as unknown as { items: readonly { section?: string }[] }).items.map(({ section }) =>
          section === 'yaml' ? yaml : null,
        )
      : null,
  );
  connection.listen();
  const capabilities = {
    workspace: { configuration: true },
    textDocument: {
      hover: { contentFormat: ['markdown'] },
      completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    },
  };
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings: { yaml } });
  for (const { uri, text } of [key, value]) {
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
  }
  const server = { connection, version: 1 };
  // A schema takes a while to load; nothing is measured before it is there.
  for (let i = 0; (await complete(server)) === 0; i++) if (i > 100) throw new Error(`${program} completes nothing`);
  return server;
}

/** How many proposals there are; more than none, or it is not worth comparing. */
async function complete({ connection }: Server): Promise<number> {
  const answer = await connection.sendRequest<{ items: readonly { label: string }[] }>('textDocument/completion', {
    textDocument: { uri: key.uri },
    position: key.at,
  });
  return answer.items.filter(({ label }) => label === 'targetRef').length;
}

async function hover({ connection }: Server): Promise<number> {
  const textDocument = { uri: value.uri };
  const answer = await connection.sendRequest('textDocument/hover', { textDocument, position: address });
  return answer === null ? 0 : 1;
}

/** The same directly after a letter has come or gone in front of the cursor. */
function afterKeystroke(
  { uri, letter, at }: Typing,
  ask: (server: Server) => Promise<number>,
): (server: Server) => Promise<number> {
  return async (server) => {
    server.version++;
    const { line, character } = at;
    const isThere = server.version % 2 === 1;
    const range = {
      start: { line, character: character - 1 },
      end: { line, character: isThere ? character - 1 : character },
    };
    void server.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: server.version },
      contentChanges: [{ range, text: isThere ? letter : '' }],
    });
    return ask(server);
  };
}

/** One after the other, since each goes on working for a while after its answer to a keystroke. */
async function compare(what: string, ours: () => Promise<number>, theirs: () => Promise<number>): Promise<Row> {
  const own = await measure(what, ours);
  const other = await measure(what, theirs);
  return {
    what,
    ours: spread(own),
    baseline: `yaml-language-server: ${spread(other)}`,
    ratio: percentile(own, 95) / percentile(other, 95),
  };
}

async function measure(what: string, ask: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < warmUp + repetitions; i++) {
    const start = performance.now();
    const found = await ask();
    if (i >= warmUp) times.push(performance.now() - start);
    if (found === 0) throw new Error(`${what}: nothing found`);
  }
  // Whatever is still being worked on ends before somebody else is measured.
  await new Promise((done) => void setTimeout(done, settling));
  return times;
}

function spread(times: readonly number[]): string {
  return `p50 ${ms(percentile(times, 50))}, p95 ${ms(percentile(times, 95))}`;
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
