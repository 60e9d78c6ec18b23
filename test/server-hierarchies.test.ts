/** Call and type hierarchies over a stream: the items of a client are found again after an edit, or have no answer. */
import assert from 'node:assert/strict';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  TypeHierarchyItem,
} from 'vscode-languageserver';
import type { PictureAnswer } from '../server/src/features/traffic/picture-here.ts';
import { startWorkspace, type WorkspaceClient } from './support/workspace-session.ts';

const uri = 'file:///project/db.yaml';
const text = `apiVersion: v1
kind: Service
metadata: { name: db }
spec: { ports: [{ name: sql, port: 5432 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets:
  - addresses: [{ ip: 10.20.0.15 }]
    ports: [{ name: sql, port: 5432 }]
`;
const onService = { position: { line: 2, character: 20 } };
const onEndpoints = { position: { line: 7, character: 20 } };

const sendersUri = 'file:///project/senders.yaml';
const sentTo = `apiVersion: v1
kind: Service
metadata: { name: db, labels: { app: db } }
spec:
  clusterIP: 10.96.0.5
  ports: [{ name: web, port: 80 }, { name: metrics, port: 9090 }, { name: admin, port: 81, targetPort: 8081 }]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: db-1, labels: { kubernetes.io/service-name: db } }
addressType: IPv4
ports: [{ name: web, port: 80 }, { name: metrics, port: 9090 }]
endpoints: [{ addresses: [10.20.0.15] }]
`;
const ingress = (name: string, className: string, ports: readonly string[]): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name} }
spec:
  ingressClassName: ${className}
  rules:
    - http:
        paths:
${ports.map((port) => `          - { path: /, pathType: Prefix, backend: { service: { name: db, port: { ${port} } } } }\n`).join('')}---
`;
const senders = `${ingress('nginx', 'nginx', ['name: web', 'number: 8081', 'number: 82'])}${ingress('traefik', 'traefik', ['number: 9090', 'number: 8081'])}apiVersion: traefik.io/v1alpha1
kind: IngressRouteTCP
metadata: { name: tcp }
spec: { routes: [{ match: HostSNI(\`*\`), services: [{ name: db, port: 80 }] }] }
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: mesh }
spec: { hosts: [db], http: [{ route: [{ destination: { host: db } }] }] }
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: monitor }
spec:
  selector: { matchLabels: { app: db } }
  endpoints: [{ port: metrics }, { port: wbe }]
`;
const flowWords = {
  used: 'gets traffic',
  idle: 'no traffic',
  broken: 'no traffic',
  unknown: 'not known whether traffic arrives',
};

/** Client, port and what becomes of the traffic, as the picture has them; for a reference that leads nowhere, the Service. */
function drawnEdges({ picture }: PictureAnswer): readonly string[] {
  return (picture?.services ?? []).flatMap(({ name, clients, ports }) =>
    clients.flatMap((client) => [
      ...client.ports.map(({ port, flow }) => {
        const to = ports.find(({ id }) => id === port)?.name;
        return `${client.kind} ${client.name} → ${name}:${to}: ${flowWords[flow]}`;
      }),
      ...(client.missing.length > 0 ? [`${client.kind} ${client.name} → ${name}: no traffic`] : []),
    ]),
  );
}

/** The part of the detail after the file, without its reason. */
function stateOf({ detail = '' }: CallHierarchyItem): string {
  return detail.replace(/^[^,]*, /, '').replace(/:.*/, '');
}

async function sentBy(client: WorkspaceClient): Promise<readonly string[]> {
  const names = [...senders.matchAll(/^metadata: \{ name: /gm)].map(({ index, 0: { length } }) => index + length);
  const edges: string[] = [];
  for (const offset of names) {
    const line = senders.slice(0, offset).split('\n').length - 1;
    const position = { line, character: 'metadata: { name: '.length };
    const items = await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', sendersUri, { position });
    for (const item of items) {
      const found: CallHierarchyOutgoingCall[] = await client.connection.sendRequest('callHierarchy/outgoingCalls', {
        item,
      });
      edges.push(...found.map(({ to }) => `${item.name} → ${to.name}: ${stateOf(to)}`));
    }
  }
  return edges;
}

describe('hierarchies', () => {
  it('have the senders that the picture has, in both directions', async () => {
    const client = await startWorkspace({ files: { [uri]: sentTo, [sendersUri]: senders } });
    client.open(uri, sentTo);
    client.open(sendersUri, senders);
    const drawn = drawnEdges(await client.ask<PictureAnswer>('endpoints/picture', uri, onService));
    assert.deepEqual(drawn, [
      'Ingress nginx → db:web: gets traffic',
      'Ingress nginx → db:admin: gets traffic',
      'Ingress nginx → db: no traffic',
      'Ingress traefik → db:metrics: gets traffic',
      'Ingress traefik → db: no traffic',
      'IngressRouteTCP tcp → db:web: no traffic',
      'VirtualService mesh → db:web: not known whether traffic arrives',
      'VirtualService mesh → db:metrics: not known whether traffic arrives',
      'VirtualService mesh → db:admin: not known whether traffic arrives',
      'ServiceMonitor monitor → db:metrics: not known whether traffic arrives',
      'ServiceMonitor monitor → db: no traffic',
    ]);
    assert.deepEqual((await sentBy(client)).toSorted(), drawn.toSorted());
    const received: string[] = [];
    for (const item of await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', uri, onService)) {
      const found: CallHierarchyIncomingCall[] = await client.connection.sendRequest('callHierarchy/incomingCalls', {
        item,
      });
      received.push(...found.map(({ from }) => `${from.name} → ${item.name}: ${stateOf(from)}`));
    }
    assert.deepEqual(received.toSorted(), drawn.filter((each) => !each.includes('→ db: ')).toSorted());
    await client.stop();
  });

  it('find items again after an edit, and answer nothing for one that is gone', async () => {
    const client = await startWorkspace({ files: { [uri]: text } });
    client.open(uri, text);
    const [port] = await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', uri, onService);
    assert.equal(port?.name, 'db:sql');
    const called = async (item: unknown): Promise<readonly unknown[]> => {
      const found = await client.connection.sendRequest<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', {
        item,
      });
      return found.map(({ to, fromRanges }) => [
        to.name,
        to.detail,
        to.selectionRange.start.line,
        fromRanges[0]?.start,
      ]);
    };
    const served = (line: number): unknown => [
      ['Endpoints db', 'db.yaml, gets traffic', line + 7, { line: line + 3, character: 24 }],
    ];
    assert.deepEqual(await called(port), served(0));
    client.change(uri, 2, [{ text: `# A comment.\n${text}` }]);
    assert.deepEqual(await called(port), served(1));
    client.change(uri, 3, [{ text: text.replace('name: sql, port: 5432 }] }', 'name: web, port: 5432 }] }') }]);
    assert.deepEqual(await called(port), []);
    client.change(uri, 4, [{ text: '' }]);
    assert.deepEqual(await called(port), []);
    for (const item of [{}, null, { data: 3 }, { ...port, data: { uri } }]) assert.deepEqual(await called(item), []);
    await assert.rejects(client.connection.sendRequest('callHierarchy/incomingCalls', null), /params must be/);
    await client.stop();
  });

  it('lead from an address to its Service', async () => {
    const client = await startWorkspace({ files: { [uri]: text } });
    client.open(uri, text);
    const [address] = await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', uri, {
      position: { line: 9, character: 26 },
    });
    const names: string[] = [];
    for (let item: CallHierarchyItem | undefined = address; item;) {
      names.push(item.name);
      const found: CallHierarchyIncomingCall[] = await client.connection.sendRequest('callHierarchy/incomingCalls', {
        item,
      });
      item = found[0]?.from;
    }
    assert.deepEqual(names, ['10.20.0.15', 'Endpoints db', 'db:sql']);
    await client.stop();
  });

  it('have no items elsewhere, and none where navigation is off', async () => {
    const client = await startWorkspace({ files: { [uri]: text } });
    client.open(uri, text);
    const prepared = (method: string, at: object): Promise<unknown> => client.ask(method, uri, at);
    const elsewhere = { position: { line: 4, character: 0 } };
    for (const method of ['textDocument/prepareCallHierarchy', 'textDocument/prepareTypeHierarchy'])
      assert.equal(await prepared(method, elsewhere), null);
    const [item] = await client.ask<TypeHierarchyItem[]>('textDocument/prepareTypeHierarchy', uri, onEndpoints);
    assert.deepEqual(await client.connection.sendRequest('typeHierarchy/subtypes', { item }), []);
    await client.stop();
    const off = await startWorkspace({ files: { [uri]: text }, initializationOptions: { navigation: false } });
    off.open(uri, text);
    assert.equal(await off.ask('textDocument/prepareCallHierarchy', uri, onService), null);
    await off.stop();
  });
});
