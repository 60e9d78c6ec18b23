/** What the server knows of files that nobody has opened: from the disk, from open texts, and from every change of either. */
import assert from 'node:assert/strict';
import type { ClientOptions } from './support/client.ts';
import { searchFiles } from './support/files.ts';
import { codesIn, notify, pulling, quiet, startWorkspace, type WorkspaceClient } from './support/workspace-session.ts';
import { endpoints, service } from './support/workspace-texts.ts';

const project = 'file:///project';
const serviceUri = `${project}/shop/service.yaml`;
const endpointsUri = `${project}/shop/endpoints.yaml`;
const mistaken = { 'shop/endpoints.yaml': ['unmatched-port'] };

/** A Service and Endpoints whose port names differ. */
function pair(): Record<string, string> {
  return { [serviceUri]: service('db', 'postgres'), [endpointsUri]: endpoints('db', 'postgre') };
}

function inShop(text: string): string {
  return text.replace('metadata:\n', 'metadata:\n  namespace: shop\n');
}

function start(files: Record<string, string>, options: ClientOptions = {}): Promise<WorkspaceClient> {
  return startWorkspace({ capabilities: pulling, initializationOptions: quiet, files, ...options });
}

async function codesOf(client: WorkspaceClient): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return codesIn(await client.pullAll());
}

describe('the index: texts and the disk', () => {
  it('knows the other half of a pair, open or not', async () => {
    const client = await start(pair());
    assert.deepEqual(await codesOf(client), mistaken);
    client.open(endpointsUri, endpoints('db', 'postgre'));
    const [found] = await client.pull(endpointsUri);
    assert.equal(found?.code, 'unmatched-port');
    assert.deepEqual(found?.relatedInformation?.[0]?.location, {
      uri: serviceUri,
      range: { start: { line: 6, character: 10 }, end: { line: 6, character: 18 } },
    });
    assert.deepEqual(await codesOf(client), mistaken);
    await client.stop();
  });

  it('takes an open text for the file, and the file again once it is closed', async () => {
    const files = pair();
    const client = await start(files);
    client.open(serviceUri, service('db', 'postgre'));
    assert.deepEqual(await codesOf(client), {});
    client.change(serviceUri, 2, [{ text: service('db', 'web') }]);
    assert.deepEqual(await codesOf(client), mistaken);
    // What happens to the file means nothing as long as it is open,
    files[serviceUri] = service('other', 'web');
    client.watched({ [serviceUri]: 'changed' });
    assert.deepEqual(await codesOf(client), mistaken);
    delete files[serviceUri];
    client.watched({ [serviceUri]: 'deleted' });
    assert.deepEqual(await codesOf(client), mistaken);
    // and all afterwards, even where no watcher tells of it.
    files[serviceUri] = service('db', 'http');
    client.close(serviceUri);
    assert.deepEqual(await codesOf(client), mistaken);
    await client.stop();
  });

  it('forgets a text that was never saved', async () => {
    const { [endpointsUri]: text = '' } = pair();
    const client = await start({ [endpointsUri]: text });
    client.open(serviceUri, service('db', 'postgres'));
    assert.deepEqual(await codesOf(client), mistaken);
    client.close(serviceUri);
    assert.deepEqual(await codesOf(client), {});
    await client.stop();
  });

  it('takes a text for a patch as soon as a kustomization above the folder is known', async () => {
    const files: Record<string, string> = {
      [endpointsUri]: endpoints('db', 'web'),
      [`${project}/Kustomization`]: 'resources: [shop/endpoints.yaml]\npatches: [{path: shop/patch.yaml}]\n',
    };
    let arrive: () => void = () => {};
    const arrived = new Promise<void>((done) => (arrive = done));
    const client = await start(files, {
      folder: `${project}/shop`,
      host: {
        async readFile(uri) {
          if (uri.endsWith('Kustomization')) await arrived;
          return files[uri];
        },
      },
    });
    await client.pullAll();
    client.open(`${project}/shop/patch.yaml`, endpoints('db', 'web'));
    // Symbols make all open texts known, and wait for nothing.
    await client.connection.sendRequest('workspaceSymbol/resolve', { name: 'db' });
    arrive();
    client.open(endpointsUri, endpoints('db', 'web'));
    const lenses = await client.ask<readonly { command?: { title: string } }[]>('textDocument/codeLens', endpointsUri);
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ['1 ready × 1 port = 1 endpoint', '1 patch', 'mirrored as 1 EndpointSlice'],
    );
    await client.stop();
  });

  it('knows a text by whatever spelling of its name', async () => {
    const [odd, encoded] = ['a@b%20(1)', 'a%40b%20%281%29'];
    const files = {
      [`${project}/${odd}/service.yaml`]: service('db', 'web'),
      [`${project}/${odd}/deep/c+d/endpoints.yaml`]: endpoints('db', 'web'),
    };
    const client = await start(files);
    client.open(`${project}/${encoded}/service.yaml`, service('db', 'postgres'));
    assert.deepEqual(await codesOf(client), {
      [`${odd}/deep/c+d/endpoints.yaml`]: ['unmatched-port'],
    });
    await client.stop();
  });
});

describe('the index: folders', () => {
  const capabilities = { ...pulling, workspace: { workspaceFolders: true } };
  const folders = { a: 'file:///a', b: 'file:///b/', ab: 'file:///a/b' };
  const files = {
    'file:///a/service.yaml': inShop(service('db', 'postgres')),
    'file:///b/endpoints.yaml': inShop(endpoints('db', 'postgre')),
    'file:///a/b/endpoints.yaml': inShop(endpoints('other', 'web')),
  };
  const change = (client: WorkspaceClient, added: readonly string[], removed: readonly string[]): void =>
    notify(client, 'workspace/didChangeWorkspaceFolders', {
      event: Object.fromEntries(
        Object.entries({ added, removed }).map(([key, uris]) => [key, uris.map((uri) => ({ uri, name: uri }))]),
      ),
    });

  it('brings those of several roots together, and parts them again', async () => {
    const client = await start(files, { capabilities, folder: null });
    assert.deepEqual(await codesOf(client), {});
    change(client, [folders.b], []);
    assert.deepEqual(await codesOf(client), {});
    change(client, [folders.a], []);
    assert.deepEqual(await codesOf(client), {
      'file:///a/b/endpoints.yaml': ['missing-service'],
      'file:///b/endpoints.yaml': ['unmatched-port'],
    });
    change(client, [folders.ab], [folders.a]);
    assert.deepEqual(await codesOf(client), {});
    change(client, [folders.a], [folders.ab, folders.b]);
    assert.deepEqual(await codesOf(client), { 'file:///a/b/endpoints.yaml': ['missing-service'] });
    change(client, [], [folders.a]);
    assert.deepEqual(await codesOf(client), {});
    await client.stop();
  });

  it('reads a folder within another one once, and the same folder once', async () => {
    const searched: string[] = [];
    const client = await start(files, {
      capabilities,
      folder: null,
      host: {
        search(folder, search) {
          searched.push(folder);
          return searchFiles(files, folder, search);
        },
      },
    });
    change(client, [folders.ab, folders.a, folders.a], []);
    await client.pullAll();
    assert.deepEqual(searched, ['file:///a']);
    await client.stop();
  });

  it('goes on where a folder cannot be searched: only what may be there is not missed', async () => {
    const client = await start(files, {
      capabilities,
      folder: 'file:///a',
      host: {
        search: (folder, search) => (folder.startsWith('file:') ? searchFiles(files, folder, search) : undefined),
      },
    });
    assert.deepEqual(await codesOf(client), { 'file:///a/b/endpoints.yaml': ['missing-service'] });
    change(client, ['remote:///c', folders.b], []);
    assert.deepEqual(await codesOf(client), {
      'file:///b/endpoints.yaml': ['unmatched-port'],
    });
    await client.stop();
  });
});
