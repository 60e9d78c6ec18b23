/** Several Kubernetes versions, and unknown ones, in the language server: settings of files and of the client. */
import assert from 'node:assert/strict';
import type { CodeAction, CompletionList, Diagnostic } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';
import { manifest as text } from './support/versions.ts';

const uri = 'file:///project/a.yaml';
const settings = 'file:///project/endpoints.config.yaml';
const pulling = { textDocument: { diagnostic: {} } };

/** The code and the first words of each message; of a finding in some versions also its data. */
function saidIn(found: readonly Diagnostic[]): readonly string[] {
  return found.map(({ code, message, data }) => {
    const { versions = [] } = data as { versions?: readonly string[] };
    return [code, ...versions, `(${typeof message === 'string' ? message.split(':')[0] : ''})`].join(' ');
  });
}

const both = [
  'deprecated-endpoints 1.36 (In Kubernetes 1.36)',
  'loopback-ip (127.0.0.1 is a loopback address)',
  'ambiguous-ip 1.36 (In Kubernetes 1.36)',
  'non-canonical-ip 1.32 (In Kubernetes 1.32)',
];

async function configure(client: Client, kubernetesVersion: unknown): Promise<void> {
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { endpoints: { kubernetesVersion } },
  });
}

describe('language server: several Kubernetes versions', () => {
  it('are those of the settings file', async () => {
    const client = await startClient({
      files: { [settings]: 'kubernetesVersion: [1.32, 1.36]\n' },
      capabilities: pulling,
    });
    client.open(uri, text);
    assert.deepEqual(saidIn(await client.pull(uri)), both);
    client.change(uri, 2, [{ text: text.replace('  - ip: ::ffff:10.0.0.1\n', '') }]);
    assert.deepEqual(saidIn(await client.pull(uri)), both.slice(0, 2));
    client.change(uri, 3, [{ text }]);
    assert.deepEqual(saidIn(await client.pull(uri)), both);
    assert.deepEqual(client.shown, []);
    await client.stop();
  });

  it('are those of the client, as a text or a list, and follow its changes', async () => {
    const client = await startClient({ capabilities: { ...pulling, experimental: { endpoints: { status: true } } } });
    client.open(uri, text);
    for (const versions of ['1.32,1.36', '1.36, v1.32.4', ['1.36', '1.32']]) {
      await configure(client, versions);
      assert.deepEqual(saidIn(await client.pull(uri)), both);
      const status = await client.ask<{ kubernetesVersion: string }>('endpoints/status', uri);
      assert.equal(status.kubernetesVersion, '1.32, 1.36');
    }
    assert.equal(client.noticed.length, 1);
    await configure(client, '1.32');
    assert.deepEqual(
      (await client.pull(uri)).map(({ code }) => code),
      ['loopback-ip', 'non-canonical-ip'],
    );
    assert.deepEqual(client.shown, []);
    await client.stop();
  });

  it('have the same findings in a long text, which is checked in steps', async () => {
    const long = Array.from({ length: 450 }, (_, i) => text.replace('name: db', `name: db-${i}`)).join('---\n');
    assert.ok(long.length > 50_000);
    const client = await startClient({
      capabilities: pulling,
      initializationOptions: {
        kubernetesVersion: '1.32,1.36',
        severity: { 'deprecated-endpoints': 'off', 'loopback-ip': 'off' },
      },
    });
    client.open(uri, long);
    const found = await client.pull(uri);
    assert.deepEqual([saidIn(found.slice(0, 2)), found.length], [both.slice(2), 900]);
    await client.stop();
  });

  it('offer fix all only for what every version fixes alike', async () => {
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: web-1\n  labels: {kubernetes.io/service-name: web}\naddressType: IPv4\nendpoints:\n- addresses: [10.0.0.1]\n  hints: {forNodes: [{name: a}]}\n`;
    const client = await startClient({ capabilities: everyCapability });
    client.open(uri, slice);
    const range = { start: { line: 8, character: 12 }, end: { line: 8, character: 12 } };
    const kinds = async (versions: string): Promise<readonly unknown[]> => {
      await configure(client, versions);
      const actions = await client.ask<readonly CodeAction[]>('textDocument/codeAction', uri, {
        range,
        context: { diagnostics: [], only: ['quickfix', 'source'] },
      });
      const fixes = actions.filter(
        ({ title, kind }) => kind === 'source.fixAll.endpoints' || title.startsWith('Remove'),
      );
      return fixes.map(({ kind }) => kind);
    };
    assert.deepEqual(await kinds('1.32'), ['quickfix', 'source.fixAll.endpoints']);
    assert.deepEqual(await kinds('1.32,1.36'), ['quickfix']);
    assert.deepEqual(await kinds('1.36'), []);
    await client.stop();
  });

  it('convert only what is valid in all of them', async () => {
    const mapped = text.replace('  - ip: 127.0.0.1\n', '');
    const codeAction = { ...everyCapability.textDocument.codeAction, disabledSupport: true };
    const client = await startClient({ capabilities: { textDocument: { codeAction } } });
    client.open(uri, mapped);
    const reason = async (versions: string): Promise<string | undefined> => {
      await configure(client, versions);
      const at = { line: 1, character: 8 };
      const actions = await client.ask<readonly CodeAction[]>('textDocument/codeAction', uri, {
        range: { start: at, end: at },
        context: { diagnostics: [] },
      });
      return actions.find(({ title }) => title === 'Convert to EndpointSlice')?.disabled?.reason;
    };
    assert.equal(await reason('1.32'), undefined);
    assert.match((await reason('1.32,1.36')) ?? '', /^It has an error: In Kubernetes 1\.36: ::ffff:10\.0\.0\.1 is/);
    await client.stop();
  });

  it('complete only fields that all of them have', async () => {
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\naddressType: IPv4\nendpoints:\n- addresses: [10.0.0.1]\n  hints:\n    f\n`;
    const client = await startClient({ capabilities: everyCapability });
    client.open(uri, slice);
    const labels = async (versions: string): Promise<readonly string[]> => {
      await configure(client, versions);
      const position = { line: 6, character: 5 };
      const { items } = await client.ask<CompletionList>('textDocument/completion', uri, { position });
      return items.map(({ label }) => label).filter((label) => label.startsWith('for'));
    };
    assert.deepEqual(await labels('1.36'), ['forZones', 'forNodes']);
    assert.deepEqual(await labels('1.32,1.36'), ['forZones']);
    await client.stop();
  });
});

describe('language server: unknown Kubernetes versions', () => {
  const readAs = 'is not known, so it is read as 1.37. Use 1.20 to 1.37.';

  it('are shown as a warning, once, from files and from the client', async () => {
    const shown: (readonly [type: number, message: string])[] = [];
    const files = { [settings]: 'severity: {}\nkubernetesVersion: 1.99\n' };
    const client = await startClient({
      files,
      capabilities: pulling,
      early: (connection) => {
        connection.onNotification(
          'window/showMessage',
          ({ type, message }: { type: number; message: string }) => void shown.push([type, message]),
        );
        return Promise.resolve();
      },
    });
    client.open(uri, text);
    assert.deepEqual(
      (await client.pull(uri)).map(({ code }) => code),
      ['deprecated-endpoints', 'loopback-ip', 'ambiguous-ip'],
    );
    const ofFile = `endpoints.config.yaml:2: Kubernetes 1.99 ${readAs}`;
    assert.deepEqual(shown, [[2, ofFile]]);
    await configure(client, '1.350');
    await client.pull(uri);
    assert.deepEqual(shown.slice(1), [[2, `Settings of Kubernetes Endpoints: Kubernetes 1.350 ${readAs}`]]);
    await configure(client, '1.37');
    const status = await client.ask<{ kubernetesVersion: string }>('endpoints/status', uri);
    assert.equal(status.kubernetesVersion, '1.37');
    assert.equal(shown.length, 2);
    await client.stop();
  });

  it('are an error where they are no version', async () => {
    const client = await startClient({ initializationOptions: { kubernetesVersion: ['1.36', '1.19'] } });
    client.open(uri, text);
    await client.pushed(uri);
    assert.deepEqual(client.shown, [
      'Settings of Kubernetes Endpoints: "1.19" is not a supported Kubernetes version. Use 1.20 or later, such as "1.36".',
    ]);
    await client.stop();
  });
});
