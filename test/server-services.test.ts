/** endpoints/services: the Services of the workspace as a tree, which follows edits, and costs little. */
import assert from 'node:assert/strict';
import type { ServicesAnswer } from '../server/src/lsp/requests/services.ts';
import { notify, startWorkspace, until, type WorkspaceClient } from './support/workspace-session.ts';

const project = 'file:///project';
const uri = `${project}/db.yaml`;

const service = (name: string, port = 'postgres'): string => `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: shop }
spec:
  clusterIP: 10.96.0.5
  ports: [{ name: ${port}, port: 5432 }]
`;
const slice = (name: string, address = '10.20.0.15'): string => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: ${name}-1, namespace: shop, labels: { kubernetes.io/service-name: ${name} } }
addressType: IPv4
ports: [{ name: postgres, port: 5432 }]
endpoints:
  - addresses: [${address}]
    conditions: { ready: true }
  - addresses: [10.20.0.16]
    conditions: { ready: false }
`;
const both = (name: string): string => `${service(name)}---\n${slice(name)}`;

async function listed(client: WorkspaceClient): Promise<ServicesAnswer> {
  return client.connection.sendRequest<ServicesAnswer>('endpoints/services', {});
}

/** One line for each row, with what a person sees of it. */
function lines({ namespaces }: ServicesAnswer): readonly string[] {
  type Row = ServicesAnswer['namespaces'][number]['strays'][number];
  const line = ({ kind, name, traffic, ready, total, errors, warnings, note }: Row): string =>
    `${kind} ${name}: ${traffic} ${ready}/${total} ${errors}E ${warnings}W${note === '' ? '' : ` ${note}`}`;
  return namespaces.flatMap(({ name, services, strays }) => [
    name,
    ...services.flatMap((each) => [`  ${line(each)}`, ...each.objects.map((object) => `    ${line(object)}`)]),
    ...strays.map((each) => `  ${line(each)}`),
  ]);
}

function changes({ noticed }: WorkspaceClient): number {
  return noticed.filter(({ method }) => method === 'endpoints/didChangeServices').length;
}

describe('endpoints/services', () => {
  it('lists namespaces, Services, objects and patches with their states and problems', async () => {
    const client = await startWorkspace({
      files: {
        [uri]: both('db'),
        [`${project}/broken.yaml`]: `${service('broken', 'mysql')}---\n${slice('broken', '127.0.0.1')}`,
        [`${project}/unmatched.yaml`]: `${service('unmatched', 'mysql')}---\n${slice('unmatched')}`,
        [`${project}/pods.yaml`]: `${service('pods')}  selector: { app: pods }\n`,
        [`${project}/empty.yaml`]: service('empty'),
        [`${project}/external.yaml`]:
          'apiVersion: v1\nkind: Service\nmetadata: { name: external }\nspec: { type: ExternalName, externalName: example.com }\n',
        [`${project}/stray.yaml`]: slice('nowhere'),
        [`${project}/unknown.yaml`]: `${service('unknown', '"{{ .Values.port }}"')}---\n${slice('unknown')}`,
        [`${project}/Pulumi.yaml`]: `name: shop
runtime: yaml
resources:
  db:
    type: kubernetes:core/v1:ServicePatch
    properties: { metadata: { name: empty, namespace: shop } }
`,
      },
    });
    await client.pullAll();
    assert.deepEqual(lines(await listed(client)), [
      'default',
      '  Service external: idle 0/0 0E 0W The Service is of type ExternalName: DNS answers with its externalName, and endpoints have no effect.',
      'shop',
      '  Service broken: none 0/2 0E 0W No endpoint, so connections are refused.',
      '    EndpointSlice broken-1: none 0/2 2E 0W The API server rejects the slice "broken-1": 127.0.0.1 is a loopback address: every node would connect to itself. Write an address that other machines can reach.',
      '  Service db: served 1/2 0E 0W',
      '    EndpointSlice db-1: served 1/2 0E 0W',
      '  Service empty: unknown 0/0 0E 0W Values that are not known decide whether traffic arrives.',
      '    ServicePatch empty: null 0/0 0E 0W',
      '  Service pods: idle 0/0 0E 0W The endpoints come from Pods, which are in no file.',
      '  Service unknown: unknown 1/2 0E 0W Values that are not known decide whether traffic arrives.',
      '    EndpointSlice unknown-1: unknown 1/2 0E 0W The slice has no port "{{ .Values.port }}"; it has "postgres". Ports match by name, never by number.',
      '  Service unmatched: none 1/2 0E 0W No endpoint, so connections are refused.',
      '    EndpointSlice unmatched-1: none 1/2 1E 0W The slice has no port "mysql"; it has "postgres". Ports match by name, never by number.',
      '  EndpointSlice nowhere-1: none 1/2 0E 1W There is no Service of the name that the slice has in its label.',
    ]);
    await client.stop();
  });

  it('says what is not known', async () => {
    const alone = await startWorkspace({ folder: null });
    alone.open(uri, both('db'));
    assert.equal((await listed(alone)).remark, 'No folder is open, so only open files are read.');
    await alone.stop();
    let go = (): void => {};
    const held = new Promise<void>((done) => (go = done));
    const client = await startWorkspace({
      host: {
        async *search() {
          await held;
          yield { texts: [{ uri, text: both('db') }], problems: [], count: 1 };
        },
      },
    });
    const first = await listed(client);
    assert.deepEqual([first.namespaces, first.remark], [[], 'The folders are still being read.']);
    go();
    await until(() => changes(client) === 1);
    const second = await listed(client);
    assert.deepEqual([second.namespaces.length, second.remark], [1, '']);
    await client.stop();
  });

  it('tells only a client that asked, once until it asks again', async () => {
    const files = { [uri]: both('db') };
    const client = await startWorkspace({ files });
    client.open(uri, both('db'));
    await client.connection.sendRequest('endpoints/files', {});
    client.change(uri, 2, [{ text: both('other') }]);
    await new Promise((done) => setTimeout(done, 500));
    assert.equal(changes(client), 0);
    assert.match(lines(await listed(client)).join('\n'), /Service other: served 1\/2/);
    client.change(uri, 3, [{ text: both('third') }]);
    await until(() => changes(client) === 1);
    client.change(uri, 4, [{ text: both('fourth') }]);
    await new Promise((done) => setTimeout(done, 500));
    assert.equal(changes(client), 1);
    assert.match(lines(await listed(client)).join('\n'), /Service fourth/);
    await client.stop();
  });

  it('follows files on the disk and the settings', async () => {
    const files: Record<string, string> = { [uri]: both('db') };
    const client = await startWorkspace({ files });
    await client.connection.sendRequest('endpoints/files', {});
    assert.match(lines(await listed(client)).join('\n'), /Service db: served 1\/2 0E/);
    files[uri] = both('renamed');
    client.watched({ [uri]: 'changed' });
    await until(() => changes(client) === 1);
    assert.match(lines(await listed(client)).join('\n'), /Service renamed/);
    notify(client, 'workspace/didChangeConfiguration', { settings: { endpoints: { mirroring: 'off' } } });
    await until(() => changes(client) === 2);
    assert.equal(changes(client), 2);
    await client.stop();
  });

  it('lists what overlays build, each at the text of its file', async () => {
    const overlay = (name: string): string => `namespace: ${name}\nresources: [../base]\n`;
    const client = await startWorkspace({
      files: {
        [`${project}/base/db.yaml`]: both('db').replaceAll(', namespace: shop', ''),
        [`${project}/base/kustomization.yaml`]: 'resources: [db.yaml]\n',
        [`${project}/prod/kustomization.yaml`]: overlay('prod'),
        [`${project}/test/kustomization.yaml`]: overlay('test'),
      },
    });
    await client.pullAll();
    const { namespaces } = await listed(client);
    const rows = namespaces.flatMap(({ services }) => services.flatMap((each) => [each, ...each.objects]));
    assert.deepEqual(
      rows.map(({ namespace, build, kind, traffic, place }) => [
        namespace,
        build,
        kind,
        traffic,
        place.uri,
        place.ordinal,
      ]),
      ['prod', 'test'].flatMap((name) => [
        [name, name, 'Service', 'served', `${project}/base/db.yaml`, 0],
        [name, name, 'EndpointSlice', 'served', `${project}/base/db.yaml`, 1],
      ]),
    );
    assert.equal(new Set(rows.map(({ id }) => id)).size, 4);
    await client.stop();
  });

  it('sees an object that an edit makes invalid, although no other object can see that', async () => {
    const client = await startWorkspace({ files: { [uri]: both('db') } });
    client.open(uri, both('db'));
    assert.match(lines(await listed(client)).join('\n'), /EndpointSlice db-1: served 1\/2 0E/);
    client.change(uri, 2, [
      { text: both('db').replace('db-1, namespace', 'db-1, annotations: { "a b": c }, namespace') },
    ]);
    assert.match(lines(await listed(client)).join('\n'), /EndpointSlice db-1: none 0\/2 1E/);
    await client.stop();
  });
});
