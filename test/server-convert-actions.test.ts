/** Converting a resource in an editor, over a stream: what is offered and when, its edits, and what is told after them. */
import assert from 'node:assert/strict';
import type { CodeAction, Diagnostic, TextDocumentEdit } from 'vscode-languageserver';
import { readFile } from '../server/src/frontends/frontends.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client, type ClientOptions } from './support/client.ts';
import { afterEdit, endpoints, role, roleUri, slice, uri } from './support/conversions.ts';
import { until } from './support/workspace-session.ts';

const forward = 'Convert to EndpointSlice';
const lossy = endpoints('db').replace('metadata:', 'metadata:\n  finalizers: [example.com/keep]');

describe('language server: converting a resource', () => {
  it('comes late, with edits of the version that is open, which read as the slice', async () => {
    const client = await start({ files: { [uri]: endpoints('db') } });
    client.open(uri, endpoints('db'));
    const actions = await actionsAt(client);
    assert.deepEqual(titlesOf(actions), [
      forward,
      'Convert to EndpointSlice and keep the Endpoints',
      'Convert all Endpoints of the workspace to EndpointSlices…',
    ]);
    assert.ok(actions.every(({ edit }) => edit === undefined));
    const { edit } = await resolved(client, actions, forward);
    const [change] = (edit?.documentChanges ?? []) as readonly TextDocumentEdit[];
    assert.deepEqual(change?.textDocument, { uri, version: 1 });
    const after = afterEdit(endpoints('db'), edit, uri);
    const { parts } = readFile('a.yaml', after, { isPartial: false });
    assert.deepEqual(
      parts.flatMap(({ document }) => document.resources.map(({ type, name }) => [type, name])),
      [['EndpointSlice', 'db-ipv4']],
    );
    // The comment stays in its place: nothing around it is touched.
    assert.match(after, /10\.20\.0\.15 # primary/);
    await client.stop();
  });

  it('comes with its edit for a client that cannot ask for it, with the name and label of the settings', async () => {
    const codeAction = { codeActionLiteralSupport: everyCapability.textDocument.codeAction.codeActionLiteralSupport };
    const client = await start({
      capabilities: { textDocument: { codeAction } },
      initializationOptions: { convert: { managedBy: 'platform-team' } },
    });
    client.open(uri, endpoints('db'));
    await settled(client);
    const action = (await actionsAt(client)).find(({ title }) => title === forward);
    assert.match(afterEdit(endpoints('db'), action?.edit, uri), /managed-by: platform-team/);
    assert.equal(action?.edit?.documentChanges, undefined);
    await client.stop();
  });

  it('answers the finding that the kind is deprecated', async () => {
    const client = await start();
    client.open(uri, endpoints('db'));
    const diagnostics = await client.pull(uri);
    const finding = diagnostics.find(({ code }) => code === 'deprecated-endpoints') as Diagnostic;
    const actions = await actionsAt(client, { only: ['quickfix'], diagnostics: [finding] }, finding.range.start);
    const action = actions.find(({ title }) => title === forward);
    assert.deepEqual(action?.diagnostics, [finding]);
    assert.equal(action?.isPreferred, undefined);
    await client.stop();
  });

  it('is shown with its reason where it cannot be, to a client that shows that', async () => {
    const text = endpoints('db').replace('10.20.0.15', '10.20.0.300');
    for (const isShown of [true, false]) {
      const codeAction = { ...everyCapability.textDocument.codeAction, disabledSupport: isShown };
      const client = await start({ capabilities: { textDocument: { codeAction } } });
      client.open(uri, text);
      const own = (await actionsAt(client)).filter(({ title }) => title === forward);
      assert.deepEqual(
        own.map(({ disabled }) => disabled?.reason),
        isShown ? ['It has an error: "10.20.0.300" is not an IP address: 300 is above 255. Correct the octet.'] : [],
      );
      assert.ok(own.every(({ edit, command, data }) => !edit && !command && data === undefined));
      assert.deepEqual(titlesOf(await actionsAt(client, { only: ['quickfix'] })), []);
      await client.stop();
    }
  });

  it('is tried late in a long text, and the user is told where it cannot be made', async () => {
    const client = await start();
    const text = `${endpoints('db').replace('10.20.0.15', '10.20.0.300')}${'# long\n'.repeat(4_000)}`;
    client.open(uri, text);
    const action = await resolved(client, await actionsAt(client), forward);
    assert.equal(action.edit, undefined);
    assert.match(client.shown[0] ?? '', /^It has an error: "10\.20\.0\.300" is not an IP address/);
    await client.stop();
  });

  it('follows what other files say, though its own text is the same', async () => {
    const service = 'file:///project/service.yaml';
    const text = 'apiVersion: v1\nkind: Service\nmetadata: { name: db }\nspec: { ports: [{ port: 5432 }] }\n';
    const client = await start({ files: { [uri]: endpoints('db'), [service]: text } });
    client.open(uri, endpoints('db'));
    await settled(client);
    const isOffered = async (): Promise<boolean> =>
      (await actionsAt(client)).some(({ title, disabled }) => title === forward && disabled === undefined);
    assert.equal(await isOffered(), true);
    client.open(service, text.replace('ports:', 'selector: { app: db }, ports:'));
    assert.equal(await isOffered(), false);
    client.change(service, 2, [{ text }]);
    assert.equal(await isOffered(), true);
    await client.stop();
  });

  it('is refused when the text is another one', async () => {
    const client = await start();
    client.open(uri, endpoints('db'));
    const actions = await actionsAt(client);
    client.change(uri, 2, [{ text: endpoints('web') }]);
    await assert.rejects(resolved(client, actions, forward), { code: -32801 });
    await client.stop();
  });

  it('is not for files that nobody knows enough of', async () => {
    let release = (): void => {};
    const held = new Promise<void>((done) => (release = done));
    const { codeActionLiteralSupport } = everyCapability.textDocument.codeAction;
    const client = await start({
      capabilities: { textDocument: { codeAction: { codeActionLiteralSupport } } },
      host: {
        async *search() {
          await held;
          yield { texts: [], count: 0, problems: [] };
        },
      },
    });
    client.open(uri, endpoints('db'));
    assert.deepEqual(titlesOf(await actionsAt(client)), []);
    release();
    await settled(client);
    assert.ok(titlesOf(await actionsAt(client)).includes(forward));
    await client.stop();
  });

  it('leads back from all slices of the Service in the folder, in one edit of several files', async () => {
    const other = 'file:///project/b.yaml';
    const files = { [uri]: slice('db', 'IPv4', '10.20.0.15'), [other]: slice('db', 'IPv6', '2001:db8::15') };
    const client = await start({ files });
    client.open(uri, files[uri] ?? '');
    const { edit } = await resolved(client, await actionsAt(client), 'Convert to Endpoints');
    const changes = (edit?.documentChanges ?? []) as readonly TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument }) => textDocument),
      [
        { uri, version: 1 },
        { uri: other, version: null },
      ],
    );
    assert.match(afterEdit(files[uri] ?? '', edit, uri), /kind: Endpoints\n[^]*10\.20\.0\.15[^]*2001:db8::15/);
    assert.equal(afterEdit(files[other] ?? '', edit, other).trim(), '');
    await client.stop();
  });
});

describe('language server: after a conversion', () => {
  it('says what still names the old object and what is lost, and shows where', async () => {
    const opened: string[] = [];
    const asked: { message: string }[] = [];
    const client = await start({
      files: { [uri]: lossy, [roleUri]: role },
      answers: {
        'window/showMessageRequest': (params) => (asked.push(params as { message: string }), { title: 'Show Report' }),
        'window/showDocument': (params) => (opened.push((params as { uri: string }).uri), { success: true }),
      },
    });
    client.open(uri, lossy);
    await convert(client);
    await until(() => opened.length > 0);
    assert.deepEqual(
      asked.map(({ message }) => message),
      ['1 reference to check. "metadata.finalizers" is dropped.'],
    );
    const [address = ''] = opened;
    assert.match(address, /^endpoints-convert:\/Converted%20to%20EndpointSlices\.md\?\d+$/);
    const page = await contentOf(client, decodeURIComponent(address));
    assert.match(page, /^## Endpoints to EndpointSlice\n/);
    assert.match(page, /\[`role\.yaml:7:\d+`\]\(\/role\.yaml#L7,\d+\)/);
    assert.match(await contentOf(client, 'endpoints-convert:/other.md'), /no longer available/);
    await client.stop();
  });

  it('lists the places to a client that opens no document', async () => {
    const { codeAction } = everyCapability.textDocument;
    const client = await start({
      files: { [uri]: endpoints('db'), [roleUri]: role },
      capabilities: { textDocument: { codeAction } },
    });
    client.open(uri, endpoints('db'));
    await convert(client);
    await until(() => client.shown.length > 0);
    assert.match(client.shown[0] ?? '', /^1 reference to check\.\nrole\.yaml:7: /);
    await client.stop();
  });

  it('says nothing where nothing is left to do, and of nothing that was never converted', async () => {
    const client = await start({ files: { [uri]: endpoints('db') } });
    client.open(uri, endpoints('db'));
    await convert(client);
    for (const argument of [999, undefined, 'x']) assert.equal(await tell(client, argument), null);
    assert.deepEqual([client.shown, client.asked.filter(({ method }) => method.startsWith('window/show'))], [[], []]);
    await client.stop();
  });

  it('names the line where a place is now, in the file that was converted', async () => {
    const program = 'file:///project/Pulumi.yaml';
    const text = `name: shop
runtime: yaml
resources:
  db:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: db }
      subsets:
        - addresses: [{ ip: 10.20.0.15 }]
          ports: [{ port: 5432 }]
outputs:
  ip: \${db.subsets[0].addresses[0].ip}
`;
    const { codeAction } = everyCapability.textDocument;
    const client = await start({ files: { [program]: text }, capabilities: { textDocument: { codeAction } } });
    client.open(program, text);
    const params = { range: { start: { line: 8, character: 30 }, end: { line: 8, character: 30 } }, context: {} };
    const actions = await client.ask<CodeAction[]>('textDocument/codeAction', program, params);
    const action = await resolved(client, actions, forward);
    const after = afterEdit(text, action.edit, program);
    client.change(program, 2, [{ text: after }]);
    await tell(client, action.command?.arguments?.[0]);
    await until(() => client.shown.length > 0);
    const line = after.split('\n').findIndex((each) => each.includes('${db.')) + 1;
    assert.match(client.shown[0] ?? '', new RegExp(`\nPulumi\\.yaml:${line}: EndpointSlice has no field "subsets"`));
    await client.stop();
  });
});

function start(options: ClientOptions = {}): Promise<Client> {
  return startClient({ capabilities: everyCapability, ...options });
}

/** Any pull waits for the settings, and one of all files for the index. */
async function settled(client: Client): Promise<void> {
  await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
}

function actionsAt(client: Client, context: object = {}, position = { line: 1, character: 8 }): Promise<CodeAction[]> {
  const params = { range: { start: position, end: position }, context: { diagnostics: [], ...context } };
  return client.ask('textDocument/codeAction', uri, params);
}

function titlesOf(actions: readonly CodeAction[]): readonly string[] {
  return actions.map(({ title }) => title).filter((title) => title.startsWith('Convert'));
}

function resolved(client: Client, actions: readonly CodeAction[], title: string): Promise<CodeAction> {
  const action = actions.find((each) => each.title === title);
  assert.ok(action, titlesOf(actions).join('\n'));
  return client.connection.sendRequest('codeAction/resolve', action);
}

/** As an editor does it: the edit first, and then the command. */
async function convert(client: Client): Promise<void> {
  const action = await resolved(client, await actionsAt(client), forward);
  assert.ok(action.edit);
  assert.equal(await tell(client, action.command?.arguments?.[0]), null);
}

function tell(client: Client, argument: unknown): Promise<unknown> {
  const params = { command: 'endpoints.tellConversion', ...(argument === undefined ? {} : { arguments: [argument] }) };
  return client.connection.sendRequest('workspace/executeCommand', params);
}

async function contentOf(client: Client, address: string): Promise<string> {
  const { text }: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', {
    uri: address,
  });
  return text;
}
