/** Settings files of folders decide on rules in the language server: globs of codes, allowed ranges and relaxed names. */
import assert from 'node:assert/strict';
import type { ClientOptions } from './support/client.ts';
import { codesIn, pulling, startWorkspace, type WorkspaceClient } from './support/workspace-session.ts';

const top = 'file:///project';
const config = `${top}/endpoints.config.yaml`;
const a = `${top}/a.yaml`;
const endpoints = (name: string, ip: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n- addresses:\n  - ip: ${ip}\n  ports:\n  - port: 5432\n`;

function start(files: Record<string, string>, more: ClientOptions = {}): Promise<WorkspaceClient> {
  return startWorkspace({ files, capabilities: pulling, ...more });
}

async function codesAt(client: WorkspaceClient, uri: string): Promise<readonly unknown[]> {
  return (await client.pull(uri)).map(({ code }) => code);
}

describe('language server: rules by settings files', () => {
  it('takes globs of codes, the later over the earlier, and follows their edits', async () => {
    const files: Record<string, string> = {
      [config]: "severity:\n  '*': off\n  'loopback-*': warning\n",
      [a]: endpoints('db', '127.0.0.1'),
    };
    const client = await start(files);
    client.open(a, endpoints('db', '127.0.0.1'));
    assert.deepEqual(
      (await client.pull(a)).map(({ code, severity }) => [code, severity]),
      [['loopback-ip', 2]],
    );
    files[config] = "severity:\n  'deprecated-*': off\n  missing-service: off\n";
    client.watched({ [config]: 'changed' });
    assert.deepEqual(
      (await client.pull(a)).map(({ code, severity }) => [code, severity]),
      [['loopback-ip', 1]],
    );
    files[config] = "severity:\n  'none-of-these-*': off\n";
    client.watched({ [config]: 'changed' });
    assert.ok((await codesAt(client, a)).includes('deprecated-endpoints'));
    assert.match(client.shown.join('\n'), /endpoints\.config\.yaml:2:\d+: No rule matches "none-of-these-\*"/);
    await client.stop();
  });

  it('reports addresses and ports outside of the allowed ranges, in open and in closed files', async () => {
    const quiet = "severity:\n  'deprecated-*': off\n  missing-service: off\n";
    const files: Record<string, string> = {
      [config]: `${quiet}allow:\n  cidrs: [10.0.0.0/8]\n  ports: [80]\n`,
      [a]: endpoints('db', '192.168.0.1'),
      [`${top}/lab/b.yaml`]: endpoints('db', '192.168.0.1'),
    };
    const client = await start(files);
    const both = ['outside-allowed-range', 'outside-allowed-range'];
    assert.deepEqual(codesIn(await client.pullAll()), { 'a.yaml': both, 'lab/b.yaml': both });
    files[config] =
      `${quiet}allow:\n  cidrs: [10.0.0.0/8]\noverrides:\n- files: lab/\n  allow:\n    cidrs: [192.168.0.0/16]\n`;
    client.watched({ [config]: 'changed' });
    assert.deepEqual(codesIn(await client.pullAll()), { 'a.yaml': ['outside-allowed-range'] });
    client.open(a, endpoints('db', '10.1.1.1'));
    assert.deepEqual(codesIn(await client.pullAll()), {});
    await client.stop();
  });

  it('follows what the file says of names that start with a digit', async () => {
    const quiet = "severity:\n  'deprecated-*': off\n  missing-service: off\n";
    const files: Record<string, string> = {
      [config]: `${quiet}kubernetesVersion: 1.34\n`,
      [a]: endpoints('3scale', '10.1.1.1'),
    };
    const client = await start(files);
    client.open(a, endpoints('3scale', '10.1.1.1'));
    const steps: readonly (readonly [string, readonly string[]])[] = [
      ['kubernetesVersion: 1.34\n', ['impossible-service-name']],
      ['kubernetesVersion: 1.34\nrelaxedServiceNames: on\n', []],
      ['kubernetesVersion: 1.36\nrelaxedServiceNames: off\n', ['impossible-service-name']],
      ['kubernetesVersion: 1.36\n', []],
    ];
    for (const [text, expected] of steps) {
      files[config] = quiet + text;
      client.watched({ [config]: 'changed' });
      assert.deepEqual(await codesAt(client, a), expected, text);
    }
    await client.stop();
  });
});
