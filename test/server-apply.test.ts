/** What server-side apply makes of an object, over a stream: the document and its refresh, and the command. */
import assert from 'node:assert/strict';
import { atFirst, live, liveUri, opening, program, run, uri } from './support/apply-documents.ts';
import { startClient, type Client } from './support/client.ts';
import { until } from './support/workspace-session.ts';

const expected = `# Endpoints shop/orders-db after all applies, Kubernetes 1.36
#
# 1. Patch "labels" (Pulumi.yaml:8) is applied as field
#    manager team-a and sets label app and label ip.`;

describe('language server: what server-side apply makes of an object', () => {
  it('is a document that the client opens and asks for, in whichever spelling of its address', async () => {
    const both = await opening();
    const { client, opened } = both;
    client.open(uri, program);
    const address = await addressAt(both, uri, atFirst);
    assert.match(address, /^endpoints-apply:\/orders-db%3A%20result%20of%20server-side%20apply\.yaml\?/);
    assert.equal(opened[0]?.takeFocus, true);
    const text = await content(client, address);
    assert.ok(text.startsWith(expected), text);
    assert.match(text, /app: orders +# CONFLICT with patch "tier" .*; team-a/);
    assert.match(text, /ip: "\$\{db\.ip\}" +# team-a/);
    assert.match(text, /CONFLICT with patch "tier" \(Pulumi\.yaml:16\)/);
    const [scheme, query = ''] = address.split('?');
    // VS Code encodes less of a path and more of a query.
    const respelled = `${scheme}?${encodeURIComponent(decodeURIComponent(query)).replace(/[!'()*]/g, encodeURI)}`;
    assert.equal(await content(client, respelled), text);
    await client.stop();
  });

  it('is refreshed after a change that it shows, even one of lines, and not after any other', async () => {
    const asked: string[] = [];
    let wasAsked = (): void => {};
    const both = await opening({
      answers: {
        'workspace/textDocumentContent/refresh': (params) => {
          asked.push((params as { readonly uri: string }).uri);
          wasAsked();
          return null;
        },
      },
    });
    const { client } = both;
    const next = (): Promise<void> => new Promise((done) => (wasAsked = done));
    client.open(uri, program);
    client.open(liveUri, live);
    const address = await addressAt(both, uri, atFirst);
    const other = await addressAt(both, liveUri, atFirst);
    await content(client, address);
    await content(client, other);
    const first = next();
    client.change(liveUri, 2, [{ text: `${live}# below\n` }]);
    client.change(uri, 2, [{ text: program.replace('app: orders', 'app: carts') }]);
    await client.pull(uri);
    await first;
    assert.deepEqual(asked, [address]);
    assert.match(await content(client, address), /app: carts +# CONFLICT with patch "tier" .*; team-a/);
    const second = next();
    client.change(uri, 3, [{ text: `# above\n${program}` }]);
    await second;
    assert.match(await content(client, address), /Patch "labels" \(Pulumi\.yaml:9\)/);
    const third = next();
    client.change(liveUri, 3, [{ text: live.replace('10.0.0.1', '10.0.0.2') }]);
    await client.pull(liveUri);
    await third;
    assert.deepEqual(asked, [address, address, other]);
    await client.stop();
  });

  it('is not refreshed for who has not asked for its text', async () => {
    const both = await opening();
    const { client } = both;
    client.open(liveUri, live);
    client.open(uri, program);
    await addressAt(both, liveUri, atFirst);
    const address = await addressAt(both, uri, atFirst);
    await content(client, address);
    client.change(liveUri, 2, [{ text: live.replace('10.0.0.1', '10.0.0.2') }]);
    client.change(uri, 2, [{ text: program.replace('app: orders', 'app: carts') }]);
    await client.pull(liveUri);
    await until(() => refreshed(client).length > 0);
    assert.deepEqual(refreshed(client), [{ uri: address }]);
    await client.stop();
  });

  it('follows the version of Kubernetes', async () => {
    let wasAsked = (): void => {};
    const both = await opening({
      answers: { 'workspace/textDocumentContent/refresh': () => (wasAsked(), null) },
    });
    const { client } = both;
    client.open(liveUri, live);
    const address = await addressAt(both, liveUri, atFirst);
    await content(client, address);
    const asked = new Promise<void>((done) => (wasAsked = done));
    const settings = { endpoints: { kubernetesVersion: '1.30' } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await asked;
    assert.match(await content(client, address), /Kubernetes 1\.30\n/);
    await client.stop();
  });

  it('says why where it cannot be told, and when the object is gone', async () => {
    const both = await opening();
    const { client } = both;
    client.open(uri, program.replace('labels: { app: orders, ip: "${db.ip}" }', 'labels: "${db.labels}"'));
    const address = await addressAt(both, uri, atFirst);
    const text = await content(client, address);
    assert.match(
      text,
      /^# Endpoints shop\/orders-db: the result of its applies cannot\n# be known\.\n#\n# It is unknown which fields/,
    );
    assert.match(text, /Pulumi\.yaml:8\.\n$/);
    client.change(uri, 2, [{ text: 'name: shop\nruntime: yaml\n' }]);
    assert.equal(await content(client, address), '# Pulumi.yaml no longer contains this object.\n');
    client.open(liveUri, live.replace('f:subsets', 'x:subsets'));
    const broken = await content(client, await addressAt(both, liveUri, atFirst));
    assert.match(
      broken.replace(/\n# +/g, ' '),
      /\(live\.yaml:10\) cannot be used: .*"x:subsets" is not a key of a field set/,
    );
    assert.doesNotMatch(broken, /^[^#]/m);
    await client.stop();
  });

  it('is not checked itself, where a client hands it back', async () => {
    const both = await opening();
    const { client } = both;
    client.open(liveUri, live);
    const address = await addressAt(both, liveUri, atFirst);
    client.open(address, await content(client, address));
    assert.deepEqual(await client.pull(address), []);
    assert.equal(await client.ask('textDocument/hover', address, { position: atFirst }), null);
    await client.stop();
  });

  it('is the answer of the command for a client that opens no such document', async () => {
    const client = await startClient();
    assert.deepEqual(client.initialized.capabilities.executeCommandProvider, {
      commands: [
        'endpoints.showApply',
        'endpoints.showSlices',
        'endpoints.showTraffic',
        'endpoints.showBuilt',
        'endpoints.useOverlay',
        'endpoints.tellConversion',
        'endpoints.convertWorkspace',
        'endpoints.showConversion',
      ],
    });
    client.open(liveUri, live);
    // The only one of the file is meant wherever the cursor is.
    const text = await run(client, { uri: liveUri, position: { line: 99, character: 0 } });
    assert.match(String(text), /ip: 10\.0\.0\.1 +# team-a, ready/);
    await client.stop();
  });

  it('is refused in a sentence', async () => {
    const { client } = await opening();
    client.open(uri, program);
    await assert.rejects(
      run(client, { uri, position: { line: 0, character: 0 } }),
      /There is no Endpoints, EndpointSlice or patch/,
    );
    await assert.rejects(run(client, { uri }), /params\.arguments\[0\]\.position must be an object/);
    await assert.rejects(run(client, {}, 'other'), /There is no command "other"/);
    const send = (...params: readonly object[]): Promise<unknown> =>
      client.connection.sendRequest('workspace/executeCommand', ...params);
    await assert.rejects(send(), /params must be an object, but is missing or an empty list\./);
    await assert.rejects(
      send({ command: 'endpoints.showApply', arguments: { uri } }),
      /params\.arguments must be a list, but is \{/,
    );
    for (const address of [
      'file:///a.yaml',
      'endpoints-apply:/a.yaml',
      'endpoints-apply:/a?%',
      'endpoints-apply:/a?[1]',
    ])
      await assert.rejects(content(client, address), /must be a URI that this server created/);
    await client.stop();
  });
});

async function content(client: Client, address: string): Promise<string> {
  const { text }: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', {
    uri: address,
  });
  return text;
}

/** The address of the document for a place. */
async function addressAt(
  { client, opened }: Awaited<ReturnType<typeof opening>>,
  of: string,
  position: object,
): Promise<string> {
  assert.equal(await run(client, { uri: of, position }), null);
  return opened.at(-1)?.uri ?? '';
}

function refreshed(client: Client): readonly unknown[] {
  const own = client.asked.filter(({ method }) => method === 'workspace/textDocumentContent/refresh');
  return own.map(({ params }) => params);
}
