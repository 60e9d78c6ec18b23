/** `endpoints show`: the clients of a Service, the ports that they name, and what they meet there. */
import assert from 'node:assert/strict';
import { drawnPicture } from './support/drawn-picture.ts';
import { folderOf } from './support/process.ts';
import { clientTexts, shownPicture } from './support/show-run.ts';
import { temporary } from './support/temporary.ts';
import { service, slice } from './support/traffic-texts.ts';

const ports = '{ name: web, port: 80 }, { name: metrics, port: 9090 }, { name: admin, port: 81, targetPort: 8081 }';
const db = service('db', `- ${ports}`).replace('{ name: db }', '{ name: db, labels: { app: db } }');
const backed = db + slice('db', '{ name: web, port: 80 }, { name: metrics, port: 9090 }', ['10.0.0.1 | ready: true']);

const ingress = (backends: string, spec = ''): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: front }
spec:
  ${spec}
  rules:
    - http:
        paths:
${backends}---
`;
const backend = (port: string, name = 'db'): string =>
  `          - { path: /, pathType: Prefix, backend: { service: { name: ${name}, port: { ${port} } } } }\n`;

const monitor = (endpoints: string, metadata = 'name: db', spec = ''): string => `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { ${metadata} }
spec:
  selector: { matchLabels: { app: db } }
  endpoints: [${endpoints}]
  ${spec}
---
`;

describe('endpoints show: clients', () => {
  const make = temporary(folderOf);
  const picture = (text: string, ...args: readonly string[]) => shownPicture(make({ 'a.yaml': text }).run, ...args);
  const clients = (text: string, ...args: readonly string[]): readonly string[] =>
    picture(text, ...args).services.flatMap(clientTexts);

  it('draws each port that an Ingress names, by number or name, and the ports that do not exist', () => {
    const all = ingress(
      backend('number: 80') + backend('name: metrics') + backend('name: wbe') + backend('number: 80'),
    );
    assert.deepEqual(clients(backed + all), [
      'Ingress front | web, metrics | unknown-backend-port 27: The Service has no port "wbe", so this backend gets no traffic.',
    ]);
  });

  it('says what a client meets at a port without endpoints', () => {
    assert.deepEqual(clients(db + ingress(backend('number: 80'))), [
      'Ingress front | web broken Nothing is written for this Service, so connections are refused.',
    ]);
  });

  it('asks the program that reads the endpoints itself', () => {
    const route = `apiVersion: traefik.io/v1alpha1
kind: IngressRouteTCP
metadata: { name: tcp }
spec: { routes: [{ match: HostSNI(\`*\`), services: [{ name: db, port: 80 }] }] }
---
`;
    assert.deepEqual(clients(backed + route), ['IngressRouteTCP tcp | Traefik 3.7.9 | web']);
    const unwritten = db + slice('db', '{ name: web, port: 80 }', ['10.0.0.1']);
    assert.deepEqual(clients(unwritten + route), [
      'IngressRouteTCP tcp | Traefik 3.7.9 | web broken Traefik 3.7.9: The endpoint does not say ready: true.',
    ]);
    assert.deepEqual(clients(unwritten + route.replace('port: 80', 'port: 80, nativeLB: true')), [
      'IngressRouteTCP tcp | Traefik 3.7.9 | web',
    ]);
  });

  it('takes a targetPort for ingress-nginx, and where the controller is not known', () => {
    const named = (spec: string): readonly string[] => clients(backed + ingress(backend('number: 8081'), spec));
    assert.deepEqual(named('ingressClassName: nginx'), ['Ingress front | ingress-nginx 1.15.0 | admin']);
    assert.match(named('')[0] ?? '', /^Ingress front \| admin broken No endpoint/);
    assert.deepEqual(named('ingressClassName: traefik'), [
      'Ingress front | Traefik 3.7.9 | unknown-backend-port 25: The Service has no port 8081, so this backend gets no traffic.',
    ]);
  });

  it('draws ServiceMonitors, also of other namespaces, and asks Prometheus', () => {
    const mirrored = `${db}apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets: [{ notReadyAddresses: [{ ip: 10.0.0.1 }], ports: [{ name: metrics, port: 9090 }] }]
---
`;
    const elsewhere = monitor(
      '{ port: metrics }',
      'name: all, namespace: monitoring',
      'namespaceSelector: { matchNames: [default] }',
    );
    assert.deepEqual(clients(mirrored + elsewhere), ['ServiceMonitor monitoring/all | Prometheus 3.14.0 | metrics']);
    assert.deepEqual(clients(backed + monitor('{ port: metrics }, { port: metrix }, { targetPort: 9090 }')), [
      [
        'ServiceMonitor db',
        'Prometheus 3.14.0',
        'metrics unknown Only Prometheus with the role endpointslice finds endpoints here.',
        'ineffective-monitor 22: No port behind the Service has the name "metrix", so Prometheus scrapes nothing here.',
        'ineffective-monitor 22: targetPort selects a container port of a Pod, and these endpoints are written by hand.',
      ].join(' | '),
    ]);
    assert.deepEqual(clients(backed + monitor('{ port: metrics }').replace('app: db', 'app: other')), []);
  });

  it('has the place that was asked for as a client', () => {
    const zones = db + slice('db', '{ name: web, port: 80 }', ['10.0.0.1 | zones: a', '10.0.0.2 | zones: b']);
    const [pod] = clients(zones, '--from', 'zone=a');
    assert.match(pod ?? '', /^Pod in zone a \| web, metrics broken/);
    assert.match(clients(zones, '--through', 'ingress-nginx')[0] ?? '', /^ingress-nginx 1\.15\.0 {2}\| web/);
  });

  it('names the Services that clients name and no file has', () => {
    const { remarks } = picture(backed + ingress(backend('number: 80', 'dbb')));
    assert.deepEqual(remarks.slice(0, 1), [
      'The Ingress default/front names the Service default/dbb, which is in none of the files (a.yaml:25).',
    ]);
    assert.deepEqual(picture(backed + ingress(backend('number: 80', 'dbb')), '--service', 'db').remarks, []);
  });

  it('leads edges past the other clients where ports are below them', () => {
    const fronts = ['a', 'b', 'c'].map((name) => ingress(backend('number: 80')).replace('front', name)).join('');
    const { out } = make({ 'a.yaml': backed + fronts }).run('show', '--format', 'svg', '--width', '420');
    const boxes = drawnPicture(out).services.flatMap((each) => each.boxes);
    const down = [...out.matchAll(/d="M[\d.]+ ([\d.]+)(?:H([\d.]+)q-5 0 -5 5)V([\d.]+)/g)];
    assert.equal(down.length, 3, out);
    for (const [, from, bend, to] of down) {
      const x = Number(bend) - 5;
      const behind = boxes.filter((box) => box.x <= x && x <= box.x + box.width);
      const met = behind.filter(({ y, height }) => y < Number(to) && y + height > Number(from));
      assert.deepEqual(met.map(({ id }) => id), []); // prettier-ignore
    }
  });

  it('has different ids for clients of one name', () => {
    const [own] = picture(backed + ingress(backend('number: 80')) + ingress(backend('number: 80'))).services;
    assert.equal(new Set(own?.clients.map(({ id }) => id)).size, own?.clients.length);
    assert.equal(own?.clients.length, 2);
  });
});
