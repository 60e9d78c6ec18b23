/** Every row of the method table over a stream: for a client that can do everything and for one that can do nothing. */
import assert from 'node:assert/strict';
import type { CodeAction, CompletionItem } from 'vscode-languageserver';
import { startClient, type Client, type ClientOptions } from './support/client.ts';
import { everyCapability } from './support/capabilities.ts';

const uri = 'file:///project/a.yaml';
const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
  annotations: { docs: https://example.com/db }
subsets:
  - addresses: &ready
      - ip: 10.0.0.1
    ports:
      - port: 5432
  - addresses: *ready
    ports:
      - { port:   0x50, name: web }
`;
const everything = { from: [0, 0], to: [13, 0] } as const;

interface Hover {
  readonly contents: { readonly kind: string; readonly value: string };
  readonly range: unknown;
}

interface Spot {
  readonly line: number;
  readonly character: number;
}

/** The place of the first character of a word. */
function at(word: string): Spot {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function range(from: readonly [number, number], to: readonly [number, number]): { start: Spot; end: Spot } {
  return { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } };
}

/** Runs the test with the sample open in a client of each kind. */
function forBoth(title: string, run: (client: Client, isAble: boolean) => Promise<void>, settings: object = {}): void {
  const clients: readonly [string, boolean, ClientOptions][] = [
    ['every capability', true, { capabilities: everyCapability, settings }],
    ['no capability', false, { initializationOptions: settings }],
  ];
  for (const [name, isAble, options] of clients) {
    it(`${title} (${name})`, async () => {
      const client = await startClient(options);
      client.open(uri, text);
      await run(client, isAble);
      assert.deepEqual(client.shown, []);
      assert.deepEqual(
        client.logged.filter(({ type }) => type === 1),
        [],
      );
      await client.stop();
    });
  }
}

describe('language server: features', () => {
  forBoth('completion and its resolve', async (client, isAble) => {
    const end = { line: 9, character: 99 };
    client.change(uri, 2, [{ range: { start: end, end }, text: '\n        pro' }]);
    const list = await client.ask<{ items: readonly CompletionItem[] }>('textDocument/completion', uri, {
      position: { line: 10, character: 11 },
    });
    const item = list.items.find(({ label }) => label === 'protocol');
    assert.ok(item);
    assert.equal(item.insertTextFormat === 2, isAble);
    assert.ok(
      list.items.every(
        ({ documentation }) =>
          documentation === undefined ||
          isAble === (typeof documentation !== 'string' && documentation.kind === 'markdown'),
      ),
    );
    const resolved: CompletionItem = await client.connection.sendRequest('completionItem/resolve', item);
    const { kind, value } = resolved.documentation as { kind: string; value: string };
    assert.equal(kind, isAble ? 'markdown' : 'plaintext');
    assert.match(value, /UDP/);
    const unknown = { label: 'x', data: { type: 'Nothing', field: 'x' } };
    assert.deepEqual(await client.connection.sendRequest('completionItem/resolve', unknown), unknown);
  });

  forBoth('hover', async (client, isAble) => {
    const answer = await client.ask<Hover>('textDocument/hover', uri, { position: at('10.0.0.1') });
    assert.deepEqual(answer.range, range([7, 12], [7, 20]));
    assert.equal(answer.contents.kind, isAble ? 'markdown' : 'plaintext');
    assert.match(
      answer.contents.value,
      isAble ? /^`10\.0\.0\.1`: IPv4, .*\[RFC 1918\]/ : /^10\.0\.0\.1: IPv4, .*RFC 1918 \(/,
    );
    assert.equal(await client.ask('textDocument/hover', uri, { position: at('- ip') }), null);
  });

  forBoth('codeAction and its resolve', async (client, isAble) => {
    const asked = { range: range([9, 9], [9, 9]), context: { diagnostics: [] } };
    const found = await client.ask<readonly CodeAction[]>('textDocument/codeAction', uri, asked);
    // A client that knows commands only is offered nothing.
    assert.equal(found.length > 0, isAble);
    if (!isAble) return;
    assert.ok(found.every(({ edit }) => edit === undefined));
    const action = found.find(({ title }) => title === 'Write out the default protocol');
    assert.ok(action);
    const { edit }: CodeAction = await client.connection.sendRequest('codeAction/resolve', action);
    const [change] = edit?.documentChanges ?? [];
    assert.ok(change && 'textDocument' in change);
    assert.deepEqual(change.textDocument, { uri, version: 1 });
    assert.match(JSON.stringify(change.edits), /protocol: TCP/);
    client.change(uri, 2, [{ text: `# changed\n${text}` }]);
    await assert.rejects(client.connection.sendRequest('codeAction/resolve', action), { code: -32801 });
  });

  forBoth('documentSymbol', async (client, isAble) => {
    type Symbols = readonly { name: string; children?: Symbols; containerName?: string }[];
    const found = await client.ask<Symbols>('textDocument/documentSymbol', uri);
    assert.equal(found[0]?.name, 'Endpoints db');
    const subset = isAble ? found[0]?.children?.find(({ name }) => name === 'subsets[0]') : undefined;
    if (isAble) assert.deepEqual(namesOf(subset?.children ?? []), ['10.0.0.1', '5432/TCP']);
    else assert.ok(found.some(({ name, containerName }) => name === '10.0.0.1' && containerName === 'subsets[0]'));
  });

  forBoth('foldingRange', async (client, isAble) => {
    type Folds = readonly { startLine: number; endLine: number; startCharacter?: number }[];
    const folds = await client.ask<Folds>('textDocument/foldingRange', uri);
    assert.ok(folds.some(({ startLine, endLine }) => startLine === 5 && endLine === 12));
    if (isAble) assert.equal(new Set(folds.map(({ startLine }) => startLine)).size, folds.length);
  });

  forBoth('selectionRange', async (client) => {
    const positions = [at('5432'), { line: 99, character: 9 }];
    const found = await client.ask<readonly { range: unknown }[]>('textDocument/selectionRange', uri, { positions });
    assert.deepEqual(found[0]?.range, range([9, 14], [9, 18]));
    assert.equal(found.length, 2);
  });

  forBoth('documentHighlight, definition and references', async (client, isAble) => {
    const [anchor, alias] = [range([6, 15], [6, 21]), range([10, 15], [10, 21])];
    const marks = await client.ask<readonly { range: unknown }[]>('textDocument/documentHighlight', uri, {
      position: at('*ready'),
    });
    assert.deepEqual(
      marks.map((mark) => mark.range),
      [anchor, alias],
    );
    const target = await client.ask('textDocument/definition', uri, { position: at('*ready') });
    const link = { originSelectionRange: alias, targetUri: uri, targetRange: anchor, targetSelectionRange: anchor };
    assert.deepEqual(target, isAble ? [link] : [{ uri, range: anchor }]);
    for (const [includeDeclaration, expected] of [
      [true, [anchor, alias]],
      [false, [alias]],
    ] as const) {
      const found = await client.ask<readonly { range: unknown }[]>('textDocument/references', uri, {
        position: at('&ready'),
        context: { includeDeclaration },
      });
      assert.deepEqual(
        found.map((each) => each.range),
        expected,
      );
    }
  });

  forBoth('semanticTokens', async (client) => {
    interface Tokens {
      readonly resultId?: string;
      readonly data: readonly number[];
    }
    const whole = await client.ask<Tokens>('textDocument/semanticTokens/full', uri);
    assert.deepEqual(whole.data.slice(0, 10), [0, 0, 10, 1, 0, 0, 12, 2, 2, 0]);
    const part = await client.ask<Tokens>('textDocument/semanticTokens/range', uri, { range: range([1, 0], [1, 99]) });
    assert.deepEqual(part.data, [1, 0, 4, 1, 0, 0, 6, 9, 0, 0]);
    const { legend } = client.initialized.capabilities.semanticTokensProvider ?? {};
    assert.deepEqual([legend?.tokenTypes[1], legend?.tokenTypes[0]], ['property', 'type']);
  });

  it('sends only what is different of the tokens to a client that takes that', async () => {
    interface Answer {
      readonly resultId: string;
      readonly data?: readonly number[];
      readonly edits?: readonly { start: number; deleteCount: number; data: readonly number[] }[];
    }
    const client = await startClient({ capabilities: everyCapability });
    const since = (previousResultId: string): Promise<Answer> =>
      client.ask<Answer>('textDocument/semanticTokens/full/delta', uri, { previousResultId });
    client.open(uri, text);
    const whole = await client.ask<Answer>('textDocument/semanticTokens/full', uri);
    assert.deepEqual(await since(whole.resultId), { resultId: whole.resultId, edits: [] });

    const start = at('10.0.0.1');
    client.change(uri, 2, [{ range: { start, end: start }, text: 'x' }]);
    const changed = await since(whole.resultId);
    const fresh = await client.ask<Answer>('textDocument/semanticTokens/full', uri);
    assert.equal(changed.data, undefined);
    assert.equal(changed.edits?.length, 1);
    const [edit = assert.fail()] = changed.edits ?? [];
    assert.deepEqual(whole.data?.toSpliced(edit.start, edit.deleteCount, ...edit.data), fresh.data);
    assert.ok(edit.data.length + edit.deleteCount < 20);
    assert.equal(fresh.resultId, changed.resultId);

    // What the client names is not what was sent last.
    const { data, edits } = await since(whole.resultId);
    assert.deepEqual([data, edits], [fresh.data, undefined]);
    assert.deepEqual((await since('of another server')).data, fresh.data);
    await client.stop();
  });

  forBoth('documentLink', async (client) => {
    const links = await client.ask<readonly { target: string; range: unknown }[]>('textDocument/documentLink', uri);
    assert.deepEqual(links[0]?.target, 'https://example.com/db');
    assert.deepEqual(links[0]?.range, range([4, 23], [4, 45]));
  });

  forBoth('inlayHint', async (client) => {
    const hints = { range: range(everything.from, everything.to) };
    assert.deepEqual(await labels(client, hints), [
      '3: namespace: default',
      '9: TCP',
      '9: postgresql',
      '12: = 80',
      '12: TCP',
      '12: http',
    ]);
    assert.deepEqual(await labels(client, { range: range([9, 0], [9, 99]) }), ['9: TCP', '9: postgresql']);
  });

  forBoth(
    'inlayHint and codeLens, as far as the settings want them',
    async (client) => {
      const hints = await labels(client, { range: range(everything.from, everything.to) });
      assert.deepEqual(hints, ['9: postgresql', '12: = 80', '12: http']);
      assert.deepEqual(await client.ask('textDocument/codeLens', uri), []);
    },
    { inlayHints: { protocol: false, namespace: false }, codeLens: false },
  );

  forBoth('codeLens', async (client) => {
    const [lens] = await client.ask<readonly { command: { title: string } }[]>('textDocument/codeLens', uri);
    assert.match(lens?.command.title ?? '', /^2 endpoints/);
  });

  forBoth('formatting and rangeFormatting', async (client) => {
    const options = { tabSize: 2, insertSpaces: true };
    const edit = { range: range([12, 0], [13, 0]), newText: '      - { port: 0x50, name: web }\n' };
    assert.deepEqual(await client.ask('textDocument/formatting', uri, { options }), [edit]);
    const within = { options, range: range([12, 3], [12, 9]) };
    assert.deepEqual(await client.ask('textDocument/rangeFormatting', uri, within), [edit]);
    assert.deepEqual(
      await client.ask('textDocument/rangeFormatting', uri, { options, range: range([0, 0], [12, 0]) }),
      [],
    );
  });
});

async function labels(client: Client, params: object): Promise<string[]> {
  const hints = await client.ask<readonly { position: Spot; label: string }[]>('textDocument/inlayHint', uri, params);
  return hints.map(({ position, label }) => `${position.line}: ${label}`);
}

function namesOf(symbols: readonly { name: string }[]): string[] {
  return symbols.map(({ name }) => name);
}
