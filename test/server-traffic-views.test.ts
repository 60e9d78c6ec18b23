/** What editors show of traffic, over a stream: the lens, the hover, the action, and the document that follows the files. */
import assert from 'node:assert/strict';
import type { CodeAction, CodeLens, DocumentLink, Hover } from 'vscode-languageserver-types';
import { opening, run } from './support/apply-documents.ts';
import { startClient, type Client } from './support/client.ts';

const serviceUri = 'file:///project/service.yaml';
const sliceUri = 'file:///project/slice.yaml';
const service = `apiVersion: v1
kind: Service
metadata: { name: orders-db, namespace: shop }
spec:
  clusterIP: 10.96.0.5
  ipFamilies: [IPv4]
  ports:
    - name: postgres
      port: 5432
    - name: metrics
      port: 9187
`;
const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: orders-db-1, namespace: shop, labels: { kubernetes.io/service-name: orders-db } }
addressType: IPv4
ports:
  - { name: postgres, port: 5432 }
endpoints:
  - addresses: [10.20.0.15]
    hints: { forZones: [{ name: a }] }
  - addresses: [10.20.0.16]
    hints: { forZones: [{ name: b }] }
  - addresses: [10.20.0.17]
    conditions: { ready: false }
`;

const shownHead = `# Traffic of shop/orders-db. Kubernetes 1.36.
#
# Not all traffic arrives at shop/orders-db: it breaks at port
# "metrics".
#
`;
const shownStates = `port 5432/TCP postgres:  # service.yaml:8
  gets traffic:
    - 10.20.0.15:5432    # slice.yaml:8: only from the zone "a" and any other zone
    - 10.20.0.16:5432    # slice.yaml:10: only from the zone "b" and any other zone
  gets no traffic:
    - 10.20.0.17:5432    # slice.yaml:12: not ready

# No traffic arrives at shop/orders-db:metrics. kube-proxy
# refuses each connection.
#
# - breaks: The Service port is named "metrics", but the slice
#   "orders-db-1" has only "postgres" (slice.yaml:6). Ports
#   match by name and protocol, never by number. Add the port
#   "metrics" (TCP) with its number to the slice
#   "orders-db-1".
port 9187/TCP metrics:  # service.yaml:10
  gets no traffic:
    - 10.20.0.15        # slice.yaml:8: other port name
    - 10.20.0.16        # slice.yaml:10: other port name
    - 10.20.0.17        # slice.yaml:12: other port name

dns:
  orders-db.shop.svc.cluster.local:
    - A 10.96.0.5
  _postgres._tcp.orders-db.shop.svc.cluster.local:
    - SRV 0 100 5432 orders-db.shop.svc.cluster.local.
  _metrics._tcp.orders-db.shop.svc.cluster.local:
    - SRV 0 100 9187 orders-db.shop.svc.cluster.local.
`;
const why = 'Why does no traffic arrive?';

describe('language server: what editors show of traffic', () => {
  it('counts in a lens the addresses that get traffic, and opens the document', async () => {
    const { client } = await opening();
    open(client);
    assert.deepEqual(await lenses(client, serviceUri), [
      ['2 of 3 addresses get traffic, none at port "metrics", chosen by hints', 'endpoints.showTraffic', 0],
      ['no traffic: other port name', 'endpoints.showTraffic', 9],
    ]);
    assert.deepEqual(await lenses(client, sliceUri), [
      ['2 of 3 addresses get traffic, chosen by hints', 'endpoints.showTraffic', 0],
    ]);
    client.change(sliceUri, 2, [{ text: slice.replace('name: postgres', 'name: pg') }]);
    assert.deepEqual(await lenses(client, sliceUri), [['no traffic: other port name', 'endpoints.showTraffic', 0]]);
    // At the port name that is to blame.
    assert.equal((await action(client, sliceUri, 5))?.title, why);
    await client.stop();
  });

  it('explains in a hover what arrives at a port, a slice and an address', async () => {
    const { client } = await opening();
    open(client);
    assert.match(
      await hover(client, serviceUri, 7, 14),
      /\n\nTraffic arrives at shop\/orders-db:postgres from every node\.\n/,
    );
    assert.match(
      await hover(client, serviceUri, 9, 14),
      /\n\nNo traffic arrives at shop\/orders-db:metrics\. kube-proxy refuses/,
    );
    assert.match(
      await hover(client, sliceUri, 1, 2),
      /\n\n2 of 3 addresses get traffic of shop\/orders-db\. {2}\n10\.20\.0\.15:5432 gets traffic only from the zone "a"/,
    );
    assert.match(
      await hover(client, sliceUri, 11, 20),
      /10\.20\.0\.17 gets no traffic of shop\/orders-db\.\n\n- 10\.20\.0\.17 gets no traffic: conditions\.ready is false\. \[slice\.yaml:13\]\(.*#L13\) Set conditions\.ready: true/,
    );
    assert.doesNotMatch(await hover(client, serviceUri, 2, 40), /raffic/);
    await client.stop();
  });

  it('names the slice that was probably meant for a Service without endpoints', async () => {
    const { client } = await opening();
    client.open(serviceUri, service);
    client.open(sliceUri, slice.replace('service-name: orders-db', 'service-name: order-db'));
    assert.match(
      await hover(client, serviceUri, 1, 2),
      /names the Service "order-db", .* Set the label to orders-db\./,
    );
    await client.stop();
  });

  it('offers to explain where no traffic arrives, in a document at that place', async () => {
    const { client, opened } = await opening();
    open(client);
    assert.deepEqual(await action(client, serviceUri, 7), undefined);
    assert.deepEqual(await action(client, sliceUri, 7), undefined);
    for (const [uri, line] of [
      [serviceUri, 9],
      [sliceUri, 11],
    ] as const) {
      const found = await action(client, uri, line);
      assert.equal(found?.kind, 'quickfix');
      assert.equal(await run(client, found.command?.arguments?.[0], 'endpoints.showTraffic'), null);
    }
    const addresses = opened.map(({ uri }) => uri);
    // The Service has one document.
    assert.equal(addresses[0], addresses[1]);
    assert.match(addresses[0] ?? '', /^endpoints-apply:\/orders-db%3A%20traffic\.yaml\?/);
    const shown = await content(client, addresses[0] ?? '');
    const lines = shown.split('\n');
    const selected = opened.map(({ selection }) => lines[selection?.start.line ?? -1]);
    assert.deepEqual(selected, [
      'port 9187/TCP metrics:  # service.yaml:10',
      '    - 10.20.0.17:5432    # slice.yaml:12: not ready',
    ]);
    assert.equal(shown.slice(0, shownHead.length), shownHead);
    assert.equal(shown.slice(shown.indexOf('port 5432')), shownStates);
    const links: readonly DocumentLink[] = await client.ask('textDocument/documentLink', addresses[0] ?? '');
    assert.ok(links.some(({ target }) => target === `${sliceUri}#L12,17`));
    await client.stop();
  });

  it('refreshes the document after a change of an address, and when another slice appears', async () => {
    let wasAsked = (): void => {};
    const { client, opened } = await opening({
      answers: { 'workspace/textDocumentContent/refresh': () => (wasAsked(), null) },
    });
    const next = (): Promise<void> => new Promise((done) => (wasAsked = done));
    open(client);
    await run(client, { uri: serviceUri, position: { line: 0, character: 0 } }, 'endpoints.showTraffic');
    const address = opened[0]?.uri ?? '';
    await content(client, address);
    const first = next();
    client.change(sliceUri, 2, [{ text: slice.replace('10.20.0.15', '10.20.0.99') }]);
    await client.pull(sliceUri);
    await first;
    assert.match(await content(client, address), /- 10\.20\.0\.99:5432/);
    const second = next();
    client.open(
      'file:///project/other.yaml',
      slice.replace('orders-db-1', 'orders-db-2').replaceAll('10.20.0.1', '10.30.0.1'),
    );
    await client.pull('file:///project/other.yaml');
    await second;
    assert.match(await content(client, address), /- 10\.30\.0\.16:5432/);
    await client.stop();
  });

  it('follows the setting "mirroring"', async () => {
    const endpoints = `apiVersion: v1\nkind: Endpoints\nmetadata: { name: orders-db, namespace: shop }\nsubsets:\n  - addresses: [{ ip: 10.20.0.15 }]\n    ports: [{ name: postgres, port: 5432 }]\n`;
    for (const [mirroring, title] of [
      ['on', '1 address gets traffic'],
      ['off', 'no traffic: not mirrored'],
    ] as const) {
      const { client } = await opening({ initializationOptions: { mirroring } });
      client.open(serviceUri, service);
      client.open(sliceUri, endpoints);
      assert.deepEqual(
        (await lenses(client, sliceUri)).map(([each]) => each),
        [title],
      );
      await client.stop();
    }
  });

  it('is text for a client that opens no document, and has no action there; the settings turn it off', async () => {
    const client = await startClient();
    open(client);
    assert.equal((await lenses(client, sliceUri))[0]?.[1], '');
    assert.equal(await action(client, sliceUri, 11), undefined);
    const text = await run(client, { uri: sliceUri, position: { line: 0, character: 0 } }, 'endpoints.showTraffic');
    assert.equal(String(text).slice(0, shownHead.length), shownHead);
    await client.stop();
    const { client: quiet } = await opening({
      initializationOptions: { hover: false, codeLens: false, codeActions: false },
    });
    open(quiet);
    assert.deepEqual(await lenses(quiet, sliceUri), []);
    assert.equal(await action(quiet, sliceUri, 11), undefined);
    assert.equal(await hover(quiet, sliceUri, 11, 20), '');
    await quiet.stop();
  });
});

function open(client: Client): void {
  client.open(serviceUri, service);
  client.open(sliceUri, slice);
}

/** The title, the command and the line of each lens on traffic. */
async function lenses(client: Client, uri: string): Promise<readonly (readonly [string, string, number])[]> {
  const all = await client.ask<readonly CodeLens[]>('textDocument/codeLens', uri);
  return all.flatMap(({ command, range }) =>
    command?.title.includes('traffic') ? [[command.title, command.command, range.start.line] as const] : [],
  );
}

async function hover(client: Client, uri: string, line: number, character: number): Promise<string> {
  const found = await client.ask<Hover | null>('textDocument/hover', uri, { position: { line, character } });
  const contents = found?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

async function action(client: Client, uri: string, line: number): Promise<CodeAction | undefined> {
  const at = { line, character: 18 };
  const params = { range: { start: at, end: at }, context: { diagnostics: [] } };
  const all = await client.ask<readonly CodeAction[]>('textDocument/codeAction', uri, params);
  return all.find(({ title }) => title === why);
}

async function content(client: Client, address: string): Promise<string> {
  const { text: shown }: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', {
    uri: address,
  });
  return shown;
}
