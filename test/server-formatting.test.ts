/** Formatting over a stream: which files are formatted, and for which of them an editor learns of it. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const untidy = 'apiVersion: v1\nkind:   Endpoints\nmetadata: { name: db }\n';
const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: db }\n';
const slice = 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: db-1 }\n';
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: db }\n';
const list = (...items: readonly string[]): string =>
  `apiVersion: v1\nkind: List\nitems:\n${items.map((item) => `  - ${item.trimEnd().replaceAll('\n', '\n    ')}\n`).join('')}`;
const carried = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: db }\ndata:\n  db.yaml: |\n    ${untidy.trimEnd().replaceAll('\n', '\n    ')}\n`;

/** With the default settings, and with `formatMixed`. */
const texts: readonly (readonly [what: string, text: string, isOwn: boolean, isMixed: boolean])[] = [
  ['Endpoints', untidy, true, true],
  [
    'a Service, Endpoints, slices and comments',
    `# a\n---\n${service}---\n${untidy}---\n${slice}---\n# z\n`,
    true,
    true,
  ],
  ['a List of ours', list(untidy, service), true, true],
  ['JSON', JSON.stringify({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'db' } }), true, true],
  ['Endpoints and a Deployment', `${untidy}---\n${deployment}`, false, true],
  ['Endpoints and something without a kind', `${untidy}---\na:   b\n`, false, true],
  ['a List with another object', list(untidy, deployment), false, true],
  ['a ConfigMap with Endpoints', carried, false, true],
  ['a program', 'name: p\nruntime: yaml\nresources:\n  a:   { type: "kubernetes:core/v1:Endpoints" }\n', false, true],
  ['a Service alone', service.replace('kind: ', 'kind:   '), false, false],
  ['a Deployment alone', deployment.replace('kind: ', 'kind:   '), false, false],
  ['a template', untidy.replace('db', '"{{ .Values.name }}"'), false, false],
];

describe('language server: formatting', () => {
  for (const [what, text, isOwn, isMixed] of texts)
    it(`of ${what}: ${isOwn ? 'by default' : isMixed ? 'only on request' : 'never'}`, async () => {
      for (const [settings, isFormatted] of [
        [{}, isOwn],
        [{ formatMixed: true }, isMixed],
        [{ format: false, formatMixed: true }, false],
      ] as const) {
        const client = await startClient({ capabilities: everyCapability, settings });
        client.open(uri, text);
        assert.equal((await format(client)) !== null, isFormatted, JSON.stringify(settings));
        await client.pull(uri);
        assert.equal(registered(client).length > 0, isFormatted, JSON.stringify(settings));
        assert.deepEqual([client.shown, client.logged], [[], []]);
        await client.stop();
      }
    });

  it('is announced at once to a client that cannot be told later, and answers for no other file', async () => {
    const client = await startClient();
    const { documentFormattingProvider, documentRangeFormattingProvider } = client.initialized.capabilities;
    assert.ok(documentFormattingProvider && documentRangeFormattingProvider);
    client.open(uri, `${untidy}---\n${deployment}`);
    assert.equal(await format(client), null);
    client.change(uri, 2, [{ text: untidy }]);
    assert.equal((await format(client))?.length, 1);
    assert.deepEqual(client.asked, []);
    await client.stop();
  });

  it('is registered for exactly the open files that are formatted', async () => {
    const client = await startClient({ capabilities: everyCapability });
    assert.equal(client.initialized.capabilities.documentFormattingProvider, undefined);
    const other = 'file:///project/other.yaml';
    client.open(uri, untidy);
    client.open(other, `${untidy}---\n${deployment}`);
    await client.pull(uri);
    await client.pull(other);
    assert.deepEqual(registered(client), [uri]);
    assert.deepEqual(client.asked.find(isOfFormatting)?.params, {
      registrations: ['formatting', 'rangeFormatting'].map((kind) => ({
        id: `endpoints-${kind} ${uri}`,
        method: `textDocument/${kind}`,
        registerOptions: { documentSelector: [{ scheme: 'file', pattern: '/project/a.yaml' }] },
      })),
    });
    client.change(uri, 2, [{ text: `${untidy}---\n${deployment}` }]);
    client.change(other, 2, [{ text: untidy }]);
    await client.pull(uri);
    await client.pull(other);
    assert.deepEqual(registered(client), [other]);
    // While a mistake is typed, nothing changes.
    client.change(other, 3, [{ text: untidy.replace('db }', 'db') }]);
    await client.pull(other);
    assert.deepEqual(registered(client), [other]);
    await configure(client, { formatMixed: true });
    assert.deepEqual(registered(client), [other, uri]);
    await configure(client, { format: false });
    assert.deepEqual(registered(client), []);
    await configure(client, {});
    assert.deepEqual(registered(client), [other]);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: other } });
    await client.pull(uri);
    assert.deepEqual(registered(client), []);
    await client.stop();
  });

  it('is registered for a long text when it is opened, and looks at what it holds only to answer', async () => {
    const client = await startClient({ capabilities: everyCapability });
    const long = `${untidy}# ${'x'.repeat(60_000)}\n`;
    client.open(uri, long);
    await client.pull(uri);
    client.change(uri, 2, [{ text: `${long}---\n${deployment}` }]);
    await client.pull(uri);
    assert.deepEqual(registered(client), [uri]);
    assert.equal(await format(client), null);
    await client.stop();
  });

  for (const [opened, selector] of [
    ['untitled:Untitled-1', { scheme: 'untitled', pattern: 'Untitled-1' }],
    ['file:///c%3A/a%20b/%7Bx%7D%5B1%5D.yaml', { scheme: 'file', pattern: 'c:/a b/?x??1?.yaml' }],
    ['file://host/share/a.yaml', { scheme: 'file', pattern: '//host/share/a.yaml' }],
    ['vscode-vfs://github/owner/repo/a.yaml', { scheme: 'vscode-vfs', pattern: '/owner/repo/a.yaml' }],
  ] as const)
    it(`names ${opened} in a pattern`, async () => {
      const client = await startClient({ capabilities: everyCapability });
      client.open(opened, untidy);
      await client.pull(opened);
      const { params } = client.asked.find(isOfFormatting) ?? {};
      const [first] = (params as Registrations).registrations;
      assert.deepEqual(first?.registerOptions.documentSelector, [selector]);
      await client.stop();
    });
});

interface Registrations {
  readonly registrations: readonly { id: string; registerOptions: { documentSelector: readonly unknown[] } }[];
}

function isOfFormatting({ method, params }: { readonly method: string; readonly params: unknown }): boolean {
  return method === 'client/registerCapability' && JSON.stringify(params).includes('textDocument/formatting');
}

function format(client: Client): Promise<readonly object[] | null> {
  return client.ask('textDocument/formatting', uri, { options: { tabSize: 2, insertSpaces: true } });
}

/** The files for which formatting is registered, in that order. */
function registered({ asked }: Client): readonly string[] {
  const uris = new Set<string>();
  for (const { method, params } of asked) {
    if (!method.endsWith('egisterCapability')) continue;
    const { registrations, unregisterations } = params as {
      registrations?: readonly { id: string }[];
      unregisterations?: readonly { id: string }[];
    };
    const list = method.startsWith('client/register') ? registrations : unregisterations;
    for (const { id } of list ?? []) {
      const [, own] = /^endpoints-formatting (.*)$/.exec(id) ?? [];
      if (own === undefined) continue;
      if (list === registrations) uris.add(own);
      else uris.delete(own);
    }
  }
  return [...uris];
}

async function configure(client: Client, endpoints: object): Promise<void> {
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: { endpoints } });
  // Only a request that waits for the settings shows that they have arrived.
  await client.ask('textDocument/codeLens', uri);
}
