/** How the index follows what happens to files: each deed, however the client tells of it, and what says how files are taken. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import type { ClientOptions } from './support/client.ts';
import { searchFiles } from './support/files.ts';
import { codesIn, notify, pulling, quiet, startWorkspace, type WorkspaceClient } from './support/workspace-session.ts';
import { endpoints, service } from './support/workspace-texts.ts';

const project = 'file:///project';
const shop = `${project}/shop`;
const serviceUri = `${shop}/service.yaml`;
const endpointsUri = `${shop}/endpoints.yaml`;
const mistaken = { 'shop/endpoints.yaml': ['unmatched-port'] };
const pair = { [serviceUri]: service('db', 'postgres'), [endpointsUri]: endpoints('db', 'postgre') };
const half = { [endpointsUri]: endpoints('db', 'postgre') };

type Files = Record<string, string>;

function start(files: Files, options: ClientOptions = {}): Promise<WorkspaceClient> {
  return startWorkspace({ capabilities: pulling, initializationOptions: quiet, files, ...options });
}

async function codesOf(client: WorkspaceClient): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return codesIn(await client.pullAll());
}

/** What stands on the disk before and after, how the client tells of it, and what is found then. */
interface Deed {
  readonly before: Files;
  readonly after: Files;
  readonly tell: (client: WorkspaceClient) => void;
  readonly result: object;
}

const elsewhere = `${project}/elsewhere`;
const renamed = {
  [`${elsewhere}/service.yaml`]: service('db', 'postgres'),
  [`${elsewhere}/endpoints.yaml`]: endpoints('db', 'postgre'),
};
const mistakenElsewhere = {
  'elsewhere/endpoints.yaml': ['unmatched-port'],
};
const created = { before: half, after: pair, result: mistaken };
const deleted = { before: pair, after: half, result: {} };
const changed = { before: pair, after: { ...pair, [serviceUri]: service('db', 'postgre') }, result: {} };
const folderCreated = { before: {}, after: pair, result: mistaken };
const folderDeleted = { before: pair, after: {}, result: {} };
const folderRenamed = { before: pair, after: renamed, result: mistakenElsewhere };

const deeds: Readonly<Record<string, Deed>> = {
  'a file is created (watched)': { ...created, tell: (client) => client.watched({ [serviceUri]: 'created' }) },
  'a file is created (in the editor)': {
    ...created,
    tell: (client) => files(client, 'didCreate', { uri: serviceUri }),
  },
  'a file is changed (watched)': { ...changed, tell: (client) => client.watched({ [serviceUri]: 'changed' }) },
  'a file is deleted (watched)': { ...deleted, tell: (client) => client.watched({ [serviceUri]: 'deleted' }) },
  'a file is deleted (in the editor)': {
    ...deleted,
    tell: (client) => files(client, 'didDelete', { uri: serviceUri }),
  },
  'a file is gone that is said to have changed': {
    ...deleted,
    tell: (client) => client.watched({ [serviceUri]: 'changed' }),
  },
  'a file is renamed (in the editor)': {
    before: { [endpointsUri]: endpoints('db', 'postgre'), [`${shop}/b.txt`]: service('db', 'postgres') },
    after: pair,
    tell: (client) => files(client, 'didRename', { oldUri: `${shop}/b.txt`, newUri: serviceUri }),
    result: mistaken,
  },
  'a file is renamed (watched)': {
    before: pair,
    after: { [endpointsUri]: endpoints('db', 'postgre'), [`${shop}/b.yaml`]: service('db', 'postgres') },
    tell: (client) => client.watched({ [serviceUri]: 'deleted', [`${shop}/b.yaml`]: 'created' }),
    result: { 'shop/endpoints.yaml': ['unmatched-port'] },
  },
  'a folder is created (watched)': { ...folderCreated, tell: (client) => client.watched({ [shop]: 'created' }) },
  'a folder is created (in the editor)': {
    ...folderCreated,
    tell: (client) => files(client, 'didCreate', { uri: shop }),
  },
  'a folder is deleted (watched)': { ...folderDeleted, tell: (client) => client.watched({ [shop]: 'deleted' }) },
  'a folder is deleted (in the editor)': {
    ...folderDeleted,
    tell: (client) => files(client, 'didDelete', { uri: `${shop}/` }),
  },
  'a folder is renamed (watched)': {
    ...folderRenamed,
    tell: (client) => client.watched({ [shop]: 'deleted', [elsewhere]: 'created' }),
  },
  'a folder is renamed (in the editor)': {
    ...folderRenamed,
    tell: (client) => files(client, 'didRename', { oldUri: shop, newUri: elsewhere }),
  },
};

interface Registrations {
  readonly registrations?: readonly { readonly id: string; readonly registerOptions: object }[];
}

function files(client: WorkspaceClient, method: 'didCreate' | 'didDelete' | 'didRename', file: object): void {
  notify(client, `workspace/${method}Files`, { files: [file] });
}

function replace(disk: Files, after: Files): void {
  for (const uri of Object.keys(disk)) delete disk[uri];
  Object.assign(disk, after);
}

describe('the index: what happens to files', () => {
  for (const [name, { before, after, tell, result }] of Object.entries(deeds)) {
    it(name, async () => {
      const disk = { ...before };
      const client = await start(disk);
      await client.pullAll();
      replace(disk, after);
      tell(client);
      assert.deepEqual(await codesOf(client), result);
      await client.stop();
    });
  }

  it('is lived with where it is nonsense', async () => {
    const client = await start({ ...pair });
    for (const changes of [
      [{}],
      [{ uri: 5, type: 1 }],
      [{ uri: serviceUri, type: 9 }],
      [{ uri: 'not a URI %%', type: 1 }],
    ])
      notify(client, 'workspace/didChangeWatchedFiles', { changes });
    for (const method of ['didCreate', 'didDelete', 'didRename'] as const)
      files(client, method, { uri: 5, oldUri: null });
    assert.deepEqual(await codesOf(client), mistaken);
    await client.stop();
  });

  it('is told by a client that watches for us', async () => {
    const client = await start({}, { capabilities: everyCapability });
    await client.pullAll();
    const registrations = client.asked.flatMap(
      ({ params }) => (params as Registrations | undefined)?.registrations ?? [],
    );
    assert.deepEqual(registrations.find(({ id }) => id === 'endpoints-files')?.registerOptions, {
      watchers: [
        { globPattern: '**/*.{yaml,yml,json,tf,tofu}' },
        { globPattern: '**/Kustomization' },
        { globPattern: '**/.gitignore' },
        { globPattern: '**/*', kind: 5 },
      ],
    });
    const all = { filters: [{ pattern: { glob: '**/*' } }] };
    assert.deepEqual(client.initialized.capabilities.workspace, {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { didCreate: all, didRename: all, didDelete: all },
      textDocumentContent: { schemes: ['endpoints-apply', 'endpoints-convert'] },
    });
    await client.stop();
  });

  it('is not asked of a client that cannot watch', async () => {
    const client = await start({});
    await client.pullAll();
    assert.deepEqual(client.asked, []);
    await client.stop();
  });
});

/** Files that say how others are taken, and what is found of a mistaken pair and a patch beside them. */
const patch = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels: {a: b}\n';
const takenAlone = {
  name: 'kustomization.yaml',
  text: 'resources: [service.yaml]\nnamespace: shop\n',
  result: { 'shop/endpoints.yaml': ['missing-service'] },
};
const surroundings = [
  takenAlone,
  { ...takenAlone, name: 'Kustomization' },
  { ...takenAlone, name: 'kustomization.yml' },
  {
    name: 'kustomization.yaml',
    text: 'resources: [service.yaml, endpoints.yaml]\nnamespace: shop\n',
    result: mistaken,
  },
  {
    name: 'kustomization.yaml',
    text: 'resources: [service.yaml, endpoints.yaml]\npatches: [{path: patch.yaml}]\n',
    result: { 'shop/kustomization.yaml': ['rejected-kustomization'] },
  },
] as const;

describe('the index: kustomizations and charts', () => {
  for (const { name, text, result } of surroundings) {
    const title = text.trimEnd().replaceAll('\n', ', ');
    it(`are followed when they come and go: ${name} with ${title}`, async () => {
      const disk: Files = { ...pair };
      const client = await start(disk);
      assert.deepEqual(await codesOf(client), mistaken);
      disk[`${shop}/${name}`] = text;
      client.watched({ [`${shop}/${name}`]: 'created' });
      assert.deepEqual(await codesOf(client), result);
      delete disk[`${shop}/${name}`];
      client.watched({ [`${shop}/${name}`]: 'deleted' });
      assert.deepEqual(await codesOf(client), mistaken);
      await client.stop();
    });
  }

  it('are followed when they change: what is a patch, open or closed', async () => {
    const kustomization = `${shop}/kustomization.yaml`;
    const disk: Files = { [kustomization]: 'patches: []\n', [`${shop}/a.yaml`]: patch, [`${shop}/b.yaml`]: patch };
    const client = await start(disk);
    client.open(`${shop}/b.yaml`, patch);
    const nameless = { 'shop/a.yaml': ['missing-name'], 'shop/b.yaml': ['missing-name'] };
    assert.deepEqual(await codesOf(client), nameless);
    disk[kustomization] = 'patches:\n- path: a.yaml\n- path: ./b.yaml\n';
    client.watched({ [kustomization]: 'changed' });
    assert.deepEqual(await codesOf(client), { 'shop/a.yaml': ['rejected-kustomization'] });
    disk[kustomization] = 'patches: []\n';
    client.watched({ [kustomization]: 'changed' });
    assert.deepEqual(await codesOf(client), nameless);
    await client.stop();
  });

  it('are followed when they change: the kind of a JSON patch, open or closed', async () => {
    const kustomization = `${shop}/kustomization.yaml`;
    const operations = '- op: remove\n  path: /endpoints/0/adresses\n';
    const naming = (target: string): string =>
      `patches:\n${['a', 'b'].map((name) => `- target: ${target}\n  path: ${name}.yaml\n`).join('')}`;
    const disk: Files = { [kustomization]: naming('{kind: EndpointSlice}') };
    for (const name of ['a', 'b']) disk[`${shop}/${name}.yaml`] = operations;
    const client = await start(disk);
    client.open(`${shop}/b.yaml`, operations);
    const unknown = { 'shop/a.yaml': ['unknown-field'], 'shop/b.yaml': ['unknown-field'] };
    assert.deepEqual(await codesOf(client), unknown);
    for (const target of ['{name: db}', '{kind: EndpointSlice}', '{kind: Deployment}']) {
      disk[kustomization] = naming(target);
      client.watched({ [kustomization]: 'changed' });
      assert.deepEqual(await codesOf(client), /Slice/.test(target) ? unknown : {});
    }
    await client.stop();
  });

  it('are followed when they change: a chart may bring what is missing', async () => {
    const disk: Files = { [serviceUri]: service('other', 'web'), [endpointsUri]: endpoints('db', 'web') };
    const client = await start(disk);
    const missing = { 'shop/endpoints.yaml': ['missing-service'] };
    assert.deepEqual(await codesOf(client), missing);
    disk[`${project}/Chart.yaml`] = 'name: shop\n';
    client.watched({ [`${project}/Chart.yaml`]: 'created' });
    assert.deepEqual(await codesOf(client), {});
    delete disk[`${project}/Chart.yaml`];
    files(client, 'didDelete', { uri: `${project}/Chart.yaml` });
    assert.deepEqual(await codesOf(client), missing);
    await client.stop();
  });
});

describe('the index: settings', () => {
  it('leaves out what is excluded, and what is too large, and reads it again when that changes', async () => {
    const disk: Files = { ...pair };
    const client = await start(disk);
    const configure = async (endpoints: object): Promise<object> => {
      notify(client, 'workspace/didChangeConfiguration', { settings: { endpoints } });
      return codesOf(client);
    };
    assert.deepEqual(await codesOf(client), mistaken);
    assert.deepEqual(await configure({ exclude: ['shop/service.yaml'] }), {});
    assert.deepEqual(await configure({ exclude: [] }), mistaken);
    disk[serviceUri] += `#${' '.repeat(2_000)}\n`;
    client.watched({ [serviceUri]: 'changed' });
    assert.deepEqual(await configure({ maxFileSize: 2 }), {});
    assert.deepEqual(await configure({ maxFileSize: 3 }), mistaken);
    await client.stop();
  });

  it('searches again where .gitignore changes, and not where only the level of a rule does', async () => {
    let searches = 0;
    const disk = { ...pair };
    const client = await start(disk, {
      host: {
        search(folder, search) {
          searches++;
          return searchFiles(disk, folder, search);
        },
      },
    });
    await client.pullAll();
    notify(client, 'workspace/didChangeConfiguration', {
      settings: { endpoints: { severity: { 'missing-service': 'off' } } },
    });
    assert.deepEqual(await codesOf(client), { 'shop/endpoints.yaml': ['unmatched-port'] });
    assert.equal(searches, 1);
    client.watched({ [`${shop}/.gitignore`]: 'created' });
    await client.pullAll();
    assert.equal(searches, 2);
    await client.stop();
  });
});
