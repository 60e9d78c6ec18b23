/** Converting all files over a stream: who is asked before, what is left out, and what is told after it. */
import assert from 'node:assert/strict';
import type { ApplyWorkspaceEditParams, TextDocumentEdit } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client, type ClientOptions } from './support/client.ts';
import { afterEdit, endpoints, role, roleUri, slice, uri } from './support/conversions.ts';
import { until } from './support/workspace-session.ts';

const other = 'file:///project/b.yaml';
const broken = 'file:///project/c.yaml';
const files = {
  [uri]: endpoints('db'),
  [other]: `${endpoints('web')}---\n${endpoints('api')}`,
  [broken]: endpoints('bad').replace('10.20.0.15', '10.20.0.300'),
  [roleUri]: role,
};
const annotated = everyCapability.workspace.workspaceEdit;
const plain = { workspace: { applyEdit: true } };

describe('language server: converting the workspace', () => {
  it('is one change a file, and each needs consent where the client asks for that', async () => {
    const { client, edits } = await start();
    client.open(uri, files[uri]);
    assert.equal(await run(client), null);
    const [{ edit, label } = { edit: undefined, label: '' }] = edits;
    assert.equal(label, 'Convert Endpoints to EndpointSlices');
    const changes = (edit?.documentChanges ?? []) as readonly TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument, edits: own }) => [textDocument, own.length]),
      [
        [{ uri, version: 1 }, 1],
        [{ uri: other, version: null }, 1],
      ],
    );
    const description = 'still has readers';
    const [db, both] = ['db → db-ipv4', 'web → web-ipv4, api → api-ipv4'];
    assert.deepEqual(edit?.changeAnnotations, {
      [`${db} ${description}`]: { label: db, description, needsConfirmation: true },
      [`${both} ${description}`]: { label: both, description, needsConfirmation: true },
    });
    assert.ok(changes.every(({ edits: own }) => own.every((each) => 'annotationId' in each)));
    assert.match(afterEdit(files[other], edit, other), /name: web-ipv4\n[^]*name: api-ipv4\n/);
    // Nobody asks twice.
    assert.deepEqual(messagesOf(client), [
      'Converted 3 Endpoints in 2 files. 1 reference to check. 1 Endpoints needs a manual change: It has an error: "10.20.0.300" is not an IP address: 300 is above 255. Correct the octet.',
    ]);
    await client.stop();
  });

  it('asks by a message where the client does not, and does nothing without a yes', async () => {
    for (const answer of [null, { title: 'Convert' }]) {
      const { client, edits } = await start({
        capabilities: plain,
        answers: { 'window/showMessageRequest': () => answer },
      });
      assert.equal(await run(client), null);
      assert.deepEqual(messagesOf(client), [
        'Convert Endpoints to EndpointSlices: 3 resources in 2 files? 3 of them still have readers.',
      ]);
      assert.equal(edits.length, answer ? 1 : 0);
      if (answer) assert.match(afterEdit(files[uri], edits[0]?.edit, uri), /kind: EndpointSlice/);
      await client.stop();
    }
  });

  it('shows what would become of everything before that, if it is asked to', async () => {
    const { client, edits } = await start({
      capabilities: plain,
      answers: { 'window/showMessageRequest': () => ({ title: 'Show' }) },
    });
    await run(client);
    assert.deepEqual(edits, []);
    await until(() => client.logged.some(({ message }) => message.includes('## Endpoints to EndpointSlice')));
    assert.ok(client.logged.some(({ message }) => message.includes('## Endpoints to EndpointSlice')));
    await client.stop();
  });

  it('leaves out what was changed meanwhile, on the disk and in an open text', async () => {
    const disk: Record<string, string> = { ...files };
    let client: Client | undefined;
    const started = await start({
      files: disk,
      capabilities: plain,
      answers: {
        'window/showMessageRequest': () => {
          client?.change(uri, 2, [{ text: `${files[uri]}# more\n` }]);
          disk[other] = `${files[other]}# more\n`;
          return { title: 'Convert' };
        },
      },
    });
    client = started.client;
    client.open(uri, files[uri]);
    await run(client);
    assert.deepEqual(started.edits, []);
    assert.deepEqual(client.shown, [
      'Not converted, because these files changed: a.yaml and b.yaml. Run the command again.',
    ]);
    await client.stop();
  });

  it('leaves out what a volume needs, and tells of a reader that loses its object', async () => {
    const monitor =
      'apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: { name: web }\nspec:\n  serviceDiscoveryRole: Endpoints\n  selector: {}\n';
    const volume =
      'apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: v }\nspec:\n  glusterfs: { endpoints: db, path: films }\n';
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports: [{ port: 5432 }]\n';
    const { client, edits } = await start({
      files: {
        [uri]: endpoints('db'),
        [other]: `${service}---\n${endpoints('web')}`,
        'file:///project/monitor.yaml': monitor,
        'file:///project/volume.yaml': volume,
      },
    });
    await run(client);
    const [{ edit } = { edit: undefined }] = edits;
    const changes = (edit?.documentChanges ?? []) as readonly TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument }) => textDocument.uri),
      [other],
    );
    assert.deepEqual(Object.keys(edit?.changeAnnotations ?? {}), ['web → web-ipv4 still has readers']);
    assert.deepEqual(messagesOf(client), [
      'Converted 1 Endpoints in 1 file. 1 reference to check. Readers lose converted objects.',
    ]);
    await client.stop();
  });

  it('goes back in all files or in none: what leaves one of them is in another', async () => {
    const own = { [uri]: slice('db', 'IPv4', '10.20.0.15'), [other]: slice('db', 'IPv6', '2001:db8::15') };
    for (const [changed, name] of [
      [uri, 'a.yaml'],
      [other, 'b.yaml'],
    ] as const) {
      const disk: Record<string, string> = { ...own };
      const agree = (): unknown => {
        disk[changed] = `${own[changed]}# more\n`;
        return { title: 'Convert' };
      };
      const { client, edits } = await start({
        files: disk,
        capabilities: plain,
        answers: { 'window/showMessageRequest': agree },
      });
      await run(client, 'endpoints.convertWorkspace', { to: 'endpoints' });
      assert.deepEqual(edits, []);
      assert.deepEqual(client.shown, [
        `Nothing was converted, because the file changed: ${name}. Run the command again.`,
      ]);
      await client.stop();
    }
  });

  it('says so where there is nothing, and why the client did not', async () => {
    const none = await start({ files: { [roleUri]: role } });
    await run(none.client);
    assert.deepEqual(none.client.shown, ['No Endpoints found in this workspace.']);
    await none.client.stop();
    const refusing = await start({
      answers: { 'workspace/applyEdit': () => ({ applied: false, failureReason: 'a file is read-only' }) },
    });
    await run(refusing.client);
    assert.deepEqual(refusing.client.shown, ['Nothing was converted: a file is read-only']);
    await refusing.client.stop();
  });

  it('goes back, or keeps the Endpoints, if it is asked to', async () => {
    const own = { [uri]: slice('db', 'IPv4', '10.20.0.15'), [other]: slice('db', 'IPv6', '2001:db8::15') };
    // Nobody could tick half of it: even a client that previews is asked for the whole.
    const back = await start({
      files: own,
      answers: { 'window/showMessageRequest': () => ({ title: 'Convert' }) },
    });
    await run(back.client, 'endpoints.convertWorkspace', { to: 'endpoints' });
    assert.match(afterEdit(own[uri] ?? '', back.edits[0]?.edit, uri), /kind: Endpoints\n/);
    assert.equal(back.edits[0]?.edit.changeAnnotations, undefined);
    await back.client.stop();
    const adding = await start({ files: { [uri]: endpoints('db'), [roleUri]: role } });
    await run(adding.client, 'endpoints.convertWorkspace', { mode: 'add' });
    assert.match(
      afterEdit(endpoints('db'), adding.edits[0]?.edit, uri),
      /kind: EndpointSlice[^]*skip-mirror: "true"\n/,
    );
    assert.deepEqual(messagesOf(adding.client), ['Converted 1 Endpoints in 1 file.']);
    await adding.client.stop();
  });

  it('shows how far it is, and stops when the user has had enough', async () => {
    const many = Array.from({ length: 100 }, (_, i) => [`file:///project/${i}.yaml`, endpoints(`db-${i}`)] as const);
    let time = 0;
    for (const isCancelled of [false, true]) {
      const { client, edits } = await start({
        files: Object.fromEntries(many),
        // Time flies: everybody gets a turn after each step, and a moment is over at once.
        host: { now: () => (time += 20), delay: () => Promise.resolve() },
      });
      const said: string[] = [];
      client.connection.onNotification('$/progress', ({ token, value }: { token: string; value: Shown }) => {
        if (value.title !== undefined && value.title !== 'Converting Endpoints') return;
        said.push(value.title ?? value.message ?? value.kind);
        if (isCancelled && value.kind === 'begin')
          void client.connection.sendNotification('window/workDoneProgress/cancel', { token });
      });
      const done = run(client);
      if (isCancelled) await assert.rejects(done, /The conversion was cancelled\./);
      else await done;
      assert.ok(said.includes('Converting Endpoints'), said.join());
      assert.equal(edits.length, isCancelled ? 0 : 1);
      if (!isCancelled)
        assert.ok(said.includes('end') && said.some((each) => /^9\d of 100 files$/.test(each)), said.join());
      await client.stop();
    }
  });

  it('takes the settings of the folder', async () => {
    const second = 'file:///project/two';
    const inSecond = `${second}/b.yaml`;
    const { client, edits } = await start({
      files: {
        [uri]: endpoints('db'),
        [inSecond]: endpoints('web'),
        [`${second}/endpoints.config.yaml`]: 'convert:\n  managedBy: team-two\n',
      },
      folder: second,
    });
    await run(client);
    assert.match(afterEdit(endpoints('web'), edits[0]?.edit, inSecond), /managed-by: team-two/);
    await client.stop();
  });

  it('is refused in a sentence', async () => {
    const { client } = await start({ capabilities: { workspace: { workspaceEdit: annotated } } });
    await assert.rejects(
      run(client),
      /This editor does not support edits by the server\. Run "endpoints convert --write"/,
    );
    for (const argument of [{ to: 'slices' }, { mode: 'both' }, { to: 'endpoints', mode: 'add' }, 'x'])
      await assert.rejects(run(client, 'endpoints.convertWorkspace', argument), /^Error: params\.arguments\[0\]/);
    await client.stop();
  });
});

describe('language server: preview of a conversion', () => {
  it('is a document, or the answer', async () => {
    const opened: string[] = [];
    const shows = { 'window/showDocument': (params: unknown) => (opened.push((params as { uri: string }).uri), {}) };
    const { client } = await start({ answers: shows });
    assert.equal(await run(client, 'endpoints.showConversion'), null);
    const asked = { uri: opened[0] };
    const content: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', asked);
    assert.match(content.text, /### Needs a manual change\n[^]*c\.yaml:2[^]*### References to check\n[^]*role\.yaml:7/);
    await client.stop();
    const { client: bare, edits } = await start({ capabilities: plain });
    const text = await run(bare, 'endpoints.showConversion');
    // A preview of Markdown has links, which the answer has no place for.
    assert.match(content.text, /\[`role\.yaml:7:\d+`\]\(\/role\.yaml#L7,\d+\)/);
    assert.equal(text, content.text.replace(/\[(`[^`]+`)\]\([^)]*\)/g, '$1'));
    assert.deepEqual(edits, []);
    await bare.stop();
  });
});

/** What is told of work that goes on. */
interface Shown {
  readonly kind: string;
  readonly title?: string;
  readonly message?: string;
}

interface Started {
  readonly client: Client;
  /** What the server asked to be applied. */
  readonly edits: ApplyWorkspaceEditParams[];
}

/** A client that applies everything. */
async function start(options: ClientOptions = {}): Promise<Started> {
  const edits: ApplyWorkspaceEditParams[] = [];
  const answers = {
    'workspace/applyEdit': (params: unknown) => (edits.push(params as ApplyWorkspaceEditParams), { applied: true }),
    ...options.answers,
  };
  const client = await startClient({ capabilities: everyCapability, files, ...options, answers });
  return { client, edits };
}

function run(client: Client, command = 'endpoints.convertWorkspace', argument?: unknown): Promise<unknown> {
  const params = { command, ...(argument === undefined ? {} : { arguments: [argument] }) };
  return client.connection.sendRequest('workspace/executeCommand', params);
}

/** What the user was asked. */
function messagesOf({ asked }: Client): readonly string[] {
  const own = asked.filter(({ method }) => method === 'window/showMessageRequest');
  return own.map(({ params }) => (params as { message: string }).message);
}
