/** Settings files in the language server, over a stream: overrides, extended files, and the member of a package.json. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client, type ClientOptions } from './support/client.ts';
import { endpoints } from './support/conversions.ts';
import { broken } from './support/settings.ts';

const top = 'file:///project';
const settings = `${top}/endpoints.config.yaml`;
const pulling = { textDocument: { diagnostic: {} } };
const both = ['deprecated-endpoints', 'loopback-ip'];

async function start(files: Record<string, string>, more: ClientOptions = {}): Promise<Client> {
  return startClient({ files, capabilities: pulling, ...more });
}

async function codesOf(client: Client, ...uris: readonly string[]): Promise<readonly (readonly unknown[])[]> {
  const found: unknown[][] = [];
  for (const uri of uris) found.push((await client.pull(uri)).map(({ code }) => code));
  return found;
}

function changed(client: Client, uri: string, type: 1 | 2 | 3 = 2): void {
  void client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
}

describe('language server: overrides', () => {
  const [a, b] = [`${top}/k8s/a.yaml`, `${top}/k8s/old/b%20c.yaml`];

  it('hold for the documents that their patterns mean, with version and switches', async () => {
    const text = [
      'overrides:',
      "- files: [k8s/, '!k8s/old/']",
      '  severity: {loopback-ip: off}',
      "- files: 'b c.yaml'",
      '  kubernetesVersion: 1.30',
      '  hover: off',
    ].join('\n');
    const client = await start({ [settings]: text });
    for (const uri of [a, b, `${top}/a.yaml`]) client.open(uri, broken);
    assert.deepEqual(await codesOf(client, a, b, `${top}/a.yaml`), [['deprecated-endpoints'], ['loopback-ip'], both]);
    const position = { line: 6, character: 8 };
    assert.notEqual(await client.ask('textDocument/hover', a, { position }), null);
    assert.equal(await client.ask('textDocument/hover', b, { position }), null);
    assert.deepEqual(client.shown, []);
    await client.stop();
  });

  it("win over the rest of the file, and the client's settings over them", async () => {
    const text = 'severity: {loopback-ip: off}\noverrides:\n- files: a.yaml\n  severity: {loopback-ip: hint}\n';
    const client = await start(
      { [settings]: text },
      { initializationOptions: { severity: { 'deprecated-endpoints': 'off' } } },
    );
    client.open(a, broken);
    client.open(b, broken);
    assert.deepEqual(await codesOf(client, a, b), [['loopback-ip'], []]);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { endpoints: { severity: { 'loopback-ip': 'error' } } },
    });
    assert.deepEqual(await codesOf(client, a, b), [['loopback-ip'], ['loopback-ip']]);
    await client.stop();
  });

  it('announce formatting, and let the client draw again when they change', async () => {
    const files = { [settings]: 'format: off\noverrides:\n- files: k8s/\n  format: on\n' };
    const dynamic = { dynamicRegistration: true };
    const capabilities = {
      textDocument: { diagnostic: {}, formatting: dynamic },
      workspace: { codeLens: { refreshSupport: true } },
    };
    const client = await start(files, { capabilities });
    client.open(a, broken);
    await client.pull(a);
    const methods = (): readonly string[] => client.asked.map(({ method }) => method);
    assert.ok(methods().includes('client/registerCapability'));
    client.asked.length = 0;
    files[settings] = 'format: off\noverrides:\n- files: k8s/\n  kubernetesVersion: 1.30\n';
    changed(client, settings);
    assert.deepEqual(await codesOf(client, a), [['loopback-ip']]);
    await client.ask('textDocument/codeLens', a);
    assert.deepEqual(methods(), ['workspace/codeLens/refresh', 'client/unregisterCapability']);
    await client.stop();
  });

  it('convert each file with its own settings', async () => {
    const text = 'overrides:\n- files: old\n  convert: {managedBy: team-b}\n';
    const codeAction = { codeActionLiteralSupport: everyCapability.textDocument.codeAction.codeActionLiteralSupport };
    const client = await start(
      { [settings]: text },
      { capabilities: { textDocument: { codeAction, diagnostic: {} } } },
    );
    const at = { line: 1, character: 6 };
    for (const [uri, label] of [
      [a, /managed-by: hand-written/],
      [b, /managed-by: team-b/],
    ] as const) {
      client.open(uri, endpoints('db'));
      await client.pull(uri);
      const params = { range: { start: at, end: at }, context: { diagnostics: [], only: ['refactor.rewrite'] } };
      assert.match(JSON.stringify(await client.ask('textDocument/codeAction', uri, params)), label);
    }
    await client.stop();
  });
});

describe('language server: settings files', () => {
  const a = `${top}/a.yaml`;

  it('reads the member of a package.json, follows it, and says what is wrong in it alone', async () => {
    const files: Record<string, string> = { [`${top}/package.json`]: '{"name": "x"' };
    const client = await start(files);
    client.open(a, broken);
    assert.deepEqual(await codesOf(client, a), [both]);
    files[`${top}/package.json`] =
      '{"name": "x",\n "endpoints": {"severity": {"loopback-ip": "off", "x": "off"}}, "a": }';
    changed(client, `${top}/package.json`);
    assert.deepEqual(await codesOf(client, a), [['deprecated-endpoints']]);
    assert.deepEqual(client.shown, [
      'package.json:2:51: There is no rule "x". Run "endpoints rules" to list all rules.',
    ]);
    files[settings] = 'severity: {deprecated-endpoints: off}\n';
    changed(client, settings, 1);
    assert.deepEqual(await codesOf(client, a), [['loopback-ip']]);
    await client.stop();
  });

  it('follows extended files, those that are missing, and folders that go', async () => {
    const shared = `${top}/shared/deep/base.yaml`;
    const files: Record<string, string> = { [settings]: 'extends: shared/deep/base.yaml\n' };
    const client = await start(files);
    client.open(a, broken);
    assert.deepEqual(await codesOf(client, a), [both]);
    const missing =
      'endpoints.config.yaml:1:10: "shared/deep/base.yaml" does not exist. Check the path, which is relative to this file.';
    assert.deepEqual(client.shown, [missing]);
    files[shared] = 'severity: {loopback-ip: off}\nhoover: off\n';
    changed(client, shared, 1);
    assert.deepEqual(await codesOf(client, a), [['deprecated-endpoints']]);
    assert.equal(client.shown.at(-1), 'shared/deep/base.yaml:2:1: There is no setting "hoover". Did you mean "hover"?');
    delete files[shared];
    changed(client, `${top}/shared`, 3);
    assert.deepEqual(await codesOf(client, a), [both]);
    await client.stop();
  });

  it('takes the nearest file above a folder of the disk, and none above one that only the client can read', async () => {
    const files = {
      'file:///endpoints.config.yaml': 'severity: {loopback-ip: off}\nexclude: [/project/out/, /elsewhere/]\n',
      [`${top}/out/b.yaml`]: broken,
    };
    for (const [reaches, codes] of [
      [true, ['deprecated-endpoints']],
      [false, both],
    ] as const) {
      const client = await start(files, { host: { reaches: () => reaches } });
      client.open(a, broken);
      assert.deepEqual(await codesOf(client, a), [codes]);
      await client.stop();
    }
  });

  it('ends where files extend each other in a circle', async () => {
    const files = {
      [settings]: 'extends: b.yaml\nseverity: {loopback-ip: off}\n',
      [`${top}/b.yaml`]: `extends: endpoints.config.yaml\n`,
    };
    const client = await start(files);
    client.open(a, broken);
    assert.deepEqual(await codesOf(client, a), [['deprecated-endpoints']]);
    assert.deepEqual(client.shown, [
      'b.yaml:1:10: "endpoints.config.yaml" creates a circle: endpoints.config.yaml extends b.yaml extends endpoints.config.yaml. Remove one of these lines.',
    ]);
    await client.stop();
  });

  it('lets a client extend nothing', async () => {
    const initializationOptions = { extends: 'x.yaml', overrides: [], maxWarnings: 3, baseline: 'a' };
    const client = await start({ [`${top}/x.yaml`]: 'severity: {loopback-ip: off}\n' }, { initializationOptions });
    client.open(a, broken);
    assert.deepEqual(await codesOf(client, a), [both]);
    assert.deepEqual(
      client.shown,
      ['extends', 'overrides', 'maxWarnings', 'baseline'].map(
        (key) => `Settings of Kubernetes Endpoints: "${key}" is only valid in a settings file. Move it there.`,
      ),
    );
    await client.stop();
  });
});
