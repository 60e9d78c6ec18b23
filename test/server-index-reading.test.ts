/** While the folders are being read: open texts come first, the user sees how it goes on and may stop it, and nothing is guessed. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import type { ClientOptions } from './support/client.ts';
import { searchFiles } from './support/files.ts';
import {
  codesIn,
  notify,
  pulling,
  quiet,
  startWorkspace,
  until,
  type WorkspaceClient,
} from './support/workspace-session.ts';
import { endpoints, service } from './support/workspace-texts.ts';

const project = 'file:///project';
const inShop = (text: string): string => text.replace('metadata:', 'metadata:\n  namespace: shop');
const serviceUri = `${project}/a/service.yaml`;
const endpointsUri = `${project}/a/endpoints.yaml`;
const lone = `${project}/b/endpoints.yaml`;
const files = {
  [endpointsUri]: endpoints('db', 'postgre').replace('10.20.0.15', '127.0.0.1'),
  [serviceUri]: service('db', 'postgres'),
  // Two folders count as one cluster only if both name the namespace.
  [lone]: inShop(endpoints('lone', 'postgres')),
  [`${project}/c/service.yaml`]: inShop(service('other', 'web')),
};
const all = {
  'a/endpoints.yaml': ['loopback-ip', 'unmatched-port'],
  'b/endpoints.yaml': ['missing-service'],
};
const progressing = { ...pulling, window: { workDoneProgress: true } };

/** A server whose search goes on by one file whenever it is let, and whose clock is ours. */
interface Slow {
  readonly client: WorkspaceClient;
  readonly disk: Record<string, string>;
  /** How many files each search has come to. */
  readonly counts: readonly number[];
  /** Lets the search come to its next file after so many milliseconds. */
  readonly step: (time: number) => Promise<void>;
  /** Stops it no more. */
  readonly goOn: () => void;
}

async function startSlow(options: ClientOptions = {}): Promise<Slow> {
  let now = 0;
  let isFree = false;
  let release: (() => void) | undefined;
  const disk = { ...files };
  const counts: number[] = [];
  const client = await startWorkspace({
    capabilities: pulling,
    initializationOptions: quiet,
    files: disk,
    ...options,
    host: {
      now: () => now,
      delay: () => Promise.resolve(),
      async *search(folder, search) {
        // The search for readers comes later.
        if (search.isOther) return yield* searchFiles(disk, folder, search);
        const own = counts.push(0) - 1;
        for await (const batch of searchFiles(disk, folder, search)) {
          if (!isFree) await new Promise<void>((done) => (release = done));
          counts[own] = (counts[own] ?? 0) + 1;
          yield batch;
        }
      },
    },
  });
  const letGo = (): void => {
    release?.();
    release = undefined;
  };
  return {
    client,
    disk,
    counts,
    async step(time) {
      await until(() => release !== undefined);
      now += time;
      letGo();
      await new Promise(setImmediate);
    },
    goOn() {
      isFree = true;
      letGo();
    },
  };
}

function progressOf({ noticed }: WorkspaceClient): readonly object[] {
  return noticed.flatMap(({ method, params }) => {
    const { token, value } = (params ?? {}) as { token?: unknown; value?: object };
    return method === '$/progress' && value && 'kind' in value ? [{ token, ...value }] : [];
  });
}

function creations({ asked }: WorkspaceClient): number {
  return asked.filter(({ method }) => method === 'window/workDoneProgress/create').length;
}

describe('the index: while folders are read', () => {
  it('an open text is answered, and its relations are not looked at', async () => {
    const { client, goOn } = await startSlow();
    client.open(endpointsUri, files[endpointsUri] ?? '');
    assert.deepEqual(
      (await client.pull(endpointsUri)).map(({ code }) => code),
      ['loopback-ip'],
    );
    assert.ok(await client.ask('textDocument/hover', endpointsUri, { position: { line: 6, character: 10 } }));
    client.open(serviceUri, files[serviceUri] ?? '');
    assert.deepEqual(await client.pull(serviceUri), []);
    goOn();
    assert.deepEqual(codesIn(await client.pullAll()), all);
    assert.equal((await client.pull(endpointsUri)).length, 2);
    await client.stop();
  });

  it('a client that can is asked to look again afterwards, and another one is told', async () => {
    const pullingClient = await startSlow({ capabilities: everyCapability });
    pullingClient.client.open(endpointsUri, files[endpointsUri] ?? '');
    await pullingClient.client.pull(endpointsUri);
    const refreshes = (): number =>
      pullingClient.client.asked.filter(({ method }) => method === 'workspace/diagnostic/refresh').length;
    const before = refreshes();
    pullingClient.goOn();
    await until(() => refreshes() > before);
    assert.ok(refreshes() > before);
    await pullingClient.client.stop();
    const { client, goOn } = await startSlow({ capabilities: {} });
    client.open(endpointsUri, files[endpointsUri] ?? '');
    await until(() => client.published.has(endpointsUri));
    assert.deepEqual(codesIn(Object.fromEntries(client.published)), { 'a/endpoints.yaml': ['loopback-ip'] });
    goOn();
    await until(() => client.published.size === 3);
    assert.deepEqual(codesIn(Object.fromEntries([...client.published].sort())), all);
    await client.stop();
  });

  it('what happens to files meanwhile is not lost', async () => {
    const { client, disk, step, goOn } = await startSlow();
    for (const time of [0, 0, 0]) await step(time);
    client.open(serviceUri, service('db', 'postgre'));
    delete disk[lone];
    disk[endpointsUri] = endpoints('db', 'web');
    client.watched({ [lone]: 'deleted', [endpointsUri]: 'changed' });
    client.close(serviceUri);
    const pulled = client.pullAll();
    await client.ask('textDocument/codeLens', lone);
    goOn();
    assert.deepEqual(codesIn(await pulled), { 'a/endpoints.yaml': ['unmatched-port'] });
    await client.stop();
  });

  it('a reading that is outdated ends early, and the next one counts', async () => {
    const { client, goOn, step, counts } = await startSlow();
    await step(0);
    notify(client, 'workspace/didChangeConfiguration', { settings: { endpoints: { exclude: ['b/'] } } });
    await client.connection.sendRequest('workspace/symbol', { query: '' });
    goOn();
    const { 'b/endpoints.yaml': _, ...rest } = all;
    assert.deepEqual(codesIn(await client.pullAll()), rest);
    assert.deepEqual(counts, [2, 4]);
    await client.stop();
  });
});

describe('the index: progress', () => {
  it('is shown from its beginning to its end, and not more often than anybody can read', async () => {
    const { client, step, goOn } = await startSlow({ capabilities: progressing });
    await until(() => progressOf(client).length === 1);
    for (const time of [100, 100, 1_000]) await step(time);
    goOn();
    await client.pullAll();
    const token = 'endpoints-1';
    assert.deepEqual(progressOf(client), [
      { token, kind: 'begin', title: 'Reading manifests', cancellable: true },
      { token, kind: 'report', message: '2 files' },
      { token, kind: 'report', message: '3 files' },
      { token, kind: 'end' },
    ]);
    await client.stop();
  });

  it('is not shown of a short reading, nor to a client that cannot show it', async () => {
    const short = await startWorkspace({ capabilities: progressing, files });
    await short.pullAll();
    assert.equal(creations(short), 0);
    await short.stop();
    const { client, step, goOn } = await startSlow();
    await step(1_000);
    goOn();
    await client.pullAll();
    assert.equal(creations(client), 0);
    assert.deepEqual(progressOf(client), []);
    await client.stop();
  });

  it('is lived without where the client refuses it', async () => {
    const { client, step, goOn } = await startSlow({
      capabilities: progressing,
      answers: {
        'window/workDoneProgress/create': () => {
          throw new Error('no progress here');
        },
      },
    });
    await until(() => client.logged.length > 0);
    await step(1_000);
    goOn();
    assert.deepEqual(codesIn(await client.pullAll()), all);
    assert.deepEqual(progressOf(client), []);
    assert.match(client.logged[0]?.message ?? '', /^The client rejected window\/workDoneProgress\/create: /);
    await client.stop();
  });

  it('is cancelled for all folders at once', async () => {
    const { client, step } = await startSlow({
      capabilities: { ...progressing, workspace: { workspaceFolders: true } },
      folder: null,
    });
    const added = ['a', 'b', 'c'].map((name) => ({ uri: `${project}/${name}`, name }));
    notify(client, 'workspace/didChangeWorkspaceFolders', { event: { added, removed: [] } });
    await until(() => progressOf(client).length === 1);
    await step(0);
    notify(client, 'window/workDoneProgress/cancel', { token: 'endpoints-1' });
    await client.ask('textDocument/codeLens', endpointsUri);
    await step(0);
    const { 'b/endpoints.yaml': _, ...found } = all;
    assert.deepEqual(codesIn(await client.pullAll()), found);
    assert.deepEqual(client.logged, [{ type: 2, message: 'Reading manifests was cancelled after 2 files.' }]);
    await client.stop();
  });

  it('can be cancelled: what was read counts, what may be elsewhere is not missed, and the log says so once', async () => {
    const { client, step, goOn } = await startSlow({ capabilities: progressing });
    await until(() => progressOf(client).length === 1);
    for (const time of [0, 0]) await step(time);
    notify(client, 'window/workDoneProgress/cancel', { token: 'endpoints-1' });
    await client.ask('textDocument/codeLens', endpointsUri);
    await step(0);
    const { 'b/endpoints.yaml': _, ...found } = all;
    assert.deepEqual(codesIn(await client.pullAll()), found);
    assert.deepEqual(client.logged, [{ type: 2, message: 'Reading manifests was cancelled after 3 files.' }]);
    assert.deepEqual(progressOf(client).at(-1), { token: 'endpoints-1', kind: 'end' });
    // Until it is read again.
    notify(client, 'workspace/didChangeConfiguration', { settings: { endpoints: { maxFileSize: 100 } } });
    await client.ask('textDocument/codeLens', endpointsUri);
    goOn();
    assert.deepEqual(codesIn(await client.pullAll()), all);
    await client.stop();
  });
});
