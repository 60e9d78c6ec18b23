/** Which slices are made of an Endpoints, over a stream: the lens, the command, and the document that follows the files. */
import assert from 'node:assert/strict';
import type { CodeLens } from 'vscode-languageserver-types';
import { opening, run, uri as programUri } from './support/apply-documents.ts';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/web.yaml';
const serviceUri = 'file:///project/service.yaml';
const at = { line: 3, character: 2 };

const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: web
  namespace: shop
subsets:
  - addresses: [{ ip: 10.0.0.1, hostname: a }, { ip: 'fd00::1' }]
    ports: [{ name: http, port: 80 }]
  - addresses: [{ ip: 10.0.0.1, hostname: b }]
    ports: [{ name: admin, port: 81 }]
`;
const service = (spec: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop }\nspec: { ports: [{ port: 80 }]${spec} }\n`;

const expected = `# Endpoints shop/web is mirrored as 3 EndpointSlices.
# Kubernetes 1.36.
#
# Not in the slices:
# - web.yaml:9: The host name of this entry is dropped: the
#   mirroring controller uses the first entry of 10.0.0.1
#   (web.yaml:7).

apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  generateName: web-
  namespace: shop
`;

describe('language server: which slices are made of an Endpoints', () => {
  it('is a document that the client opens from a lens', async () => {
    const { client, opened } = await opening();
    client.open(uri, text);
    client.open(serviceUri, service(''));
    const lenses = (await client.ask('textDocument/codeLens', uri)) as readonly CodeLens[];
    const lens = lenses.find(({ command }) => command?.title === 'mirrored as 3 EndpointSlices');
    assert.equal(lens?.command?.command, 'endpoints.showSlices');
    assert.equal(await run(client, lens?.command?.arguments?.[0], 'endpoints.showSlices'), null);
    assert.match(opened[0]?.uri ?? '', /^endpoints-apply:\/web%3A%20mirrored%20EndpointSlices\.yaml\?/);
    const shown = await content(client, opened[0]?.uri ?? '');
    assert.equal(shown.slice(0, expected.length), expected);
    assert.equal(shown.split('\n---\n').length, 3);
    assert.match(shown, /hostname: a\nports:\n {2}- name: http\n {4}protocol: TCP\n {4}port: 80\n---\n/);
    await client.stop();
  });

  it('is refreshed after a change of the object, or of its Service', async () => {
    let wasAsked = (): void => {};
    const both = await opening({
      answers: { 'workspace/textDocumentContent/refresh': () => (wasAsked(), null) },
    });
    const { client, opened } = both;
    const next = (): Promise<void> => new Promise((done) => (wasAsked = done));
    client.open(uri, text);
    client.open(serviceUri, service(''));
    await run(client, { uri, position: at }, 'endpoints.showSlices');
    const address = opened[0]?.uri ?? '';
    await content(client, address);
    const first = next();
    client.change(uri, 2, [{ text: text.replace('hostname: b', 'hostname: a') }]);
    await client.pull(uri);
    await first;
    assert.doesNotMatch(await content(client, address), /Lost/);
    const second = next();
    client.change(serviceUri, 2, [{ text: service(', selector: { app: web }') }]);
    await client.pull(serviceUri);
    await second;
    const selected = `# Endpoints shop/web is not mirrored: the Service "web"
# (service.yaml:2) has a selector, so the EndpointSlice
# controller creates its slices from Pods. Kubernetes 1.36.
`;
    assert.equal(await content(client, address), selected);
    const third = next();
    client.change(uri, 3, [{ text: 'kind: ConfigMap\n' }]);
    await third;
    assert.equal(await content(client, address), '# web.yaml no longer contains this object.\n');
    await client.stop();
  });

  it('is the answer of the command for a client that opens no such document, and says that no Service is in sight', async () => {
    const client = await startClient();
    client.open(uri, text);
    const lenses = (await client.ask('textDocument/codeLens', uri)) as readonly CodeLens[];
    assert.deepEqual(
      lenses.map(({ command }) => [command?.title, command?.command]),
      [
        ['3 endpoints in 2 subsets: 3 ready', ''],
        ['mirrored as 3 EndpointSlices', ''],
      ],
    );
    const shown = String(await run(client, { uri, position: { line: 99, character: 0 } }, 'endpoints.showSlices'));
    assert.match(shown, /\n# The workspace has no Service web\. Without a Service there\n# are no slices\.\n/);
    assert.match(shown, /\n {2}- addresses:\n {6}- fd00::1\n/);
    await client.stop();
  });

  it('is led to for a client that has the command itself, which is then not announced', async () => {
    const client = await startClient({ capabilities: { experimental: { endpoints: { showSlices: true } } } });
    const { commands = [] } = client.initialized.capabilities.executeCommandProvider ?? {};
    const announced = ['endpoints.showApply', 'endpoints.showSlices'].filter((name) => commands.includes(name));
    assert.deepEqual(announced, ['endpoints.showApply']);
    client.open(uri, text);
    const lenses = (await client.ask('textDocument/codeLens', uri)) as readonly CodeLens[];
    const own = lenses.filter(({ command }) => command?.command === 'endpoints.showSlices');
    assert.deepEqual(
      own.map(({ command }) => command?.arguments),
      [[{ uri, position: { line: 0, character: 0 } }]],
    );
    await client.stop();
  });

  it('says what is refused and what cannot be told, and is refused without an Endpoints', async () => {
    const client = await startClient();
    client.open(uri, text.replace('name: admin', 'name: http').replace(", { ip: 'fd00::1' }", ''));
    const shown = (): Promise<unknown> => run(client, { uri, position: at }, 'endpoints.showSlices');
    assert.match(
      String(await shown()).replace(/\n# +/g, ' '),
      /web is not mirrored: the API server rejects its EndpointSlices\..*The API server rejects this EndpointSlice: several of its ports are named "http"\. Give each port its own name\./s,
    );
    client.change(uri, 2, [{ text: text.replace('10.0.0.1', '"{{ .Values.ip }}"') }]);
    assert.match(String(await shown()).replace(/\n# +/g, ' '), /may be mirrored: .*web\.yaml:7\) cannot be known/);
    client.change(uri, 3, [{ text: text.replace('{ ip', '{{ ip') }]);
    assert.match(String(await shown()), /^# (This object has syntax errors|Endpoints shop\/web may be)/);
    client.open(programUri, 'name: p\nruntime: yaml\n');
    const nowhere = run(client, { uri: programUri, position: at }, 'endpoints.showSlices');
    await assert.rejects(nowhere, /There is no Endpoints at this place\./);
    await client.stop();
  });
});

async function content(client: Client, address: string): Promise<string> {
  const { text: shown }: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', {
    uri: address,
  });
  return shown;
}
