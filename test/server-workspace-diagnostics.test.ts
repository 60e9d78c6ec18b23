/** Diagnostics of all files, pulled and pushed: each is sent once, and again only when something it depends on is another. */
import assert from 'node:assert/strict';
import { CancellationTokenSource, LSPErrorCodes } from 'vscode-languageserver/node';
import type { WorkspaceDocumentDiagnosticReport } from 'vscode-languageserver';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { keys } from '../server/src/analysis/workspace/index-keys.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { defineRule } from '../server/src/lint/rule.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { settingsFor } from './support/checking.ts';
import type { ClientOptions } from './support/client.ts';
import {
  codesIn,
  pulling,
  quiet,
  relatedInformation,
  startWorkspace,
  until,
  type WorkspaceClient,
} from './support/workspace-session.ts';
import { endpoints, service } from './support/workspace-texts.ts';

const project = 'file:///project';
const serviceUri = `${project}/shop/service.yaml`;
const endpointsUri = `${project}/shop/endpoints.yaml`;
const pair = { [serviceUri]: service('db', 'postgres'), [endpointsUri]: endpoints('db', 'postgre') };
const mistaken = { 'shop/endpoints.yaml': ['unmatched-port'] };

function start(files: Record<string, string>, options: ClientOptions = {}): Promise<WorkspaceClient> {
  return startWorkspace({ capabilities: pulling, initializationOptions: quiet, files, ...options });
}

function pairs(count: number, port: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    files[`${project}/${i}/service.yaml`] = within(i, service(`db-${i}`, 'postgres'));
    files[`${project}/${i}/endpoints.yaml`] = within(i, endpoints(`db-${i}`, port));
  }
  return files;
}

function within(i: number, text: string): string {
  return text.replace('metadata:\n', `metadata:\n  namespace: n${i}\n`);
}

function pathsOf(reports: readonly WorkspaceDocumentDiagnosticReport[]): readonly string[] {
  return reports.map(({ uri }) => uri.slice(project.length + 1)).sort();
}

describe('workspace diagnostics: pulled', () => {
  it('are those of all files, with the version of what is open, and nothing is sent again', async () => {
    const client = await start({ ...pair, [`${project}/clean.yaml`]: service('other', 'web') });
    client.open(endpointsUri, pair[endpointsUri] ?? '');
    const first = await client.pullChanges();
    assert.deepEqual(
      first.map(({ uri, version }) => [uri, version]),
      [[endpointsUri, 1]],
    );
    assert.deepEqual(await client.pullChanges(), []);
    const { resultId = '' } = first[0] ?? {};
    const ask = (previousResultId: string): Promise<{ kind: string; resultId: string }> =>
      client.ask('textDocument/diagnostic', endpointsUri, { previousResultId });
    assert.deepEqual(await ask(resultId), { kind: 'unchanged', resultId });
    assert.equal((await ask('of old')).kind, 'full');
    await client.stop();
  });

  it('are taken away from a file that is right by now, and from one that is gone, once', async () => {
    const files: Record<string, string> = { ...pair };
    const client = await start(files);
    assert.deepEqual(codesIn(await client.pullAll()), mistaken);
    files[endpointsUri] = endpoints('db', 'postgres');
    client.watched({ [endpointsUri]: 'changed' });
    const emptied = await client.pullChanges();
    assert.deepEqual(pathsOf(emptied), ['shop/endpoints.yaml']);
    assert.ok(emptied.every((report) => report.kind === 'full' && report.items.length === 0));
    assert.deepEqual(await client.pullChanges(), []);
    files[endpointsUri] = endpoints('UPPER', 'postgres');
    client.watched({ [endpointsUri]: 'changed' });
    assert.deepEqual(pathsOf(await client.pullChanges()), ['shop/endpoints.yaml']);
    delete files[endpointsUri];
    client.watched({ [endpointsUri]: 'deleted' });
    assert.deepEqual(pathsOf(await client.pullChanges()), ['shop/endpoints.yaml']);
    assert.deepEqual(await client.pullChanges(), []);
    await client.stop();
  });

  it('point to where the other half stands by now, whoever has looked at it in between', async () => {
    const client = await start({ ...pair });
    const lineThere = async (): Promise<number | undefined> =>
      (await client.pullAll())[endpointsUri]?.[0]?.relatedInformation?.[0]?.location.range.start.line;
    assert.equal(await lineThere(), 6);
    client.open(serviceUri, pair[serviceUri] ?? '');
    const top = { line: 0, character: 0 };
    client.change(serviceUri, 2, [{ range: { start: top, end: top }, text: '# One.\n' }]);
    await client.ask('textDocument/codeLens', serviceUri);
    assert.equal(await lineThere(), 7);
    await client.stop();
  });

  it('come in parts to a client that takes parts', async () => {
    const client = await start(pairs(240, 'web'));
    const last: { items: readonly unknown[] } = await client.connection.sendRequest('workspace/diagnostic', {
      previousResultIds: [],
      partialResultToken: 'parts',
    });
    const parts = client.noticed.flatMap(({ method, params }) =>
      method === '$/progress' ? [(params as { value: { items: readonly unknown[] } }).value.items.length] : [],
    );
    assert.deepEqual([parts, last.items.length], [[100, 100], 40]);
    assert.equal((await client.pullChanges()).length, 240);
    await client.stop();
  });

  it('can be cancelled, and asked for with anything', async () => {
    let made = 0;
    const client = await start(pairs(40, 'web'), { host: { pageUri: () => void made++ } });
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] }, source.token);
    source.cancel();
    await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
    assert.equal(made, 0);
    for (const previousResultIds of [undefined, null, 5, [5, null, { uri: 5 }, { uri: 'a', value: 6 }]]) {
      const { items }: { items: readonly unknown[] } = await client.connection.sendRequest('workspace/diagnostic', {
        previousResultIds,
      });
      assert.equal(items.length, 40);
    }
    await client.stop();
  });
});

describe('workspace diagnostics: pushed', () => {
  const sendersOf = ({ pushes }: WorkspaceClient): object =>
    Object.fromEntries([...pushes].map(([uri, count]) => [uri.slice(project.length + 1), count]).sort());

  it('are those of closed files, once; again when the partner changes; and none when the file goes', async () => {
    const files: Record<string, string> = { ...pair, [`${project}/clean.yaml`]: service('other', 'web') };
    const client = await start(files, { capabilities: relatedInformation });
    await until(() => client.published.size === 1);
    assert.deepEqual(codesIn(Object.fromEntries([...client.published].sort())), mistaken);
    files[serviceUri] = service('db', 'web');
    client.watched({ [serviceUri]: 'changed' });
    const message = (): string => JSON.stringify(client.published.get(endpointsUri)?.[0]?.message);
    await until(() => message().includes('\\"web\\"'));
    assert.deepEqual(sendersOf(client), { 'shop/endpoints.yaml': 2 });
    delete files[endpointsUri];
    client.watched({ [endpointsUri]: 'deleted' });
    await until(() => client.published.get(endpointsUri)?.length === 0);
    assert.deepEqual(Object.fromEntries(client.published), { [endpointsUri]: [] });
    assert.deepEqual(sendersOf(client), { 'shop/endpoints.yaml': 3 });
    await client.stop();
  });

  it('follow what is typed in the other half, and its lines', async () => {
    const files: Record<string, string> = { ...pair };
    const client = await start(files, { capabilities: relatedInformation });
    const lineThere = (): number | undefined =>
      client.published.get(endpointsUri)?.[0]?.relatedInformation?.[0]?.location.range.start.line;
    await until(() => lineThere() === 6);
    assert.equal(lineThere(), 6);
    // On the disk,
    files[serviceUri] = `# One.\n${pair[serviceUri]}`;
    client.watched({ [serviceUri]: 'changed' });
    await until(() => lineThere() === 7);
    assert.equal(lineThere(), 7);
    // in a text,
    client.open(serviceUri, files[serviceUri] ?? '');
    const top = { line: 0, character: 0 };
    client.change(serviceUri, 2, [{ range: { start: top, end: top }, text: '# Two.\n# Three.\n' }]);
    await until(() => lineThere() === 9);
    assert.equal(lineThere(), 9);
    // and on the disk again.
    client.close(serviceUri);
    await until(() => lineThere() === 7);
    assert.equal(lineThere(), 7);
    await client.stop();
  });
});

describe('workspace diagnostics: what an edit costs', () => {
  /** A server that counts the findings it makes, of which every Endpoints has one. */
  async function startCounting(): Promise<{ readonly client: WorkspaceClient; readonly made: () => number }> {
    let made = 0;
    const client = await start(pairs(30, 'postgres'), {
      initializationOptions: {},
      host: {
        pageUri() {
          made++;
          return undefined;
        },
      },
    });
    assert.equal((await client.pullChanges()).length, 30);
    assert.equal(made, 30);
    return {
      client,
      made() {
        const count = made;
        made = 0;
        return count;
      },
    };
  }

  it('nothing elsewhere, where no fact is another', async () => {
    const { client, made } = await startCounting();
    made();
    const uri = `${project}/7/service.yaml`;
    const text = within(7, service('db-7', 'postgres'));
    client.open(uri, text);
    client.change(uri, 2, [{ text: `# A comment.\n${text.replace('spec:', '  labels: {a: b}\nspec:')}` }]);
    assert.deepEqual(pathsOf(await client.pullChanges()), ['7/service.yaml']);
    assert.equal(made(), 0);
    client.open(`${project}/7/endpoints.yaml`, within(7, endpoints('db-7', 'postgres')));
    await client.pullChanges();
    assert.equal(made(), 1);
    await client.stop();
  });

  it('the other half, where a fact is another', async () => {
    const { client, made } = await startCounting();
    made();
    const uri = `${project}/7/service.yaml`;
    client.open(uri, within(7, service('db-7', 'web')));
    assert.deepEqual(pathsOf(await client.pullChanges()), ['7/endpoints.yaml', '7/service.yaml']);
    assert.equal(made(), 2);
    assert.deepEqual(await client.pullChanges(), []);
    assert.equal(made(), 0);
    await client.stop();
  });

  it('nothing for who asks no more', async () => {
    const { client, made } = await startCounting();
    const uri = `${project}/7/endpoints.yaml`;
    client.open(uri, within(7, endpoints('other', 'postgres')).replace('namespace: n7', 'namespace: n8'));
    await client.pullChanges();
    made();
    client.open(`${project}/7/service.yaml`, within(7, service('db-7', 'web')));
    assert.deepEqual(pathsOf(await client.pullChanges()), ['7/service.yaml']);
    assert.equal(made(), 0);
    await client.stop();
  });

  it('a rule runs again only where what it asked for has another answer', () => {
    const ran: string[] = [];
    const counting = defineRule({
      code: 'counting',
      summary: 'Counts.',
      enforcedBy: 'advice',
      on: { relationsOf: ['Endpoints'] },
      check(_, { around }) {
        ran.push(around.entry.uri.slice(project.length + 1));
        for (const { namespace, name } of around.entry.identities) {
          around.at(keys.named('Service', namespace, name));
          around.names('Pod', namespace);
        }
      },
    });
    const settings = { ...settingsFor(36), rules: [counting] };
    const workspace = new Workspace();
    const files = new Map<string, SourceFile>();
    const put = (path: string, text: string): void => {
      const previous = files.get(path);
      const file = readFile(path, text, { isPartial: false, ...(previous ? { previous } : {}) });
      files.set(path, file);
      workspace.set(path, fileFacts(file));
    };
    const runs = (): readonly string[] => {
      for (const [uri, file] of files) checkFile(file, settings, workspace.around(uri, fileFacts(file)));
      return ran.splice(0).toSorted();
    };
    for (const [uri, text] of Object.entries(pairs(4, 'postgres'))) put(uri, text);
    assert.equal(runs().length, 4);
    assert.deepEqual(runs(), []);
    put(`${project}/1/service.yaml`, `# A comment.\n${within(1, service('db-1', 'postgres'))}`);
    assert.deepEqual(runs(), []);
    put(`${project}/1/service.yaml`, within(1, service('db-1', 'web')));
    assert.deepEqual(runs(), ['1/endpoints.yaml']);
    put(`${project}/1/service.yaml`, within(2, service('db-2', 'web')));
    assert.deepEqual(runs(), ['1/endpoints.yaml', '2/endpoints.yaml']);
    // A name that is new, a Pod that only says more, and one that nobody can name.
    put(`${project}/pod.yaml`, 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: n3}\n');
    assert.deepEqual(runs(), ['3/endpoints.yaml']);
    put(`${project}/pod.yaml`, 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: n3, uid: u}\n');
    assert.deepEqual(runs(), []);
    put(`${project}/pod.yaml`, 'apiVersion: v1\nkind: Pod\nmetadata: {name: "{{ .x }}", namespace: n3}\n');
    assert.deepEqual(runs(), ['3/endpoints.yaml']);
    workspace.setKnowledge('some');
    assert.equal(runs().length, 3);
  });
});
