/** The views and clients of the picture over a stream: which views are offered, what each shows, and what a client meets. */
import assert from 'node:assert/strict';
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

function ask(client: Client, of: string, view: string): Promise<PictureAnswer> {
  return client.ask<PictureAnswer>('endpoints/picture', of, { position: { line: 6, character: 10 }, view });
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
