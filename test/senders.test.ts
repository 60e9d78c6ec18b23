/** What sends traffic to Services: which files are read for it, and what a change of one says elsewhere. */
import assert from 'node:assert/strict';
import { sendingKinds } from '../server/src/analysis/facts/sender-facts.ts';
import { keys } from '../server/src/analysis/workspace/index-keys.ts';
import { isAskedKind } from '../server/src/contract/asked-kinds.ts';
import { readOnQuestion } from '../server/src/project/deferred.ts';
import { folderOf, type Folder } from './support/process.ts';
import { startWorkspace } from './support/workspace-session.ts';
import { temporary } from './support/temporary.ts';

const head = (version: string, kind: string, name: string): string =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: shop\n`;
const service = `${head('v1', 'Service', 'orders-db')}spec:\n  ports:\n    - name: sql\n      port: 5432\n`;
const slice = `${head('discovery.k8s.io/v1', 'EndpointSlice', 'orders-db-1')}  labels:
    kubernetes.io/service-name: orders-db
    endpointslice.kubernetes.io/managed-by: my-team
addressType: IPv4
endpoints:
  - addresses: [10.20.0.15]
ports:
  - name: sql
    port: 5432
`;
const route = (name: string, port = 5432): string =>
  `${head('traefik.io/v1alpha1', 'IngressRouteTCP', name)}spec:
  routes:
    - match: HostSNI(\`*\`)
      services:
        - name: ${name}
          port: ${port}
`;

describe('what sends traffic to Services', () => {
  const having = temporary(folderOf);
  const codesIn = ({ run }: Folder, ...paths: readonly string[]): readonly string[] => {
    const { out } = run('check', '--format', 'json', ...paths);
    const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly { file: string; code: string }[] };
    return diagnostics.map(({ file, code }) => `${file} ${code}`);
  };

  it('is of kinds whose files are not left for later', () => {
    for (const kind of sendingKinds) assert.ok(isAskedKind(kind), kind);
  });

  it('is read around the inputs only for the name of its Service', () => {
    const files = ['orders-db', 'orders-db-2', 'web'].map((name) => ({ uri: name, text: route(name) }));
    const read: string[] = [];
    let ask: (key: string) => void = () => undefined;
    const workspace = { awaitQuestions: (onQuestion: (key: string) => void) => (ask = onQuestion) };
    readOnQuestion(files, workspace, ({ uri }) => read.push(uri));
    ask(keys.sendersTo('shop', 'orders-db'));
    assert.deepEqual(read, ['orders-db']);
    ask(keys.sendersTo('infra', 'orders-db'));
    assert.deepEqual(read, ['orders-db']);
  });

  it('is found around a named file, and checked itself where it is named', () => {
    const files = { 'm.yaml': `${service}---\n${slice}`, 'edge/route.yaml': route('orders-db', 80) };
    assert.deepEqual(codesIn(having(files), 'm.yaml'), ['m.yaml unwritten-ready']);
    assert.deepEqual(codesIn(having(files), 'edge'), ['edge/route.yaml unknown-backend-port']);
  });

  it('changes the findings of the slice, when it is edited', async () => {
    const uris = ['service', 'slice', 'route'].map((name) => `file:///project/${name}.yaml`);
    const [serviceUri = '', sliceUri = '', routeUri = ''] = uris;
    const files = { [serviceUri]: service, [sliceUri]: slice, [routeUri]: route('web') };
    const client = await startWorkspace({ files, folder: 'file:///project' });
    const codes = async (uri: string): Promise<readonly unknown[]> => (await client.pull(uri)).map(({ code }) => code);
    client.open(sliceUri, slice);
    client.open(routeUri, route('web'));
    assert.deepEqual(await codes(sliceUri), []);
    client.change(routeUri, 2, [{ text: route('orders-db', 80) }]);
    assert.deepEqual(await codes(sliceUri), ['unwritten-ready']);
    assert.deepEqual(await codes(routeUri), ['unknown-backend-port']);
    client.open(serviceUri, service);
    client.change(serviceUri, 2, [{ text: service.replace('5432', '80') }]);
    assert.deepEqual(await codes(routeUri), []);
    await client.stop();
  });
});
