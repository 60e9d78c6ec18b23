/** Long texts in the server: whatever is typed into them, what is found is what a server finds that opens the text now. */
import assert from 'node:assert/strict';
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { readFile } from '../server/src/frontends/frontends.ts';
import { lineStarts, positionAt } from '../server/src/text/line-index.ts';
import { startClient, type Client } from './support/client.ts';
import { edited, editOf, listOf, objectAt, randomFrom, streamOf, type TextEdit } from './support/long-texts.ts';

const uri = 'file:///long.yaml';
const pulling = { textDocument: { diagnostic: { relatedInformation: true } } };
const patch = `apiVersion: v1\nkind: EndpointsPatch\nmetadata:\n  name: service-30\nsubsets: []\n`;

const texts: Readonly<Record<string, string>> = {
  'a stream': streamOf(220),
  'a stream with a patch': `${streamOf(200)}---\n${patch}`,
  'a long stream': streamOf(800),
  'a List': listOf(250, 0),
};

describe('long texts in the server', () => {
  for (const [name, base] of Object.entries(texts)) {
    it(`have the findings of a text that is opened now: ${name}`, async function () {
      this.timeout(120_000);
      const [client, fresh] = [
        await startClient({ capabilities: pulling }),
        await startClient({ capabilities: pulling }),
      ];
      const random = randomFrom(base.length);
      let text = base;
      client.open(uri, text);
      assert.ok((await client.pull(uri)).length > 50);
      for (let version = 2; version < 22; version++) {
        const starts = readFile('a.yaml', text, { isPartial: false, isByItem: true }).parts.map(({ start }) => start);
        const edits = Array.from({ length: 1 + random(2) }, () => editOf(text, starts, random));
        const changes = edits.map((edit) => {
          const change = changeOf(text, edit);
          text = edited(text, edit);
          return change;
        });
        client.change(uri, version, changes);
        assert.deepEqual(await client.pull(uri), await openedNow(fresh, text), JSON.stringify(edits));
        if (version % 5 === 0) client.change(uri, version, [{ text: (text = base) }]);
      }
      await client.stop();
      await fresh.stop();
    });
  }

  it('show the most severe findings where there are thousands, and say so', async () => {
    const client = await startClient();
    const wrong = objectAt(3).replace('10.0.0.3', '127.0.0.1');
    const twice = '      - name: again\n        port: 8080\n';
    const objects = Array.from(
      { length: 1_150 },
      (_, n) => objectAt(3).replaceAll('service-3', `service-${n}`) + twice,
    );
    client.open(uri, [...objects, wrong.replaceAll('service-3', 'service-wrong')].join('---\n'));
    const found = await whole(client, ({ length }) => length > 101);
    assert.deepEqual(
      found.filter(({ severity }) => severity === 1).map(({ code }) => code),
      ['loopback-ip'],
    );
    assert.equal(found.filter(({ code }) => code === 'duplicate-port').length, 100);
    assert.equal(
      found[0]?.message,
      '101 of the 1,152 findings of this file are shown, the most severe first. Run "endpoints check" to see them all.',
    );
    await client.stop();
  });

  it('show no more than a thousand errors', async () => {
    const client = await startClient();
    const addresses = Array.from({ length: 1_200 }, (_, n) => `      - ip: 127.0.${n >> 8}.${n & 255}\n`);
    const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\nsubsets:\n  - addresses:\n';
    client.open(uri, `${head}${addresses.join('')}    ports:\n      - port: 80\n`);
    const found = await client.pushed(uri);
    assert.equal(found.filter(({ code }) => code === 'loopback-ip').length, 1_000);
    await client.stop();
  });

  it('offer in a List of many items what they offer in a short one', async () => {
    const [long, short] = await Promise.all([12, 250].map((count) => actionsIn(listOf(count, 0))));
    assert.deepEqual(short, long);
    assert.ok(long?.some(({ title, isDone }) => title === 'Convert to EndpointSlice and keep the Endpoints' && isDone));
  });

  it('are folded in no more places than the client takes, the outermost first', async () => {
    const foldingRange = { lineFoldingOnly: true, rangeLimit: 500 };
    const client = await startClient({ capabilities: { textDocument: { foldingRange } } });
    client.open(uri, streamOf(100));
    const folds = await client.ask<readonly { startLine: number }[]>('textDocument/foldingRange', uri);
    const first = lineStarts(streamOf(100)).length;
    assert.ok(folds.length >= 100 && folds.length <= 500, `${folds.length} folds`);
    assert.ok((folds.at(-1)?.startLine ?? 0) > first * 0.95);
    await client.stop();
  });

  it('show what is found at their start before the rest is read', async () => {
    const client = await startClient();
    const text = streamOf(900);
    client.open(uri, text);
    const first = await client.pushed(uri);
    const all = await client.pushed(uri);
    assert.ok(first.length > 10 && first.length < all.length, `${first.length} of ${all.length}`);
    const last = first.at(-1)?.range.end.line ?? Infinity;
    assert.ok(last < positionAt(lineStarts(text), 110_000).line, `line ${last}`);
    await client.stop();
  });

  it('have the findings of their newest version, whatever was begun before', async () => {
    const client = await startClient();
    const text = streamOf(900);
    client.open(uri, text);
    client.change(uri, 2, [{ text: objectAt(11) }]);
    const found = await whole(client, ({ length }) => length === 2);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['deprecated-endpoints', 'loopback-ip'],
    );
    await client.stop();
  });
});

/** Of the text as it is sent first, a part may come before. */
async function whole(
  client: Client,
  isWhole: (found: readonly Diagnostic[]) => boolean,
): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = await client.pushed(uri);
    if (isWhole(found)) return found;
  }
}

function changeOf(text: string, { start, end, written }: TextEdit): object {
  const starts = lineStarts(text);
  return { range: { start: positionAt(starts, start), end: positionAt(starts, end) }, text: written };
}

async function openedNow(fresh: Client, text: string): Promise<readonly Diagnostic[]> {
  fresh.open(uri, text);
  const found = await fresh.pull(uri);
  await fresh.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  return found;
}

/** What can be done with the sixth object, and whether an edit comes of it. */
async function actionsIn(text: string): Promise<readonly { readonly title: string; readonly isDone: boolean }[]> {
  const codeAction = {
    codeActionLiteralSupport: { codeActionKind: { valueSet: [''] } },
    dataSupport: true,
    resolveSupport: { properties: ['edit'] },
  };
  const capabilities = { workspace: { workspaceEdit: { documentChanges: true } }, textDocument: { codeAction } };
  const client = await startClient({ capabilities });
  client.open(uri, text);
  const at = positionAt(lineStarts(text), text.indexOf('host-6\n') + 2);
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
  const resolved = await Promise.all(
    actions.map((action) => client.connection.sendRequest<CodeAction>('codeAction/resolve', action)),
  );
  await client.stop();
  return resolved.map(({ title, edit }) => ({ title, isDone: edit !== undefined }));
}
