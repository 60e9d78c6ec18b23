/** The picture of traffic over a stream: which Services it has, the part at the cursor, other files, overlays, outdated requests. */
import assert from 'node:assert/strict';
import { CancellationTokenSource, LSPErrorCodes } from 'vscode-languageserver/node';
import type { CodeLens } from 'vscode-languageserver-types';
import type { PictureAnswer } from '../server/src/features/traffic/picture-here.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';
import { until } from './support/workspace-session.ts';

const top = 'file:///project';
const serviceUri = `${top}/service.yaml`;
const sliceUri = `${top}/slice.yaml`;
const service = (name: string): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  clusterIP: 10.96.0.5
  ports:
    - name: postgres
      port: 5432
    - name: metrics
      port: 9187
`;
const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: db-1
  namespace: shop
  labels: { kubernetes.io/service-name: db }
addressType: IPv4
ports:
  - { name: postgres, port: 5432 }
endpoints:
  - addresses: [10.20.0.15]
    zone: a
  - addresses: ["10.20.0.16"]
    conditions: { ready: false }

`;
const picturing = {
  ...everyCapability,
  experimental: { endpoints: { showPicture: true } },
};

function ask(client: Client, uri: string, line: number, character = 0, more: object = {}): Promise<PictureAnswer> {
  return client.ask<PictureAnswer>('endpoints/picture', uri, { position: { line, character }, ...more });
}

function namesIn({ picture }: PictureAnswer): readonly string[] {
  return picture?.services.map(({ id }) => id) ?? [];
}

describe('language server: the picture of traffic', () => {
  it('has the Service of the object at the cursor, with places in both files', async () => {
    const client = await startClient();
    client.open(serviceUri, service('db'));
    client.open(sliceUri, slice);
    const answer = await ask(client, sliceUri, 10, 18);
    const { picture, view, views, remark } = answer;
    assert.deepEqual([view, views, remark], ['written', [{ id: 'written', title: 'as written' }], '']);
    assert.equal(picture?.asked, 'kube-proxy of Kubernetes 1.36');
    const [own] = picture?.services ?? [];
    assert.deepEqual([own?.id, own?.file, own?.range, own?.build], ['shop/db', serviceUri, [4, 9, 4, 11], null]);
    const [object] = own?.objects ?? [];
    assert.deepEqual(
      object?.addresses.map(({ address, mark, zone, file, range, flows }) => [
        [address, mark, zone, file === sliceUri, range],
        flows.map(({ flow, why }) => why?.code ?? flow),
      ]),
      [
        [
          ['10.20.0.15', 'ready', 'a', true, [11, 17, 11, 27]],
          ['used', 'port-name'],
        ],
        [
          ['10.20.0.16', 'not-ready', '', true, [13, 17, 13, 29]],
          ['not-ready', 'port-name'],
        ],
      ],
    );
    assert.deepEqual(picture?.strays, []);
    await client.stop();
  });

  it('names the part at the cursor: an address, a port, an object, a Service', async () => {
    const client = await startClient();
    client.open(serviceUri, service('db'));
    client.open(sliceUri, slice);
    const object = 'shop/db/EndpointSlice/db-1';
    const expected: readonly (readonly [uri: string, line: number, character: number, id: string | null])[] = [
      [sliceUri, 10, 20, `${object}/10.20.0.15`],
      [sliceUri, 10, 0, `${object}/10.20.0.15`],
      [sliceUri, 11, 8, `${object}/10.20.0.15`],
      [sliceUri, 12, 4, `${object}/10.20.0.16`],
      [sliceUri, 13, 30, `${object}/10.20.0.16`],
      [sliceUri, 1, 3, object],
      [sliceUri, 8, 12, object],
      [sliceUri, 9, 4, object],
      // A new line at the end belongs to the slice.
      [sliceUri, 14, 0, object],
      [serviceUri, 9, 8, 'shop/db:postgres/TCP'],
      [serviceUri, 10, 0, 'shop/db:metrics/TCP'],
      [serviceUri, 6, 5, 'shop/db'],
      [serviceUri, 0, 0, 'shop/db'],
    ];
    for (const [uri, line, character, id] of expected) {
      const answer = await ask(client, uri, line, character);
      assert.deepEqual([namesIn(answer), answer.active], [['shop/db'], id], `${uri}:${line}:${character}`);
    }
    await client.stop();
  });

  it('counts columns in UTF-16 units, whatever the client counts in', async () => {
    const client = await startClient({ capabilities: { general: { positionEncodings: ['utf-8'] } } });
    const text = slice.replace('labels: {', 'labels: { "äö😀": x,').replace('[10.20.0.15]', '[ "ä😀", 10.20.0.15]');
    client.open(sliceUri, text);
    const { picture } = await ask(client, sliceUri, 10, 30);
    assert.deepEqual(
      picture?.strays[0]?.addresses.map(({ range }) => range?.[1]),
      [18, 25, 17],
    );
    await client.stop();
  });

  it('has all Services of the file with the cursor elsewhere, and says what is left out', async () => {
    const client = await startClient();
    const many = `# ${top}\n---\n${Array.from({ length: 53 }, (_, i) => service(`db-${i}`)).join('---\n')}`;
    client.open(serviceUri, many);
    const answer = await ask(client, serviceUri, 0);
    assert.equal(namesIn(answer).length, 50);
    assert.deepEqual(answer.picture?.remarks, [
      '3 more Services of this file are not drawn. Put the cursor on one, or run "endpoints show".',
    ]);
    assert.equal(answer.active, null);
    assert.deepEqual(namesIn(await ask(client, serviceUri, 5)), ['shop/db-0']);
    await client.stop();
  });

  it('draws objects without a Service, and says what to do where there is nothing', async () => {
    const client = await startClient();
    client.open(sliceUri, slice);
    const stray = await ask(client, sliceUri, 10, 20);
    assert.deepEqual([namesIn(stray), stray.active], [[], 'shop/stray/EndpointSlice/db-1/10.20.0.15']);
    client.open(serviceUri, 'kind: Deployment\napiVersion: apps/v1\nmetadata: { name: db }\n');
    assert.deepEqual(await ask(client, serviceUri, 0), {
      picture: null,
      active: null,
      views: [],
      view: 'written',
      remark: 'Put the cursor on a Service, an EndpointSlice or Endpoints to see where its traffic goes.',
    });
    await client.stop();
  });

  it('draws what an overlay builds, at the lines of the files, also from a patch', async () => {
    const patchUri = `${top}/prod/addresses.yaml`;
    const base = service('db').replace('  namespace: shop\n', '');
    const endpoints = (ip: string): string =>
      `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: ${ip}\n    ports:\n      - { name: postgres, port: 5432 }\n`;
    const files = {
      [`${top}/base/kustomization.yaml`]: 'resources: [service.yaml, db.yaml]\n',
      [`${top}/base/service.yaml`]: base,
      [`${top}/base/db.yaml`]: endpoints('10.20.0.15'),
      [`${top}/prod/kustomization.yaml`]:
        'namespace: shop\nresources: [../base]\npatches: [{ path: addresses.yaml }]\n',
      [patchUri]: endpoints('10.30.0.15'),
    };
    const client = await startClient({ files });
    client.open(patchUri, files[patchUri] ?? '');
    const answer = await ask(client, patchUri, 6, 15);
    const own = answer.picture?.services[0];
    assert.deepEqual([own?.id, own?.build, own?.file], ['shop/db', 'prod', `${top}/base/service.yaml`]);
    const [address] = own?.objects[0]?.addresses ?? [];
    assert.deepEqual([address?.address, address?.file, address?.range?.[0]], ['10.30.0.15', patchUri, 7]);
    assert.equal(answer.active, address?.id);
    await client.stop();
  });

  it('answers about a file that is not open, and with null about an unknown one', async () => {
    const client = await startClient({ files: { [serviceUri]: service('db'), [sliceUri]: slice } });
    assert.deepEqual(namesIn(await ask(client, sliceUri, 10)), ['shop/db']);
    assert.equal(await ask(client, `${top}/missing.yaml`, 0), null);
    await client.stop();
  });

  it('notifies a client with the view, once until it asks again, of changes in other files', async () => {
    const client = await startClient({ capabilities: picturing, files: { [serviceUri]: service('db') } });
    let told = 0;
    client.connection.onNotification('endpoints/didChangePicture', () => void told++);
    client.open(sliceUri, slice);
    client.open(serviceUri, service('db'));
    assert.equal((await ask(client, sliceUri, 10)).picture?.services[0]?.objects[0]?.flows[1]?.flow, 'broken');
    for (const [version, name] of [
      [2, 'mtrcs'],
      [3, 'metrics-2'],
    ] as const) {
      client.change(serviceUri, version, [{ text: service('db').replace('metrics', name) }]);
      await client.pull(serviceUri);
    }
    await until(() => told > 0);
    assert.equal(told, 1);
    assert.equal((await ask(client, sliceUri, 10)).picture?.services[0]?.ports[1]?.name, 'metrics-2');
    await client.stop();
  });

  it('is drawn from a node or a zone', async () => {
    const client = await startClient();
    const local = service('db').replace('  ports:', '  internalTrafficPolicy: Local\n  ports:');
    client.open(serviceUri, local);
    client.open(sliceUri, slice.replace('zone: a', 'nodeName: w1'));
    const flowsFrom = async (from?: object) => {
      const { picture } = await ask(client, sliceUri, 0, 0, from && { from });
      const [address] = picture?.services[0]?.objects[0]?.addresses ?? [];
      return [picture?.asked, address?.flows[0]?.flow];
    };
    assert.deepEqual(await flowsFrom({ node: 'w1' }), ['kube-proxy of Kubernetes 1.36, node w1', 'used']);
    const [asked, flow] = await flowsFrom({ node: 'w2', zone: 'b' });
    assert.equal(asked, 'kube-proxy of Kubernetes 1.36, node w2, zone b');
    assert.notEqual(flow, 'used');
    await assert.rejects(ask(client, sliceUri, 0, 0, { from: { node: 1 } }), /params\.from\.node must be a string/);
    await client.stop();
  });

  it('is opened by the lens of a client with the view, and the document by that of others', async () => {
    for (const [capabilities, command] of [
      [picturing, 'endpoints.showPicture'],
      [everyCapability, 'endpoints.showTraffic'],
    ] as const) {
      const client = await startClient({ capabilities });
      client.open(serviceUri, service('db'));
      client.open(sliceUri, slice);
      const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', sliceUri);
      assert.ok(lenses.some((lens) => lens.command?.command === command));
      await client.stop();
    }
  });

  it('can be cancelled, and rejects a view that is no text', async () => {
    const client = await startClient();
    client.open(serviceUri, service('db'));
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri: serviceUri }, position: { line: 0, character: 0 } };
    const answer = client.connection.sendRequest('endpoints/picture', params, source.token);
    source.cancel();
    await assert.rejects(answer, { code: LSPErrorCodes.RequestCancelled });
    await assert.rejects(ask(client, serviceUri, 0, 0, { view: 7 }), /params\.view must be a string, but is 7/);
    assert.equal((await ask(client, serviceUri, 0, 0, { view: 'unknown' })).view, 'written');
    await client.stop();
  });
});
