/** Requests that wait: cancelled and outdated ones are dropped, equal ones are computed once, and edits keep their order. */
import assert from 'node:assert/strict';
import {
  CancellationTokenSource,
  LSPErrorCodes,
  type Hover,
  type PublishDiagnosticsParams,
  type ResponseError,
} from 'vscode-languageserver/node';
import { messageQueue } from '../server/src/lsp/protocol/message-queue.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const onKey = { position: { line: 6, character: 5 } };
const onAddress = { position: { line: 6, character: 12 } };
const here = { start: onAddress.position, end: onAddress.position };

function textWith(address: string): string {
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: ${address}\n  ports:\n  - port: 80\n`;
}

/** A client with an open text, and how often the server has asked for the address of a page. */
async function startCounting(options: object = {}): Promise<{ client: Client; pages: string[] }> {
  const pages: string[] = [];
  const pageUri = (code: string): string => (pages.push(code), `https://example.com/${code}`);
  const client = await startClient({ capabilities: everyCapability, ...options, host: { pageUri } });
  client.open(uri, textWith('10.0.0.1'));
  // Everything is loaded before.
  await client.ask('textDocument/hover', uri, onKey);
  await client.ask('textDocument/codeAction', uri, { range: here, context: { diagnostics: [] } });
  pages.length = 0;
  return { client, pages };
}

function change(client: Client, version: number, address: string): void {
  client.change(uri, version, [{ text: textWith(address) }]);
}

describe('language server: requests that wait', () => {
  it('drops what is cancelled without computing it', async () => {
    const { client, pages } = await startCounting();
    await client.ask('textDocument/hover', uri, onKey);
    const forOne = pages.length;
    assert.ok(forOne > 0);
    pages.length = 0;
    const sources = Array.from({ length: 20 }, () => new CancellationTokenSource());
    const answers = sources.map(({ token }) =>
      client.connection.sendRequest('textDocument/hover', { textDocument: { uri }, ...onKey }, token),
    );
    for (const source of sources.slice(1)) source.cancel();
    const outcomes = await Promise.allSettled(answers);
    assert.equal(outcomes[0]?.status, 'fulfilled');
    for (const outcome of outcomes.slice(1)) assert.equal(codeOf(outcome), LSPErrorCodes.RequestCancelled);
    assert.equal(pages.length, forOne);
    await client.stop();
  });

  it('drops what is cancelled while it waits for the settings', async () => {
    let settle = (): void => {};
    const settings = new Promise<undefined>((done) => (settle = () => done(undefined)));
    const client = await startClient({ capabilities: everyCapability, host: { readFile: () => settings } });
    client.open(uri, textWith('10.0.0.1'));
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, ...onKey };
    const answer = client.connection.sendRequest('textDocument/hover', params, source.token);
    await client.connection.sendRequest('completionItem/resolve', { label: 'port' });
    source.cancel();
    await assert.rejects(answer, { code: LSPErrorCodes.RequestCancelled });
    settle();
    await client.stop();
  });

  it('drops what an edit has overtaken if clients ask again, and answers the rest about its version', async () => {
    const { client, pages } = await startCounting();
    const ask = (method: string, params = {}): Promise<unknown> => client.ask(method, uri, params);
    const stale = [
      ask('textDocument/documentSymbol'),
      ask('textDocument/semanticTokens/full'),
      ask('textDocument/codeAction', { range: here, context: { diagnostics: [] } }),
    ];
    const pull = ask('textDocument/diagnostic');
    const hover = client.ask<Hover>('textDocument/hover', uri, onAddress);
    const other = client.ask('textDocument/documentSymbol', 'file:///project/other.yaml');
    change(client, 2, '10.0.0.2');
    const after = client.ask<readonly object[]>('textDocument/documentSymbol', uri);
    for (const each of stale) await assert.rejects(each, { code: LSPErrorCodes.ContentModified });
    await assert.rejects(pull, { code: LSPErrorCodes.ServerCancelled, data: { retriggerRequest: true } });
    assert.match(JSON.stringify(await hover), /10\.0\.0\.1/);
    assert.deepEqual(await other, []);
    assert.match(JSON.stringify(await after), /10\.0\.0\.2/);
    assert.ok(!pages.includes('actions'));
    await client.stop();
  });

  it('computes equal requests once', async () => {
    const { client, pages } = await startCounting();
    const params = { range: here, context: { diagnostics: [] } };
    const asked = Array.from({ length: 5 }, () => client.ask('textDocument/codeAction', uri, params));
    const [first, ...rest] = await Promise.all(asked);
    for (const each of rest) assert.deepEqual(each, first);
    const shared = pages.length;
    pages.length = 0;
    await client.ask('textDocument/codeAction', uri, params);
    assert.ok(shared > 0);
    assert.equal(shared, pages.length);
    await client.stop();
  });

  it('answers each request about its version or not at all, and reports the last version', async () => {
    const client = await startClient({
      capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
    });
    const published: PublishDiagnosticsParams[] = [];
    client.connection.onNotification('textDocument/publishDiagnostics', (each: PublishDiagnosticsParams) => {
      published.push(each);
    });
    client.open(uri, textWith('10.0.0.1'));
    await client.ask('textDocument/hover', uri, onAddress);
    const last = 61;
    const outcomes = Array.from({ length: last - 1 }, async (_, i) => {
      const version = i + 2;
      change(client, version, version === last ? '127.0.0.1' : `10.0.0.${version}`);
      const address = version === last ? '127.0.0.1' : `10.0.0.${version}`;
      const [hover, symbols] = await Promise.allSettled([
        client.ask('textDocument/hover', uri, onAddress),
        client.ask('textDocument/documentSymbol', uri),
      ]);
      assert.ok(hover.status === 'fulfilled' && JSON.stringify(hover.value).includes(address), `hover ${version}`);
      if (version < last) assert.equal(codeOf(symbols), LSPErrorCodes.ContentModified);
      else assert.equal(symbols.status, 'fulfilled');
    });
    await Promise.all(outcomes);
    while (published.at(-1)?.version !== last) await new Promise((done) => void setImmediate(done));
    assert.ok(published.at(-1)?.diagnostics.some(({ code }) => code === 'loopback-ip'));
    // Versions that were replaced at once are not checked.
    assert.ok(published.length < last / 2, `${published.length} times`);
    await client.stop();
  });
});

describe('the queue of messages', () => {
  it('passes messages on in order, one in each turn, and lets deferred work wait', () => {
    const { queue, turns, passed } = startQueue();
    queue.defer(() => passed.push('deferred'));
    for (const method of ['a', 'b']) send(queue, passed, { method, id: method });
    turns(1);
    assert.deepEqual(passed, []);
    turns(1);
    assert.deepEqual(passed, ['a']);
    turns(2);
    assert.deepEqual(passed, ['a', 'b', 'deferred']);
  });

  it('passes messages on although others arrive in every turn, and does overdue work', () => {
    const { queue, turns, passed, wait } = startQueue();
    queue.defer(() => passed.push('deferred'));
    for (let i = 0; i < 300; i++) {
      send(queue, passed, { method: `m${i}`, id: i });
      turns(1);
    }
    assert.ok(passed.includes('m0') && !passed.includes('deferred'));
    wait(1_000);
    turns(1);
    assert.ok(passed.includes('deferred'));
  });

  it('keeps the places of requests with an effect', () => {
    const { queue, turns, passed } = startQueue();
    send(queue, passed, { method: 'textDocument/didOpen' });
    send(queue, passed, { method: 'shutdown', id: 1 });
    send(queue, passed, { method: 'textDocument/hover', id: 2 });
    send(queue, passed, { method: '$/cancelRequest', params: { id: 1 } });
    send(queue, passed, { method: '$/cancelRequest', params: { id: 2 } });
    assert.deepEqual(passed, ['$/cancelRequest', 'textDocument/hover', '$/cancelRequest']);
    turns(3);
    assert.deepEqual(passed.slice(3), ['textDocument/didOpen', 'shutdown']);
  });
});

/** A queue whose turns and time the test makes. */
function startQueue() {
  const due: (() => void)[] = [];
  let time = 0;
  const queue = messageQueue({ nextTurn: (run) => void due.push(run), now: () => time });
  const turns = (count: number): void => {
    for (let i = 0; i < count; i++) due.shift()?.();
  };
  return { queue, turns, passed: [] as string[], wait: (ms: number) => (time += ms) };
}

function send(
  { receive }: ReturnType<typeof messageQueue>,
  passed: string[],
  message: { readonly method: string; readonly id?: number | string; readonly params?: object },
): void {
  void receive({ jsonrpc: '2.0', ...message }, () => void passed.push(message.method));
}

function codeOf(outcome: PromiseSettledResult<unknown> | undefined): unknown {
  return outcome?.status === 'rejected' ? (outcome.reason as ResponseError<unknown>).code : undefined;
}
