/** What a client does wrong, and too much, and too late: the right error or an empty answer, and the server lives. */
import assert from 'node:assert/strict';
import { CancellationTokenSource, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { handlers } from '../server/src/lsp/requests/handlers.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const text =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: 10.0.0.1\n  ports:\n  - port: 80\n';
const onAddress = { position: { line: 6, character: 10 } };
const textRows = handlers.filter((row) => row.about === 'text');

/** Parameters that every method understands. */
function everyParam(line: number, character: number): object {
  const place = { line, character };
  return {
    position: place,
    positions: [place],
    range: { start: place, end: { line: line + 3, character: character + 3 } },
    context: { diagnostics: [], includeDeclaration: true },
    options: { tabSize: 2, insertSpaces: true },
    newName: '10.9.8.7',
    language: 'go',
    text: 'x',
  };
}

describe('language server: bad input', () => {
  let client: Client;
  before(async () => {
    client = await startClient({ capabilities: everyCapability, settings: { format: true } });
    client.open(uri, text);
  });
  after(async () => {
    const bugs = client.logged.filter(({ message }) => message.includes('Internal error'));
    await client.stop();
    assert.deepEqual(bugs, []);
  });

  for (const row of textRows) {
    it(`${row.method}: a text that is closed or was never open has an empty answer`, async () => {
      const closed = 'file:///project/closed.yaml';
      client.open(closed, text);
      await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: closed } });
      for (const each of [closed, 'file:///nowhere.yaml', 'untitled:Untitled-1', 'not a URI %%%']) {
        assert.deepEqual(await client.ask(row.method, each, everyParam(6, 10)), row.empty);
      }
    });

    it(`${row.method}: a place outside of the text is the nearest one inside`, async () => {
      for (const [line, character] of [
        [6, 1_000],
        [1_000, 0],
        [2 ** 31 - 1, 2 ** 31 - 1],
        [Number.MAX_SAFE_INTEGER - 3, Number.MAX_SAFE_INTEGER - 3],
      ] as const) {
        const answer = await client.ask(row.method, uri, everyParam(line, character));
        for (const place of placesIn(answer))
          assert.ok(place.line <= 9 && place.character <= 40, JSON.stringify(place));
      }
    });

    it(`${row.method}: malformed parameters are refused with a sentence`, async () => {
      const sendRequest = (method: string, ...rest: readonly unknown[]): Promise<unknown> =>
        rest.length === 0 ? client.connection.sendRequest(method) : client.connection.sendRequest(method, rest[0]);
      for (const params of [
        undefined,
        null,
        'x',
        5,
        [],
        ['x'],
        {},
        { textDocument: uri },
        { textDocument: { uri: 5 } },
      ]) {
        await refused(params === undefined ? sendRequest(row.method) : sendRequest(row.method, params), /^params/);
      }
      if (!row.isPlaced) return;
      const wrong = [-1, 0.5, 1e300, null, '3', undefined, {}];
      for (const each of wrong) {
        const place = { line: each, character: 0 };
        for (const bad of [place, { line: 0, character: each }, each]) {
          const params = { position: bad, positions: [bad], range: { start: place, end: bad }, options: {} };
          await refused(client.ask(row.method, uri, params), /^params\.\S+ must be (a|an) .*, but is .+\.$/);
        }
      }
    });
  }

  it('refuses malformed items to resolve, and gives back those that are not its own', async () => {
    for (const { method } of handlers.filter((row) => /resolve$/i.test(row.method))) {
      for (const params of [null, 5, [], {}]) await refused(client.connection.sendRequest(method, params), /^params/);
      const foreign = { label: 'x', title: 'x', name: 'x', kind: 'quickfix', data: { service: 5, uri: 7 } };
      const answer = await client.connection.sendRequest<{ title: string }>(method, foreign);
      assert.equal(answer.title, 'x');
    }
  });

  it('lives on after malformed notifications', async () => {
    const send = async (method: string, params: unknown): Promise<void> =>
      client.connection.sendNotification(method, params);
    for (const params of [null, 5, {}, { textDocument: {} }, { textDocument: { uri } }]) {
      for (const what of ['didOpen', 'didChange', 'didClose']) {
        // Closing a text that has a name is no mistake.
        if (what !== 'didClose' || JSON.stringify(params) !== JSON.stringify({ textDocument: { uri } }))
          await send(`textDocument/${what}`, params);
      }
    }
    const range = { start: { line: -1, character: 0 }, end: { line: 0, character: 0.5 } };
    await send('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ range, text: 'x' }] });
    await send('workspace/didChangeConfiguration', null);
    await send('workspace/didChangeWatchedFiles', 5);
    await send('$/setTrace', { value: 7 });
    await send('$/cancelRequest', { id: 'none' });
    client.open(uri, text);
    const symbols = await client.ask<readonly { name: string }[]>('textDocument/documentSymbol', uri);
    assert.equal(symbols[0]?.name, 'Endpoints db');
  });

  it('says that it does not know a method', async () => {
    await assert.rejects(client.ask('textDocument/moniker', uri), { code: ErrorCodes.MethodNotFound });
  });
});

describe('language server: requests that come to nothing', () => {
  it('answers InternalError for a bug, logs it with the method, and goes on', async () => {
    const client = await startClient({
      host: {
        pageUri: () => {
          throw new Error('the disk is on fire');
        },
      },
    });
    client.open(uri, text);
    const key = { position: { line: 6, character: 5 } };
    await assert.rejects(client.ask('textDocument/hover', uri, key), {
      code: ErrorCodes.InternalError,
      message: /^textDocument\/hover failed with an internal error: .*the disk is on fire$/,
    });
    assert.ok(
      client.logged.some(({ message }) =>
        /^Internal error in textDocument\/hover: .*the disk is on fire/.test(message),
      ),
    );
    assert.ok(await client.ask('textDocument/hover', uri, onAddress));
    await client.stop();
  });

  it('drops what is cancelled', async () => {
    const client = await startClient();
    client.open(uri, text);
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, ...everyParam(6, 10) };
    const answer = client.connection.sendRequest('textDocument/hover', params, source.token);
    source.cancel();
    await assert.rejects(answer, { code: LSPErrorCodes.RequestCancelled });
    assert.ok(await client.connection.sendRequest('textDocument/hover', params));
    await client.stop();
  });

  it('drops what is out of date, and waits for the settings with what is about a text', async () => {
    let settle: (text: string) => void = () => {};
    const settings = new Promise<string>((done) => {
      settle = done;
    });
    const readFile = (file: string): Promise<string | undefined> =>
      file.endsWith('endpoints.config.yaml') ? settings : Promise.resolve(undefined);
    const client = await startClient({ host: { readFile } });
    client.open(uri, text);
    const hover = client.ask('textDocument/hover', uri, onAddress);
    const lenses = client.ask<readonly unknown[]>('textDocument/codeLens', uri);
    const outdated = assert.rejects(hover, { code: LSPErrorCodes.ContentModified });
    // An answer that needs no settings tells that the requests before it have arrived.
    await client.connection.sendRequest('completionItem/resolve', { label: 'port' });
    client.change(uri, 2, [{ text: `# changed\n${text}` }]);
    await client.connection.sendRequest('completionItem/resolve', { label: 'port' });
    settle('codeLens: false\n');
    await outdated;
    // What names no place is answered for the text as it is now.
    assert.deepEqual(await lenses, []);
    await client.stop();
  });

  it('refuses everything before it is initialized', async () => {
    const client = await startClient({
      early: async (connection) => {
        const params = { textDocument: { uri }, ...everyParam(6, 10) };
        for (const { method } of handlers) {
          const code = ErrorCodes.ServerNotInitialized;
          await assert.rejects(connection.sendRequest(method, params), { code });
        }
        await assert.rejects(connection.sendRequest('shutdown'), { code: ErrorCodes.ServerNotInitialized });
      },
    });
    client.open(uri, text);
    assert.ok(await client.ask('textDocument/hover', uri, onAddress));
    const again = client.connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
    await assert.rejects(again, { code: ErrorCodes.InvalidRequest });
    await client.stop();
  });

  it('refuses everything after the shutdown', async () => {
    const client = await startClient();
    client.open(uri, text);
    await client.connection.sendRequest('shutdown');
    for (const { method } of handlers) {
      await assert.rejects(client.ask(method, uri, everyParam(6, 10)), { code: ErrorCodes.InvalidRequest });
    }
    client.connection.dispose();
  });

  it('tells of each request in the trace that is asked for', async () => {
    const client = await startClient({ trace: 'verbose' });
    client.open(uri, text);
    await client.ask('textDocument/hover', uri, onAddress);
    await client.connection.sendNotification('$/setTrace', { value: 'messages' });
    await assert.rejects(client.ask('textDocument/hover', uri, { position: 5 }));
    await client.connection.sendNotification('$/setTrace', { value: 'off' });
    await client.ask('textDocument/hover', uri, onAddress);
    const traces = client.noticed.map(({ params }) => params as { message: string; verbose?: string });
    assert.equal(traces.length, 2);
    assert.match(traces[0]?.message ?? '', /^textDocument\/hover answered in \d+\.\d ms$/);
    assert.match(traces[0]?.verbose ?? '', /"line":6/);
    assert.match(
      traces[1]?.message ?? '',
      /^textDocument\/hover rejected \(params\.position must be an object, but is 5\.\) in/,
    );
    assert.equal(traces[1]?.verbose, undefined);
    await client.stop();
  });
});

async function refused(answer: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await answer.then(
    (result) => assert.fail(`answered ${JSON.stringify(result)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ResponseError, String(error));
  assert.equal(error.code, ErrorCodes.InvalidParams, error.message);
  assert.match(error.message, message);
}

function placesIn(answer: unknown): { line: number; character: number }[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('line' in answer && 'character' in answer) return [answer as { line: number; character: number }];
  return Object.values(answer).flatMap(placesIn);
}
