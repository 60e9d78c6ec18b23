/** Code actions over a stream: what a client can take decides on what it is sent. */
import assert from 'node:assert/strict';
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 10.0.0.2
      - ip: 10.0.0.1
    ports:
      - {port: 80, protocol: tcp}
      - {port: 81, protocol: udp, name: dns}
`;
const literals = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, isPreferredSupport: true };
const late = { ...literals, dataSupport: true, resolveSupport: { properties: ['edit'] } };
const protocol = { start: { line: 9, character: 29 }, end: { line: 9, character: 29 } };

describe('code actions', () => {
  it('come with their edits for a client that cannot resolve them', async () => {
    const client = await start(literals);
    const actions = await ask(client, protocol, {});
    assert.ok(
      actions.length > 0 && actions.every(({ data, edit }) => data === undefined && edit?.changes?.[uri]?.length),
    );
    const fix = actions.find(({ title }) => title === 'Replace with "TCP"');
    assert.equal(fix?.isPreferred, true);
    const range = { start: { line: 9, character: 29 }, end: { line: 9, character: 32 } };
    assert.deepEqual(fix?.edit?.changes?.[uri], [{ range, newText: 'TCP' }]);
    await client.stop();
  });

  it('are proven for the list only as far as nobody has to wait for long', async () => {
    const long = text.replace(
      '      - ip: 10.0.0.1\n',
      Array.from(
        { length: 1500 },
        (_, n) => `      - ip: 10.1.${n >> 8}.${n & 255}\n        hostname: host-${n}\n`,
      ).join(''),
    );
    const address = { start: { line: 7, character: 14 }, end: { line: 7, character: 14 } };
    const offered = async (capabilities: object): Promise<readonly CodeAction[]> => {
      const client = await start({ ...capabilities, disabledSupport: true });
      client.change(uri, 2, [{ text: long }]);
      const actions = await ask(client, address, {});
      await client.stop();
      return actions;
    };
    const isMove = ({ title }: CodeAction): boolean => title.startsWith('Convert');
    // Who cannot resolve gets what is proven soon, and is told where the rest can be had.
    const now = await offered(literals);
    assert.deepEqual(
      now
        .filter(isMove)
        .map(({ edit, disabled }) => [edit, disabled?.reason.includes('Run "endpoints convert" instead.')]),
      [
        [undefined, true],
        [undefined, true],
      ],
    );
    const others = now.filter((action) => !isMove(action));
    assert.ok(others.length > 0 && others.every(({ edit }) => edit?.changes?.[uri]?.length));
    // Who can, gets the same, and the edits later.
    const later = await offered(late);
    assert.deepEqual(
      later.map(({ title }) => title),
      now.map(({ title }) => title),
    );
    assert.ok(later.every(({ edit, disabled, data }) => edit === undefined && disabled === undefined && data));
  });

  it('are those of the kinds that are asked for, source actions only then', async () => {
    const client = await start(late);
    const kinds = async (only?: string[]): Promise<string[]> => {
      const actions = await ask(client, protocol, only ? { only } : {});
      return [...new Set(actions.map(({ kind }) => kind ?? ''))].sort();
    };
    assert.deepEqual(await kinds(), ['quickfix', 'refactor.rewrite']);
    assert.deepEqual(await kinds(['refactor']), ['refactor.rewrite']);
    assert.deepEqual(await kinds(['source']), ['source.fixAll.endpoints']);
    assert.deepEqual(await kinds(['source.fixAll']), ['source.fixAll.endpoints']);
    assert.deepEqual(await kinds(['source.organizeImports']), []);
    assert.deepEqual(await kinds(['quickfi']), []);
    await client.stop();
  });

  it('fix everything that is safe', async () => {
    const client = await start(late);
    const [action] = await ask(client, protocol, { only: ['source.fixAll'] });
    const { edit }: CodeAction = await client.connection.sendRequest('codeAction/resolve', action);
    const edits = edit?.changes?.[uri] ?? [];
    assert.deepEqual(
      edits.flatMap(({ newText }) => newText.match(/TCP|UDP/g)),
      ['TCP', 'UDP'],
    );
    await client.stop();
  });

  it('carry the diagnostic as the client has it', async () => {
    const client = await start(late);
    const diagnostics = await client.pull(uri);
    const shown = diagnostics.find(({ code }) => code === 'unknown-protocol') as Diagnostic;
    const [fix] = await ask(client, protocol, { diagnostics: [{ ...shown, data: 'of the client' }] });
    assert.deepEqual(fix?.diagnostics, [{ ...shown, data: 'of the client' }]);
    const [other] = await ask(client, protocol, {});
    assert.deepEqual(other?.diagnostics, [shown]);
    await client.stop();
  });

  it('are refused when the text is another one, and left alone when they are not of this server', async () => {
    const client = await start(late);
    const [action] = await ask(client, protocol, {});
    const data = action?.data as object;
    for (const foreign of [null, 1, {}, { ...data, span: {} }]) {
      const other = { ...action, data: foreign };
      assert.deepEqual(await client.connection.sendRequest('codeAction/resolve', other), other);
    }
    const wrong = { ...action, data: { ...data, id: 999 } };
    await assert.rejects(client.connection.sendRequest('codeAction/resolve', wrong), { code: -32801 });
    client.change(uri, 2, [{ text: `${text}\n` }]);
    await assert.rejects(client.connection.sendRequest('codeAction/resolve', action), { code: -32801 });
    await client.stop();
  });
});

async function start(codeAction: object): Promise<Client> {
  const client = await startClient({ capabilities: { textDocument: { codeAction, diagnostic: {} } } });
  client.open(uri, text);
  return client;
}

function ask(client: Client, range: unknown, context: object): Promise<CodeAction[]> {
  const params = { textDocument: { uri }, range, context: { diagnostics: [], ...context } };
  return client.connection.sendRequest('textDocument/codeAction', params);
}
