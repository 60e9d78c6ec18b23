/** The views and clients of the picture over a stream: which views are offered, what each shows, and what a client meets. */
import assert from 'node:assert/strict';
import type { PictureService } from '../server/src/analysis/picture/picture.ts';
import type { PictureAnswer } from '../server/src/features/traffic/picture-here.ts';
import { startClient, type Client } from './support/client.ts';
import { clientTexts, usedAddresses } from './support/show-run.ts';

const top = 'file:///project';
const uri = `${top}/Pulumi.yaml`;
const program = `name: shop
runtime: yaml
resources:
  service:
    type: kubernetes:core/v1:Service
    properties:
      metadata: { name: db, namespace: shop }
      spec: { ports: [{ name: web, port: 80 }] }
  db:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: db, namespace: shop, annotations: { pulumi.com/patchFieldManager: platform } }
      subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ name: web, port: 80 }] }]
`;
const patch = `  move:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata: { name: db, namespace: shop, annotations: { pulumi.com/patchFieldManager: move, pulumi.com/patchForce: "true" } }
      subsets: [{ addresses: [{ ip: 10.0.0.9 }], ports: [{ name: web, port: 80 }] }]
`;
const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: front, namespace: shop }
spec:
  ingressClassName: nginx
  defaultBackend: { service: { name: db, port: { name: wbe } } }
  rules: [{ http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: db, port: { number: 80 } } } }] } }]
`;
const manifests = `apiVersion: v1
kind: Service
metadata: { name: db, namespace: shop, labels: { app: db } }
spec: { ports: [{ name: web, port: 80 }] }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: db-1, namespace: shop, labels: { kubernetes.io/service-name: db } }
addressType: IPv4
ports: [{ name: web, port: 80 }]
endpoints: [{ addresses: [10.0.0.1] }]
`;
const monitor = `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: db, namespace: shop }
spec: { selector: { matchLabels: { app: db } }, endpoints: [{ port: web }] }
`;

const slice = (name: string, address: string): string => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: ${name}, namespace: shop, labels: { kubernetes.io/service-name: db } }
addressType: IPv4
ports: [{ name: web, port: 80 }]
endpoints: [{ addresses: [${address}] }]
`;

function ask(client: Client, of: string, view: string, more: object = {}): Promise<PictureAnswer> {
  return client.ask<PictureAnswer>('endpoints/picture', of, { position: { line: 3, character: 0 }, view, ...more });
}

/** `after db | added: db-2 | added: 10.0.0.2`. */
function changesIn({ state, name, objects }: PictureService): string {
  const named = (nodes: readonly { readonly change?: string; readonly name: string }[]): string => {
    const changed = nodes.filter(({ change }) => change !== undefined);
    return changed.length > 0 ? `${changed[0]?.change}: ${changed.map((each) => each.name).join(', ')}` : '';
  };
  const addresses = objects.flatMap((object) => object.addresses.map((each) => ({ ...each, name: each.address })));
  return [`${state} ${name}`, named(objects), named(addresses)].join(' | ');
}

describe('language server: views of the picture', () => {
  it('offers the views that show something else, and draws them', async () => {
    const client = await startClient();
    client.open(uri, program + patch);
    const shown = async (view: string) => {
      const { picture, views, view: own } = await ask(client, uri, view);
      assert.ok(picture);
      const owners = picture.services[0]?.objects.flatMap(({ addresses }) => addresses.flatMap((each) => each.owners));
      return [own, views.map(({ id }) => id), usedAddresses(picture), owners];
    };
    const views = ['written', 'patched', 'mirrored'];
    assert.deepEqual(await shown('written'), ['written', views, ['shop/db web/TCP 10.0.0.1 80'], []]);
    assert.deepEqual(await shown('patched'), [
      'patched',
      views,
      ['shop/db web/TCP 10.0.0.9 80'],
      ['move (patch "move")'],
    ]);
    assert.deepEqual(await shown('mirrored'), ['mirrored', views, ['shop/db web/TCP 10.0.0.1 80'], []]);
    const { picture } = await ask(client, uri, 'patched');
    assert.equal(picture?.services[0]?.objects[0]?.addresses[0]?.range?.[0], 18);
    client.change(uri, 2, [{ text: program }]);
    const without = await ask(client, uri, 'patched');
    assert.deepEqual([without.view, without.views.map(({ id }) => id)], ['written', ['written', 'mirrored']]);
    await client.stop();
  });

  it('shows the Service of the patch at the cursor, in each view', async () => {
    const other = program
      .slice(program.indexOf('  service:'))
      .replaceAll(/service:\n|db:\n/g, 'other-$&')
      .replaceAll('name: db', 'name: cache');
    const client = await startClient();
    const text = program + other + patch;
    client.open(uri, text);
    const all = await ask(client, uri, 'written', { position: { line: 0, character: 0 } });
    assert.deepEqual(
      all.picture?.services.map(({ name }) => name),
      ['cache', 'db'],
    );
    const position = { line: text.split('\n').findIndex((line) => line.includes('10.0.0.9')), character: 40 };
    const shown = async (view: string) => {
      const { picture, active } = await ask(client, uri, view, { position });
      assert.ok(picture);
      return [picture.services.map(({ name }) => name), usedAddresses(picture), active];
    };
    assert.deepEqual(await shown('written'), [['db'], ['shop/db web/TCP 10.0.0.1 80'], null]);
    assert.deepEqual(await shown('patched'), [
      ['db'],
      ['shop/db web/TCP 10.0.0.9 80'],
      'shop/db/Endpoints/db/10.0.0.9',
    ]);
    await client.stop();
  });

  it('compares the texts with those before the changes', async () => {
    const files = {
      [`${top}/db.yaml`]: manifests,
      [`${top}/slice.yaml`]: slice('db-2', '10.0.0.2'),
      [`${top}/new.yaml`]: slice('db-3', '10.0.0.3'),
    };
    const client = await startClient({ files });
    const now = manifests.replace('10.0.0.1', '10.0.0.9');
    client.open(`${top}/db.yaml`, now);
    const shownAt = 'git:/project/db.yaml?%7B%22ref%22%3A%22HEAD%22%7D';
    const before = [
      { uri: `${top}/db.yaml`, text: manifests, shownAt },
      { uri: `${top}/new.yaml`, text: null },
      { uri: `${top}/gone.yaml`, text: slice('db-4', '10.0.0.4') },
    ];
    const without = await ask(client, `${top}/db.yaml`, 'changes');
    assert.deepEqual([without.view, without.views.map(({ id }) => id)], ['written', ['written']]);
    const offered = await ask(client, `${top}/db.yaml`, 'written', { before: [] });
    assert.deepEqual([offered.view, offered.views.map(({ id }) => id)], ['written', ['written', 'changes']]);
    const { picture, view, active } = await ask(client, `${top}/db.yaml`, 'changes', { before, uncompared: 1 });
    assert.ok(picture);
    assert.deepEqual(picture.services.map(changesIn), [
      'before db | removed: db-4 | removed: 10.0.0.1, 10.0.0.4',
      'after db | added: db-3 | added: 10.0.0.9, 10.0.0.3',
    ]);
    assert.deepEqual([view, active], ['changes', 'after shop/db']);
    assert.deepEqual(picture.remarks, [
      '+ is added, − is removed, ~ is changed.',
      '1 changed file is not compared: the committed text cannot be read here.',
    ]);
    const places = picture.services.map(({ objects }) =>
      objects.map(({ file, addresses: [at] }) => [file, at?.range?.[0]]),
    );
    assert.deepEqual(places, [
      [
        [shownAt, 11],
        [`${top}/slice.yaml`, 6],
        [null, undefined],
      ],
      [
        [`${top}/db.yaml`, 11],
        [`${top}/slice.yaml`, 6],
        [`${top}/new.yaml`, 6],
      ],
    ]);
    await client.stop();
  });

  it('draws Services that a change deletes, and those that lose a slice', async () => {
    const client = await startClient({ files: { [`${top}/db.yaml`]: manifests } });
    const alone = manifests.slice(manifests.indexOf('---') + 4);
    const changes = async (version: number, text: string): Promise<readonly string[]> => {
      if (version === 1) client.open(`${top}/db.yaml`, text);
      else client.change(`${top}/db.yaml`, version, [{ text }]);
      const before = [{ uri: `${top}/db.yaml`, text: manifests }];
      const { picture } = await ask(client, `${top}/db.yaml`, 'changes', { before });
      return [...(picture?.services.map(changesIn) ?? []), ...(picture?.strays.map(({ id }) => id) ?? [])];
    };
    const removed = 'removed db | removed: db-1 | removed: 10.0.0.1';
    assert.deepEqual(await changes(1, alone), [removed, 'added shop/stray/EndpointSlice/db-1']);
    assert.deepEqual(await changes(2, '# empty\n'), [removed]);
    const lost = manifests.replace('service-name: db', 'service-name: bd');
    assert.deepEqual(await changes(3, lost), ['before db | removed: db-1 | removed: 10.0.0.1', 'after db |  | ']);
    assert.deepEqual(await changes(4, manifests), []);
    await client.stop();
  });

  it('compares what a kustomization builds', async () => {
    const kustomization = (namespace: string): string => `namespace: ${namespace}\nresources: [db.yaml]\n`;
    const files = { [`${top}/db.yaml`]: manifests, [`${top}/kustomization.yaml`]: kustomization('new') };
    const client = await startClient({ files });
    client.open(`${top}/db.yaml`, manifests);
    const before = [{ uri: `${top}/kustomization.yaml`, text: kustomization('old') }];
    const { picture } = await ask(client, `${top}/db.yaml`, 'changes', { before });
    assert.deepEqual(
      picture?.services.map(({ state, namespace, build }) => [state, namespace, build]),
      [
        ['added', 'new', '.'],
        ['removed', 'old', '.'],
      ],
    );
    await client.stop();
  });

  it('has clients of other files, and what they meet', async () => {
    const files = { [`${top}/ingress.yaml`]: ingress, [`${top}/monitor.yaml`]: monitor, [`${top}/db.yaml`]: manifests };
    const client = await startClient({ files });
    client.open(`${top}/db.yaml`, manifests);
    const { picture } = await ask(client, `${top}/db.yaml`, 'written');
    assert.deepEqual(picture?.services.flatMap(clientTexts), [
      'Ingress front | ingress-nginx 1.15.0 | web | unknown-backend-port 6: The Service has no port "wbe", so this backend gets no traffic.',
      'ServiceMonitor db | Prometheus 3.14.0 | web unknown Only Prometheus with the role endpointslice finds endpoints here.',
    ]);
    assert.equal(picture?.services[0]?.clients[0]?.file, `${top}/ingress.yaml`);
    await client.stop();
  });
});
