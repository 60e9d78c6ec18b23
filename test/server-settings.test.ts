/** Settings of the client and of workspace files, and what the workspace says about a file, over a stream. */
import assert from 'node:assert/strict';
import type { Diagnostic } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const broken = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: 127.0.0.1\n';
const quiet = { severity: { 'deprecated-endpoints': 'off' } };
const pulling = { textDocument: { diagnostic: {} } };

describe('language server: settings', () => {
  it("follows the settings of the workspace file, and the client's before them", async () => {
    const files = {
      'file:///project/endpoints.config.yaml': 'kubernetesVersion: 1.30\nseverity:\n  loopback-ip: off\n',
    };
    const client = await startClient({ files, capabilities: pulling });
    client.open(uri, broken);
    assert.deepEqual(codes(await client.pull(uri)), []);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { endpoints: { kubernetesVersion: '1.36', severity: { 'loopback-ip': 'warning' } } },
    });
    const found = await client.pull(uri);
    assert.deepEqual(
      found.map(({ code, severity }) => [code, severity]),
      [
        ['deprecated-endpoints', 4],
        ['loopback-ip', 2],
      ],
    );
    await client.stop();
  });

  it('asks a client that can be asked for its settings', async () => {
    const client = await startClient({
      capabilities: { ...pulling, workspace: { configuration: true } },
      settings: { severity: { 'loopback-ip': 'hint', 'deprecated-endpoints': 'off' } },
    });
    client.open(uri, broken);
    const found = await client.pull(uri);
    assert.deepEqual(
      found.map(({ severity }) => severity),
      [4],
    );
    await client.stop();
  });

  it('lets what the client is asked for win over what it sent first, and keeps the rest', async () => {
    const capabilities = { ...pulling, workspace: { configuration: true } };
    const client = await startClient({
      capabilities,
      initializationOptions: quiet,
      settings: { severity: { 'loopback-ip': 'hint' } },
    });
    client.open(uri, broken);
    assert.deepEqual(
      (await client.pull(uri)).map(({ code, severity }) => [code, severity]),
      [['loopback-ip', 4]],
    );
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    await client.stop();
  });

  it('lives with a client that refuses what it is asked', async () => {
    const workspace = {
      configuration: true,
      didChangeWatchedFiles: { dynamicRegistration: true },
      didChangeConfiguration: { dynamicRegistration: true },
      diagnostics: { refreshSupport: true },
    };
    const client = await startClient({
      capabilities: { ...pulling, workspace },
      initializationOptions: quiet,
      refuses: true,
    });
    client.open(uri, broken);
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    await client.stop();
  });

  it('goes on without a client that never answers', async () => {
    const client = await startClient({
      capabilities: { ...pulling, workspace: { configuration: true } },
      initializationOptions: quiet,
      isMute: true,
    });
    client.open(uri, broken);
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    await client.stop();
  });

  it('takes no pushed defaults from a client that answers what was chosen', async () => {
    const files = { 'file:///project/endpoints.config.yaml': 'severity: {loopback-ip: off}\n' };
    const workspace = { configuration: true };
    const client = await startClient({ files, capabilities: { ...pulling, workspace }, settings: {} });
    client.open(uri, broken);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { endpoints: { severity: { 'loopback-ip': 'error' } } },
    });
    assert.deepEqual(codes(await client.pull(uri)), ['deprecated-endpoints']);
    await client.stop();
  });

  it('takes its own section of pushed settings, and none of the others', async () => {
    const client = await startClient({ capabilities: pulling, initializationOptions: quiet });
    client.open(uri, broken);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { gopls: {}, pylsp: {} },
    });
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    assert.deepEqual(client.shown, []);
    await client.stop();
  });

  it('keeps the settings of each folder to itself', async () => {
    const files = {
      'file:///other/endpoints.config.yaml': 'severity: {loopback-ip: off, deprecated-endpoints: off}\n',
    };
    const client = await startClient({
      files,
      capabilities: { ...pulling, workspace: { workspaceFolders: true } },
      initializationOptions: quiet,
    });
    const event = { added: [{ uri: 'file:///other', name: 'other' }], removed: [] };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    for (const [each, found] of [
      [uri, ['loopback-ip']],
      ['file:///other/a.yaml', []],
    ] as const) {
      client.open(each, broken);
      assert.deepEqual(codes(await client.pull(each)), found);
    }
    await client.stop();
  });

  it('notices a patch that is typed into an empty file, and one whose name has unusual letters', async () => {
    const files = { 'file:///project/kustomization.yaml': 'patches:\n- path: b@x.yaml\n' };
    const patch = 'file:///project/b%40x.yaml';
    const client = await startClient({ files, capabilities: pulling, initializationOptions: quiet });
    client.open(patch, '');
    client.change(patch, 2, [{ text: 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels: {a: b}\n' }]);
    // As a resource, it would have the code missing-name.
    assert.deepEqual(codes(await client.pull(patch)), ['rejected-kustomization']);
    await client.stop();
  });

  it('says what is wrong with a settings file, and goes on with the rest', async () => {
    const files = {
      'file:///project/endpoints.config.yaml':
        'kubernetesVersion: 2.1\nsevertiy: {}\nseverity: {loopback-ip: off, deprecated-endpoints: off}\n',
    };
    const client = await startClient({ files, capabilities: pulling });
    client.open(uri, broken);
    assert.deepEqual(await client.pull(uri), []);
    assert.equal(client.shown.length, 2);
    assert.match(client.shown[0] ?? '', /^endpoints\.config\.yaml:1:20: "2\.1" is not a supported Kubernetes version/);
    assert.match(
      client.shown[1] ?? '',
      /^endpoints\.config\.yaml:2:1: There is no setting "severtiy"\. Did you mean "severity"\?/,
    );
    await client.stop();
  });

  it('says that a second document of a settings file does not count', async () => {
    const files = { 'file:///project/endpoints.config.yaml': 'severity: {loopback-ip: off}\n---\nhover: false\n' };
    const client = await startClient({ files, capabilities: pulling, initializationOptions: quiet });
    client.open(uri, broken);
    assert.deepEqual(await client.pull(uri), []);
    assert.match(client.shown.join(), /^endpoints\.config\.yaml:2:1: A second document starts here, [^.]+\. [^.]+\.$/);
    await client.stop();
  });

  it('follows changes of the settings file', async () => {
    const files: Record<string, string> = {};
    const client = await startClient({ files, capabilities: pulling, initializationOptions: quiet });
    client.open(uri, broken);
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    files['file:///project/endpoints.config.yaml'] = 'severity: {loopback-ip: off}\n';
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: 'file:///project/endpoints.config.yaml', type: 2 }],
    });
    assert.deepEqual(await client.pull(uri), []);
    await client.stop();
  });

  it('takes switches as groups, with dots and from the file, and says what is wrong with them', async () => {
    const files = {
      'file:///project/endpoints.config.yaml':
        'inlayHints: {portName: off, protocl: no}\nformat: maybe\ncodeLens: [no]\ninlayHint: {}\n',
    };
    const client = await startClient({
      files,
      capabilities: pulling,
      initializationOptions: { 'inlayHints.protocol': false, inlayHints: 5, trace: { server: 'off' } },
    });
    client.open(uri, `${broken}  ports:\n  - port: 5432\n`);
    assert.deepEqual(await hintsOf(client), ['namespace: default']);
    assert.deepEqual(client.shown, [
      'endpoints.config.yaml:1:29: There is no setting "inlayHints.protocl". Did you mean "protocol"?',
      'endpoints.config.yaml:2:9: "format" must be true or false, not "maybe".',
      'endpoints.config.yaml:3:11: "codeLens" must be true or false.',
      'endpoints.config.yaml:4:1: There is no setting "inlayHint". Did you mean "inlayHints"?',
      'Settings of Kubernetes Endpoints: "inlayHints" must be a mapping of protocol, namespace, portName, backend and number to true or false.',
    ]);
    await client.stop();
  });

  it('asks the client to draw again', async () => {
    const client = await startClient({ capabilities: everyCapability });
    client.open(uri, `# {{ template }}\n${broken}`);
    await client.pull(uri);
    client.asked.length = 0;
    await configure(client, { inlayHints: { namespace: false } });
    const redrawn = ['workspace/inlayHint/refresh', 'workspace/codeLens/refresh', 'workspace/semanticTokens/refresh'];
    assert.deepEqual(namesOf(client.asked), redrawn);
    client.asked.length = 0;
    await configure(client, { inlayHints: { namespace: false }, severity: { 'loopback-ip': 'off' } });
    assert.equal(client.asked.length, 0);
    await configure(client, {});
    assert.deepEqual(namesOf(client.asked), redrawn);
    await client.stop();
  });

  it('shows the progress of what takes long, and only of that', async () => {
    for (const [isOwnToken, capabilities] of [
      [true, {}],
      [false, { window: { workDoneProgress: true } }],
    ] as const) {
      const client = await startClient({ capabilities });
      const params = { options: { tabSize: 2, insertSpaces: true }, ...(isOwnToken ? { workDoneToken: 'mine' } : {}) };
      client.open(uri, broken);
      await client.ask('textDocument/formatting', uri, params);
      assert.equal(client.noticed.length, 0);
      client.change(uri, 2, [{ text: `${broken}  # ${'x'.repeat(300_000)}\n` }]);
      await client.ask('textDocument/formatting', uri, params);
      const token = isOwnToken ? 'mine' : 'endpoints-1';
      assert.deepEqual(
        client.noticed.map((each) => each.params),
        [
          { token, value: { kind: 'begin', title: 'Formatting' } },
          { token, value: { kind: 'end' } },
        ],
      );
      assert.deepEqual(namesOf(client.asked), isOwnToken ? [] : ['window/workDoneProgress/create']);
      await client.stop();
    }
  });

  it('says in the log why nothing is formatted', async () => {
    const client = await startClient();
    client.open(uri, `${broken}    hostname: "x\n`);
    assert.equal(await client.ask('textDocument/formatting', uri, { options: {} }), null);
    assert.equal(client.logged[0]?.type, 2);
    assert.match(client.logged[0]?.message ?? '', /a\.yaml: Not formatted, because of a syntax error: /);
    assert.deepEqual(client.shown, []);
    await client.stop();
  });

  it('reads a file that a kustomization names as a patch', async () => {
    const files = { 'file:///project/kustomization.yaml': 'patches:\n- path: a.yaml\n' };
    const client = await startClient({ files, initializationOptions: quiet });
    client.open(uri, 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels: {a: b}\n');
    assert.deepEqual(codes(await client.pushed(uri)), ['rejected-kustomization']);
    await client.stop();
  });
});

function codes(found: readonly Diagnostic[]): unknown[] {
  return found.map(({ code }) => code);
}

async function configure(client: Client, endpoints: object): Promise<void> {
  client.asked.length = 0;
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: { endpoints } });
  // Only what waits for the settings tells that they have arrived.
  await client.ask('textDocument/codeLens', uri);
  client.asked.splice(0, client.asked.length, ...client.asked.filter(({ method }) => !method.includes('diagnostic')));
}

async function hintsOf(client: Client): Promise<string[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const hints = await client.ask<readonly { label: string }[]>('textDocument/inlayHint', uri, { range });
  return hints.map(({ label }) => label);
}

function namesOf(asked: readonly { readonly method: string }[]): string[] {
  return asked.map(({ method }) => method);
}
