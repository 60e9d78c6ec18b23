/** Terraform in the server: which files are read, what is checked again after an edit, and what answers. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver';
import type { ClientOptions } from './support/client.ts';
import { writeFiles } from './support/process.ts';
import { startProcess } from './support/server-process.ts';
import {
  codesIn,
  notify,
  pulling,
  quiet,
  relatedInformation,
  startWorkspace,
  until,
  workspaceClient,
  type WorkspaceClient,
} from './support/workspace-session.ts';

const resource = (type = 'kubernetes_endpoints_v1'): string => `resource "${type}" "db" {
  metadata {
    name      = local.name
    namespace = "prod"
  }
  subset {
    address {
      ip = local.ip
    }
    port {
      name = "postgres"
      port = 5432
    }
  }
}
`;
const main = resource();
const locals = (ip = '127.0.0.1'): string => `locals {\n  name = "db"\n  ip   = "${ip}"\n}\n`;
const service = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: prod}
spec: {ports: [{name: pg, port: 5432}]}
`;
const foreign = 'resource "aws_instance" "web" {\n  ami = "a"\n}\n';

/** The first word of a message, which names the address. */
function wordOf(finding: Diagnostic | undefined): string | undefined {
  const message = finding?.message;
  return typeof message === 'string' ? message.split(' ')[0] : undefined;
}

describe('language server: Terraform', () => {
  const running: WorkspaceClient[] = [];
  afterEach(async () => {
    for (const client of running.splice(0)) {
      const bugs = client.logged.filter(({ message }) => message.includes('Internal error'));
      await client.stop();
      assert.deepEqual(bugs, []);
    }
  });
  const start = async (files: Record<string, string>, options: ClientOptions = {}): Promise<WorkspaceClient> => {
    const client = await startWorkspace({ files, capabilities: pulling, initializationOptions: quiet, ...options });
    running.push(client);
    return client;
  };
  const uriOf = (path: string): string => `file:///project/${path}`;
  const disk = (files: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [uriOf(path), text]));
  const codes = async (client: WorkspaceClient) => codesIn(await client.pullAll());
  const codesAt = async (client: WorkspaceClient, path: string) =>
    (await client.pull(uriOf(path))).map(({ code }) => code);
  const loopback = ['loopback-ip'];

  it('reads modules that declare something of ours, in either syntax, with everything in their folders', async () => {
    const json = JSON.stringify({
      resource: { kubernetes_endpoints_v1: { x: { subset: { address: { ip: '${local.ip}' } } } } },
    });
    const client = await start(
      disk({
        'a/main.tf': main,
        'a/locals.tf': locals(),
        'a/service.yaml': service,
        'b/main.tofu': main,
        'b/locals.tf': locals('10.0.0.1'),
        'c/x.tf.json': json,
        'c/locals.tofu.json': '{"locals": {"ip": "::1"}}',
        'd/main.tf': foreign,
        'd/locals.tf': locals(),
      }),
    );
    assert.deepEqual(await codes(client), {
      'a/main.tf': ['loopback-ip', 'unmatched-port'],
      'c/x.tf.json': ['missing-argument', ...loopback],
    });
  });

  it('checks an open text again when a local changes in another open text', async () => {
    const client = await start(disk({ 'main.tf': main, 'locals.tf': locals() }), { capabilities: relatedInformation });
    client.open(uriOf('main.tf'), main);
    await until(() => client.published.has(uriOf('main.tf')));
    const [first] = client.published.get(uriOf('main.tf')) ?? [];
    assert.equal(first?.code, 'loopback-ip');
    assert.equal(first.relatedInformation?.[0]?.location.uri, uriOf('locals.tf'));
    client.open(uriOf('locals.tf'), locals());
    client.change(uriOf('locals.tf'), 2, [{ text: locals('10.0.0.1') }]);
    const isClean = (): boolean => client.published.get(uriOf('main.tf'))?.length === 0;
    await until(isClean);
    assert.ok(isClean());
    const at = { line: 2, character: 10 };
    const [from, to] = [at, { ...at, character: 18 }];
    client.change(uriOf('locals.tf'), 3, [{ range: { start: from, end: to }, text: '127.0.0.2' }]);
    await until(() => !isClean());
    assert.deepEqual(client.published.get(uriOf('main.tf'))?.map(wordOf), ['127.0.0.2']);
    client.close(uriOf('locals.tf'));
    const shown = (): string | undefined => wordOf(client.published.get(uriOf('main.tf'))?.[0]);
    await until(() => shown() === '127.0.0.1');
    assert.equal(shown(), '127.0.0.1');
  });

  it('follows changes of files that are not open', async () => {
    const files = disk({ 'main.tf': main, 'locals.tf': locals('10.0.0.1'), 'other/x.tf': foreign });
    const client = await start(files);
    client.open(uriOf('main.tf'), main);
    assert.deepEqual(await codesAt(client, 'main.tf'), []);
    files[uriOf('locals.tf')] = locals();
    client.watched({ [uriOf('locals.tf')]: 'changed' });
    assert.deepEqual(await codes(client), { 'main.tf': loopback });
    assert.deepEqual(await codesAt(client, 'main.tf'), loopback);
    delete files[uriOf('locals.tf')];
    client.watched({ [uriOf('locals.tf')]: 'deleted' });
    assert.deepEqual(await codes(client), {});
    files[uriOf('more.tf')] = locals('127.0.0.9');
    client.watched({ [uriOf('more.tf')]: 'created' });
    assert.deepEqual(await codes(client), { 'main.tf': loopback });
    files[uriOf('main.tofu')] = main.replace('local.ip', '"10.0.0.3"');
    client.watched({ [uriOf('main.tofu')]: 'created' });
    assert.deepEqual(await codes(client), {});
    delete files[uriOf('main.tofu')];
    client.watched({ [uriOf('main.tofu')]: 'deleted' });
    assert.deepEqual(await codes(client), { 'main.tf': loopback });
  });

  it('reads the rest of a folder once one of its files declares something of ours', async () => {
    const files = disk({
      'a/locals.tf': locals(),
      'a/main.tf': foreign,
      'b/locals.tf': locals(),
      'b/main.tf': foreign,
    });
    const client = await start(files);
    assert.deepEqual(await codes(client), {});
    files[uriOf('a/main.tf')] = main;
    client.watched({ [uriOf('a/main.tf')]: 'changed' });
    assert.deepEqual(await codes(client), { 'a/main.tf': loopback });
    client.open(uriOf('b/main.tf'), foreign);
    assert.deepEqual(await codesAt(client, 'b/main.tf'), []);
    client.change(uriOf('b/main.tf'), 2, [{ text: main }]);
    await client.pullAll();
    assert.deepEqual(await codesAt(client, 'b/main.tf'), loopback);
  });

  it('says nothing of foreign modules, and nothing more when they change', async () => {
    const files = disk({ 'x.tf': foreign, 'y.tf': locals() });
    const client = await start(files, {
      capabilities: { ...pulling, workspace: { diagnostics: { refreshSupport: true } } },
    });
    await client.pullAll();
    const refreshes = () => client.asked.filter(({ method }) => method === 'workspace/diagnostic/refresh').length;
    const before = refreshes();
    files[uriOf('x.tf')] = `${foreign}# more\n`;
    client.watched({ [uriOf('x.tf')]: 'changed' });
    await client.pullAll();
    assert.equal(refreshes(), before);
  });

  it('reads the other files of a folder that is not in the workspace', async () => {
    const outside = {
      'file:///elsewhere/main.tf': main,
      'file:///elsewhere/locals.tf': locals(),
      'file:///elsewhere/deep/more.tf': locals(),
    };
    const client = await start(outside, { folder: null });
    client.open('file:///elsewhere/main.tf', main);
    await client.pullAll();
    assert.deepEqual(
      (await client.pull('file:///elsewhere/main.tf')).map(({ code }) => code),
      loopback,
    );
  });

  it('decides by the name of a file, and not by what the client calls its language', async () => {
    const client = await start(disk({ 'locals.tf': locals() }));
    const open = (path: string, languageId: string, text: string): void =>
      notify(client, 'textDocument/didOpen', { textDocument: { uri: uriOf(path), languageId, version: 1, text } });
    for (const [i, language] of ['terraform', 'opentofu', 'hcl', 'plaintext', 'tf'].entries()) {
      open(`m${i}/main.tf`, language, main.replace('local.ip', '"127.0.0.1"'));
      assert.deepEqual(await codesAt(client, `m${i}/main.tf`), loopback, language);
    }
    const manifest = 'kind: Endpoints\napiVersion: v1\nsubsets: [{addresses: [{ip: 127.0.0.1}]}]\n';
    for (const language of ['terraform-vars', 'terraform', 'hcl']) open(`x-${language}.tfvars`, language, manifest);
    assert.deepEqual(
      Object.keys(await codes(client)).filter((path) => path.endsWith('.tfvars')),
      [],
    );
  });

  it('answers every request about a file of Terraform, and leaves its form to other servers', async () => {
    const client = await start(disk({ 'main.tf': main, 'locals.tf': locals(), 'service.yaml': service }));
    const uri = uriOf('main.tf');
    client.open(uri, main);
    const lines = main.split('\n');
    const end = { line: lines.length - 1, character: 0 };
    const range = { start: { line: 0, character: 0 }, end };
    assert.deepEqual(await client.ask<unknown>('textDocument/foldingRange', uri), []);
    assert.deepEqual(await client.ask<unknown>('textDocument/semanticTokens/full', uri), { data: [] });
    const options = { tabSize: 2, insertSpaces: true };
    assert.deepEqual((await client.ask<unknown>('textDocument/formatting', uri, { options })) ?? [], []);
    assert.deepEqual((await client.ask<unknown>('textDocument/rangeFormatting', uri, { options, range })) ?? [], []);
    const positions = [{ line: 2, character: 8 }];
    assert.deepEqual((await client.ask<unknown>('textDocument/selectionRange', uri, { positions })) ?? [], []);
    await client.ask('textDocument/documentSymbol', uri);
    await client.ask('textDocument/codeLens', uri);
    await client.ask('textDocument/documentLink', uri);
    await client.ask('textDocument/inlayHint', uri, { range });
    await client.ask('textDocument/codeAction', uri, { range, context: { diagnostics: [] } });
    for (const [line, text] of lines.entries())
      for (let character = 0; character <= text.length; character++) {
        const position = { line, character };
        for (const method of ['hover', 'completion', 'definition', 'documentHighlight', 'prepareRename'])
          await client.ask(`textDocument/${method}`, uri, { position }).catch((error: unknown) => {
            assert.equal(method, 'prepareRename', String(error));
          });
        await client.ask('textDocument/references', uri, { position, context: { includeDeclaration: true } });
      }
  });

  it('shows the traffic of a Service with endpoints in Terraform', async () => {
    const client = await start(disk({ 'main.tf': main, 'locals.tf': locals('10.0.0.1'), 'service.yaml': service }));
    client.open(uriOf('service.yaml'), service);
    await client.pullAll();
    const lenses = JSON.stringify(
      await client.ask('textDocument/hover', uriOf('service.yaml'), { position: { line: 2, character: 18 } }),
    );
    assert.match(lenses, /main\.tf/);
  });

  it('watches files of Terraform', async () => {
    const workspace = { didChangeWatchedFiles: { dynamicRegistration: true } };
    const client = await start(disk({ 'main.tf': foreign }), { capabilities: { ...pulling, workspace } });
    await client.pullAll();
    const asked = JSON.stringify(client.asked.filter(({ method }) => method === 'client/registerCapability'));
    assert.match(asked, /\*\*\/\*\.\{yaml,yml,json,tf,tofu\}/);
  });
});

describe('language server: Terraform on a disk', function () {
  this.timeout(60_000);

  it('reads the files beside an open one, and never copies of modules', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoints-')));
    const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
    writeFiles(folder, {
      'live/main.tf': foreign,
      'live/locals.tf': locals(),
      'live/.terraform/modules/a/main.tf': main.replace('local.ip', '"127.0.0.1"'),
      'outside/main.tf': main,
      'outside/locals.tf': locals('127.0.0.7'),
    });
    const options = { folder: uriOf('live'), capabilities: pulling, initializationOptions: quiet };
    const client = workspaceClient(await startProcess(options));
    assert.deepEqual(await client.pullAll(), {});
    writeFileSync(join(folder, 'live/main.tf'), main);
    client.watched({ [uriOf('live/main.tf')]: 'changed' });
    assert.deepEqual(Object.keys(await client.pullAll()), [uriOf('live/main.tf')]);
    client.open(uriOf('outside/main.tf'), main);
    await client.pullAll();
    const found: readonly Diagnostic[] = await client.pull(uriOf('outside/main.tf'));
    assert.deepEqual(found.map(wordOf), ['127.0.0.7']);
    await client.stop();
    rmSync(folder, { recursive: true });
  });
});
