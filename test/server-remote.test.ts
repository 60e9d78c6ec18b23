/** A file system that only the client can reach: its folders are searched by listings, and its files are read by requests. */
import assert from 'node:assert/strict';
import type { Diagnostic } from 'vscode-languageserver';
import { startClient, type Client, type ClientOptions } from './support/client.ts';

type Disk = Record<string, string>;

const folder = 'memfs:/project';
const service = `apiVersion: v1
kind: Service
metadata: { name: orders-db, namespace: shop }
spec:
  ports: [{ name: postgres, port: 5432 }]
`;
const endpoints = `apiVersion: v1
kind: Endpoints
metadata: { name: orders-db, namespace: shop }
subsets:
  - addresses: [{ ip: 10.20.0.15 }]
    ports: [{ name: postgre, port: 5432 }]
`;
const quiet = { [`${folder}/endpoints.config.yaml`]: 'severity: { deprecated-endpoints: off }\n' };

describe('language server: folders that only the client can reach', () => {
  it('are searched: what stands in a file that is not open counts, and is reported', async () => {
    const client = await remote({
      ...quiet,
      [`${folder}/shop/service.yaml`]: service,
      [`${folder}/shop/db/endpoints.yaml`]: endpoints,
      [`${folder}/notes.txt`]: endpoints,
    });
    assert.deepEqual(await reports(client), ['shop/db/endpoints.yaml unmatched-port']);
    assert.deepEqual(
      read(client).filter((each) => each.endsWith('notes.txt')),
      [],
    );
    await client.stop();
  });

  it('are searched for Terraform, without copies of modules, and one module is read alone', async () => {
    const main = `resource "kubernetes_endpoints_v1" "db" {\n  subset {\n    address {\n      ip = local.ip\n    }\n  }\n  metadata {\n    name = "db"\n  }\n}\n`;
    const locals = 'locals {\n  ip = "127.0.0.1"\n}\n';
    const bucket = 'resource "aws_s3_bucket" "b" {\n}\n';
    const client = await remote({
      ...quiet,
      [`${folder}/db/main.tf`]: main,
      [`${folder}/db/locals.tofu`]: locals,
      [`${folder}/new/main.tf`]: bucket,
      [`${folder}/new/locals.tf`]: locals,
      [`${folder}/.terraform/modules/a/main.tf`]: main.replace('local.ip', '"127.0.0.1"'),
    });
    assert.deepEqual(await reports(client), ['db/main.tf loopback-ip']);
    client.open(`${folder}/new/main.tf`, bucket);
    client.change(`${folder}/new/main.tf`, 2, [{ text: main }]);
    assert.deepEqual(await reports(client), ['db/main.tf loopback-ip', 'new/main.tf loopback-ip']);
    assert.ok(!read(client).some((each) => each.includes('.terraform')));
    await client.stop();
  });

  it('are searched without what .gitignore and the settings leave out', async () => {
    const client = await remote({
      [`${folder}/endpoints.config.yaml`]: 'exclude: [old]\nseverity: { deprecated-endpoints: off }\nmaxFileSize: 1\n',
      [`${folder}/.gitignore`]: 'build/\n*.gen.yaml\n',
      [`${folder}/shop/.gitignore`]: '!kept.gen.yaml\n/dist\n',
      [`${folder}/shop/kept.gen.yaml`]: endpoints,
      [`${folder}/shop/left.gen.yaml`]: endpoints,
      [`${folder}/shop/dist/a.yaml`]: endpoints,
      [`${folder}/shop/large.yaml`]: endpoints.padEnd(2000),
      [`${folder}/shop/service.yaml`]: service,
      [`${folder}/old/a.yaml`]: endpoints,
      [`${folder}/build/a.yaml`]: endpoints,
      [`${folder}/node_modules/a/a.yaml`]: endpoints,
      [`${folder}/vendor/a.yaml`]: endpoints,
    });
    assert.deepEqual(await reports(client), ['shop/kept.gen.yaml unmatched-port']);
    const lost = ['old/', 'build/', 'dist/', 'node_modules/', 'vendor/', 'left.gen.yaml'];
    assert.deepEqual(
      read(client).filter((each) => lost.some((part) => each.includes(part))),
      [],
    );
    assert.deepEqual(
      client.logged.map(({ message }) => message),
      ['memfs:/project/shop/large.yaml is larger than 1 KiB and is ignored.'],
    );
    await client.stop();
  });

  it('are followed: files that come, change and go, and those that are left out', async () => {
    const files: Disk = { ...quiet, [`${folder}/.gitignore`]: 'old/\n', [`${folder}/a/service.yaml`]: service };
    const client = await remote(files);
    assert.deepEqual(await reports(client), []);
    const change = async (name: string, text: string | undefined): Promise<readonly string[]> => {
      const uri = `${folder}/${name}`;
      const type = text === undefined ? 3 : uri in files ? 2 : 1;
      if (text === undefined) delete files[uri];
      else files[uri] = text;
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
      return reports(client);
    };
    const mistake = ['a/b/endpoints.yaml unmatched-port'];
    assert.deepEqual(await change('a/old/endpoints.yaml', endpoints), []);
    assert.deepEqual(await change('a/b/endpoints.yaml', endpoints), mistake);
    assert.deepEqual(await change('a/b/endpoints.yaml', endpoints.replace('postgre,', 'postgres,')), []);
    assert.deepEqual(await change('a/b/endpoints.yaml', endpoints), mistake);
    assert.deepEqual(await change('a/b/endpoints.yaml', undefined), []);
    assert.deepEqual(await change('.gitignore', ''), ['a/old/endpoints.yaml unmatched-port']);
    await client.stop();
  });

  it('are searched for readers, also in files that are no manifests, and without what .gitignore leaves out', async () => {
    const slice =
      'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: orders-db-1\n  namespace: shop\n  labels: { kubernetes.io/service-name: orders-db }\naddressType: IPv4\nports: [{ name: postgres, port: 5432 }]\nendpoints: [{ addresses: [10.20.0.15] }]\n';
    const script = 'kubectl -n shop wait endpoints/orders-db --for=jsonpath={.subsets}\n';
    const files: Disk = { ...quiet, [`${folder}/slice.yaml`]: slice, [`${folder}/.gitignore`]: 'old/\n' };
    for (const name of ['a/wait.sh', 'old/wait.sh', 'a/wait.png']) files[`${folder}/${name}`] = script;
    const client = await remote(files);
    const until = async (expected: readonly string[]): Promise<void> => {
      const end = performance.now() + 10_000;
      const found = async (): Promise<readonly string[]> =>
        (await reports(client)).filter((each) => each.endsWith('kubectl-wait'));
      while (performance.now() < end && (await found()).join() !== expected.join());
      assert.deepEqual(await found(), expected);
    };
    await until(['a/wait.sh kubectl-wait']);
    const uri = `${folder}/a/b/wait.sh`;
    files[uri] = script;
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    await until(['a/b/wait.sh kubectl-wait', 'a/wait.sh kubectl-wait']);
    await client.stop();
  });

  it('have the programs below a Pulumi.yaml whose runtime fits', async () => {
    const program = `import { core } from "@pulumi/kubernetes";
new core.v1.Endpoints("db", { metadata: { name: "UPPER" }, subsets: [] });
`;
    const files: Disk = {
      ...quiet,
      [`${folder}/shop/Pulumi.yaml`]: 'name: shop\nruntime: nodejs\n',
      [`${folder}/shop/src/index.ts`]: program,
      [`${folder}/shop/dist/index.ts`]: program,
      [`${folder}/python/Pulumi.yaml`]: 'name: python\nruntime: python\n',
      [`${folder}/python/index.ts`]: program,
      [`${folder}/index.ts`]: program,
    };
    const client = await remote(files);
    assert.deepEqual(await reports(client), ['shop/src/index.ts malformed-name']);
    assert.deepEqual(
      read(client).filter((each) => each.endsWith('.ts')),
      [`${folder}/shop/src/index.ts`],
    );
    files[`${folder}/shop/new.ts`] = program;
    files[`${folder}/new.ts`] = program;
    const changes = [`${folder}/shop/new.ts`, `${folder}/new.ts`].map((uri) => ({ uri, type: 1 }));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    assert.deepEqual(await reports(client), ['shop/new.ts malformed-name', 'shop/src/index.ts malformed-name']);
    await client.stop();
  });

  it('may come later as a whole', async () => {
    const files: Disk = { ...quiet };
    const client = await remote(files);
    assert.deepEqual(await reports(client), []);
    files[`${folder}/new/deep/service.yaml`] = service;
    files[`${folder}/new/endpoints.yaml`] = endpoints;
    const changes = [{ uri: `${folder}/new`, type: 1 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    assert.deepEqual(await reports(client), ['new/endpoints.yaml unmatched-port']);
    await client.stop();
  });

  it('may be the root of a file system', async () => {
    for (const root of ['memfs:/', 'vscode-vfs://host/']) {
      const files = { [`${root}service.yaml`]: service, [`${root}db/endpoints.yaml`]: endpoints };
      const client = await remote(files, {}, undefined, root);
      assert.deepEqual(
        (await reports(client)).filter((each) => each.includes('un')),
        [`${root}db/endpoints.yaml deprecated-endpoints,unmatched-port`],
      );
      await client.stop();
    }
  });

  it('may be large: nothing is lost on the way', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `f${i % 7}/g${i % 40}/a${i}.yaml`);
    const files = Object.fromEntries(
      names.map((name, i) => [`${folder}/${name}`, endpoints.replace('orders-db', `db-${i}`)]),
    );
    const client = await remote({
      ...quiet,
      ...files,
      [`${folder}/service.yaml`]: service.replace('orders-db', 'db-99'),
    });
    const found = await reports(client);
    assert.equal(found.length, names.length, found.join('\n'));
    assert.equal(found.filter((each) => each.endsWith(' unmatched-port')).length, 1);
    await client.stop();
  });

  it('may be unreadable, and may be listed as anything: the rest counts', async () => {
    const files = { ...quiet, [`${folder}/a/service.yaml`]: service, [`${folder}/b/endpoints.yaml`]: endpoints };
    const listing = answers(files)['endpoints/readFolder'];
    const client = await remote(files, {
      'endpoints/readFolder': (params) => {
        const { uri } = params as { readonly uri: string };
        if (uri === `${folder}/broken`) throw new Error('no permission');
        const { entries } = listing(params) as { readonly entries: readonly unknown[] };
        const odd = [null, 5, { name: 'x' }, { name: 'broken', uri: `${folder}/broken`, isFolder: true }];
        return uri === folder
          ? { entries: [...odd, ...entries, { name: 'gone', uri: `${folder}/gone`, isFolder: true }] }
          : { entries };
      },
    });
    assert.deepEqual(await reports(client), ['b/endpoints.yaml unmatched-port']);
    const said = client.logged.map(({ message }) => message).join('\n');
    assert.match(said, /rejected endpoints\/readFolder for memfs:\/project\/broken: .*no permission/);
    assert.match(said, /memfs:\/project\/broken cannot be read\./);
    await client.stop();
  });

  it('are not searched where the client does not list them, and then nothing is said to be missing', async () => {
    const client = await remote({ ...quiet, [`${folder}/service.yaml`]: service }, {}, { readFile: true });
    client.open(`${folder}/endpoints.yaml`, endpoints);
    assert.deepEqual(await client.pull(`${folder}/endpoints.yaml`), []);
    assert.deepEqual(
      client.asked.filter(({ method }) => method === 'endpoints/readFolder'),
      [],
    );
    await client.stop();
  });
});

type Answers = Readonly<Record<'endpoints/readFile' | 'endpoints/readFolder', (params: unknown) => unknown>>;

/** A client that lists and reads the files, and a server without any. */
function remote(
  files: Disk,
  own: NonNullable<ClientOptions['answers']> = {},
  offers: object = { readFile: true, readFolder: true },
  at = folder,
): Promise<Client> {
  return startClient({
    folder: at,
    capabilities: { textDocument: { diagnostic: {} }, experimental: { endpoints: offers } },
    host: {
      reaches: () => false,
      readFile: () => Promise.resolve(undefined),
      search: () => undefined,
      find: () => Promise.resolve(undefined),
    },
    answers: { ...answers(files), ...own },
  });
}

function answers(files: Disk): Answers {
  const uriIn = (params: unknown): string => (params as { readonly uri: string }).uri;
  return {
    'endpoints/readFile': (params) => ({ text: files[uriIn(params)] ?? null }),
    'endpoints/readFolder': (params) => {
      const start = uriIn(params).replace(/\/?$/, '/');
      const below = Object.keys(files).filter((uri) => uri.startsWith(start));
      const names = new Set(below.map((uri) => uri.slice(start.length).replace(/\/.*/, '')));
      const entries = [...names].map((name) => ({ name, uri: start + name, isFolder: !(start + name in files) }));
      return { entries: names.size > 0 ? entries : null };
    },
  };
}

/** Each file that has findings with their codes, once all files are read. */
async function reports(client: Client): Promise<readonly string[]> {
  const { items } = await client.connection.sendRequest<{ items: readonly { uri: string; items: Diagnostic[] }[] }>(
    'workspace/diagnostic',
    { previousResultIds: [] },
  );
  const found = items.filter((each) => each.items.length > 0);
  return found
    .map(({ uri, items }) => `${uri.replace(`${folder}/`, '')} ${items.map(({ code }) => code).join()}`)
    .sort();
}

function read(client: Client): readonly string[] {
  const asked = client.asked.filter(({ method }) => method === 'endpoints/readFile');
  return asked.map(({ params }) => (params as { readonly uri: string }).uri);
}
