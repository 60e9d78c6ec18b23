/** The index over a real disk, which may hold anything: the process goes on, says what it left out, and loses nothing else. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProcess } from './support/server-process.ts';
import type { ClientOptions } from './support/client.ts';
import {
  notify,
  pulling,
  quiet,
  workspaceClient,
  type fileChange,
  type WorkspaceClient,
} from './support/workspace-session.ts';
import { endpoints, service } from './support/workspace-texts.ts';

const lone = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: UPPER}\n';
const pair = { 'shop/service.yaml': service('db', 'postgres'), 'shop/endpoints.yaml': endpoints('db', 'postgre') };
const mistaken = { 'shop/endpoints.yaml': ['unmatched-port'] };

interface Disk {
  readonly folder: string;
  readonly client: WorkspaceClient;
  readonly pid: number | undefined;
  readonly codes: () => Promise<object>;
  /** Tells of changes by their paths. */
  readonly watched: (changes: Readonly<Record<string, keyof typeof fileChange>>) => void;
}

describe('the index: a real disk', function () {
  this.timeout(120_000);
  let folder: string;
  const running: WorkspaceClient[] = [];
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoints-')));
  });
  afterEach(async () => {
    for (const client of running.splice(0)) {
      const bugs = client.logged.filter(({ message }) => message.includes('Internal error'));
      await client.stop();
      assert.deepEqual(bugs, []);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const start = async (options: ClientOptions = {}): Promise<Disk> => {
    const child = await startProcess({
      folder: pathToFileURL(folder).href,
      capabilities: pulling,
      initializationOptions: quiet,
      ...options,
    });
    const client = workspaceClient(child);
    running.push(client);
    return {
      folder,
      client,
      pid: child.child.pid,
      async codes() {
        const found = Object.entries(await client.pullAll());
        const paths = found.map(
          ([uri, items]) => [uri.slice(uriOf('.').length + 1), items.map(({ code }) => code)] as const,
        );
        return Object.fromEntries(paths);
      },
      watched: (changes) =>
        client.watched(Object.fromEntries(Object.entries(changes).map(([path, change]) => [uriOf(path), change]))),
    };
  };

  it('honors .gitignore, nested and negated, and what is never read', async () => {
    write(folder, {
      '.gitignore': 'ignored/\n*.tmp.yaml\n/top.yaml\n',
      'a/.gitignore': '!kept.tmp.yaml\nb.yaml\n',
      'a/kept.tmp.yaml': lone,
      'a/left.tmp.yaml': lone,
      'a/b.yaml': lone,
      'a/deep/top.yaml': lone,
      'ignored/a.yaml': lone,
      'node_modules/a.yaml': lone,
      '.git/a.yaml': lone,
      'top.yaml': lone,
    });
    const { codes, watched } = await start();
    assert.deepEqual(Object.keys(await codes()), ['a/deep/top.yaml', 'a/kept.tmp.yaml']);
    write(folder, { 'ignored/new.yaml': lone, 'node_modules/new.yaml': lone, 'a/new.yaml': lone });
    watched({ 'ignored/new.yaml': 'created', 'node_modules/new.yaml': 'created', 'a/new.yaml': 'created' });
    watched({ 'top.yaml': 'changed', node_modules: 'created' });
    assert.deepEqual(Object.keys(await codes()), ['a/deep/top.yaml', 'a/kept.tmp.yaml', 'a/new.yaml']);
    write(folder, { '.gitignore': 'deep/\n' });
    watched({ '.gitignore': 'changed' });
    const all = ['a/kept.tmp.yaml', 'a/left.tmp.yaml', 'a/new.yaml', 'ignored/a.yaml', 'ignored/new.yaml', 'top.yaml'];
    assert.deepEqual(Object.keys(await codes()), all);
  });

  it('leaves out what is excluded, in a search as when a file changes', async () => {
    write(folder, { ...pair, 'old/a.yaml': lone, 'new/old/a.yaml': lone });
    const { codes, watched } = await start({ initializationOptions: { ...quiet, exclude: ['/old/', 'service.yaml'] } });
    const found = { 'new/old/a.yaml': ['malformed-name'] };
    assert.deepEqual(await codes(), found);
    watched({ 'old/a.yaml': 'changed', 'shop/service.yaml': 'changed' });
    assert.deepEqual(await codes(), found);
  });

  it('leaves out vendor and testdata, unless the settings include them', async () => {
    write(folder, { ...pair, 'vendor/x/a.yaml': lone, 'pkg/testdata/a.yaml': lone });
    const { codes, watched } = await start({ initializationOptions: { ...quiet, exclude: ['!vendor/'] } });
    const found = { 'vendor/x/a.yaml': ['malformed-name'], ...mistaken };
    assert.deepEqual(await codes(), found);
    watched({ 'pkg/testdata/a.yaml': 'changed', 'vendor/x/a.yaml': 'changed' });
    assert.deepEqual(await codes(), found);
  });

  it('checks an open file of a folder that is left out, and forgets it when it is closed', async () => {
    const text = service('db', 'postgre');
    write(folder, { ...pair, 'vendor/x/a.yaml': lone, 'pkg/testdata/service.yaml': text });
    const { client, codes, watched } = await start();
    assert.deepEqual(await codes(), mistaken);
    client.open(uriOf('vendor/x/a.yaml'), lone);
    assert.deepEqual(await codes(), { ...mistaken, 'vendor/x/a.yaml': ['malformed-name'] });
    client.change(uriOf('vendor/x/a.yaml'), 2, [{ text: lone.replace('UPPER', 'lower') }]);
    assert.deepEqual(await codes(), mistaken);
    client.change(uriOf('vendor/x/a.yaml'), 3, [{ text: lone }]);
    watched({ 'vendor/x/a.yaml': 'changed', 'pkg/testdata/service.yaml': 'changed' });
    assert.deepEqual(await codes(), { ...mistaken, 'vendor/x/a.yaml': ['malformed-name'] });
    client.close(uriOf('vendor/x/a.yaml'));
    assert.deepEqual(await codes(), mistaken);
  });

  it('survives links to nowhere, in circles and out of the folder, pipes, and folders with the name of a file', async () => {
    write(folder, { ...pair, 'a.yaml/b.yaml': lone });
    const links = {
      'gone.yaml': 'nowhere.yaml',
      'one.yaml': 'two.yaml',
      'two.yaml': 'one.yaml',
      loop: '.',
      'zero.json': '/dev/zero',
    };
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
    for (const pipe of ['pipe.yaml', 'kustomization.yaml', 'endpoints.config.yaml'])
      execFileSync('mkfifo', [join(folder, pipe)]);
    const { client, codes, watched } = await start();
    const found = { 'a.yaml/b.yaml': ['malformed-name'], ...mistaken };
    assert.deepEqual(await codes(), found);
    watched({
      'a.yaml': 'created',
      'pipe.yaml': 'created',
      'kustomization.yaml': 'changed',
      'gone.yaml': 'created',
      'one.yaml': 'changed',
    });
    assert.deepEqual(await codes(), found);
    watched({ loop: 'created', 'loop/a.yaml/b.yaml': 'created', 'zero.json': 'created' });
    assert.deepEqual(await codes(), found);
    client.open(uriOf('shop/new.yaml'), lone);
    assert.deepEqual(await codes(), { ...found, 'shop/new.yaml': ['malformed-name'] });
    assert.deepEqual(client.logged, []);
  });

  it('survives what is no text', async () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 31 + (i >> 8) * 17) % 256));
    write(folder, {
      ...pair,
      'binary.yaml': Buffer.concat([Buffer.from('apiVersion: v1\nkind: Endpoints\n'), noise]),
      'endpoints.json': noise,
      'utf16.yaml': Buffer.from(`\uFEFF${lone}`, 'utf16le'),
      'bom.yaml': `\uFEFF${lone}`,
      'empty.yaml': '',
      'cut.yaml': Buffer.from(`${lone}# é`).subarray(0, -1),
    });
    const { client, codes } = await start();
    const { 'binary.yaml': binary, ...others } = (await codes()) as Record<string, readonly string[]>;
    assert.ok(binary?.includes('syntax-error'), JSON.stringify(binary));
    assert.deepEqual(others, { 'bom.yaml': ['malformed-name'], 'cut.yaml': ['malformed-name'], ...mistaken });
    assert.deepEqual(client.logged, []);
  });

  it('says once what is too large or cannot be read', async () => {
    write(folder, {
      ...pair,
      'large.yaml': `${lone}#${' '.repeat(3_000)}`,
      'secret.yaml': lone,
      'closed/a.yaml': lone,
    });
    // Root may read everything, so that permissions are denied by hand.
    const denying = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      for (const name of ['openSync', 'readdirSync']) {
        const real = fs[name];
        fs[name] = (path, ...rest) => {
          if (/secret|closed$/.test(path)) throw Object.assign(new Error('denied'), { code: 'EACCES' });
          return real(path, ...rest);
        };
      }
      syncBuiltinESMExports();`;
    const { client, codes, watched } = await start({
      initializationOptions: { ...quiet, maxFileSize: 2 },
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(denying)}`],
    });
    assert.deepEqual(await codes(), mistaken);
    const lines = [
      `${join(folder, 'closed')} cannot be read (EACCES).`,
      `${join(folder, 'large.yaml')} is larger than 2 KiB and is ignored.`,
      `${join(folder, 'secret.yaml')} cannot be read (EACCES).`,
    ];
    assert.deepEqual(
      client.logged.map(({ message }) => message),
      lines,
    );
    watched({ 'large.yaml': 'changed', 'secret.yaml': 'changed', 'closed/a.yaml': 'changed' });
    assert.deepEqual(Object.keys(await codes()).sort(), ['closed/a.yaml', ...Object.keys(mistaken)]);
  });

  it('says that a folder is not there, and takes it in when it comes', async () => {
    const { client, codes, watched } = await start({ folder: uriOf('later') });
    assert.deepEqual(await codes(), {});
    assert.deepEqual(
      client.logged.map(({ message }) => message),
      [`${join(folder, 'later')} cannot be read (ENOENT).`],
    );
    write(folder, { 'later/shop/a.yaml': lone });
    watched({ 'later/shop': 'created' });
    assert.deepEqual(await codes(), { 'later/shop/a.yaml': ['malformed-name'] });
  });

  it('says of a folder that is no path that it is none', async () => {
    const { client, codes } = await start({ folder: 'file://elsewhere/share' });
    client.open(uriOf('a.yaml'), lone);
    assert.deepEqual(await codes(), { 'a.yaml': ['malformed-name'] });
    assert.deepEqual(
      client.logged.map(({ message }) => message),
      ['file://elsewhere/share is not a folder on this computer.'],
    );
    notify(client, 'workspace/didChangeWatchedFiles', {
      changes: [{ uri: 'file://elsewhere/share/a%2Fb.yaml', type: 1 }],
    });
    assert.deepEqual(await codes(), { 'a.yaml': ['malformed-name'] });
  });

  it('survives a folder that vanishes while it is read', async () => {
    write(folder, { ...pair, ...many(1_000, lone) });
    const { client, codes, watched } = await start();
    rmSync(folder, { recursive: true });
    watched({ 'many/0': 'deleted', many: 'deleted', shop: 'deleted' });
    assert.deepEqual(await codes(), {});
    const lines = client.logged.map(({ message }) => message);
    assert.deepEqual(lines, [...new Set(lines)]);
    write(folder, pair);
    watched({ shop: 'created' });
    assert.deepEqual(await codes(), mistaken);
  });

  it('ends with what the files say that change while they are read', async () => {
    const paths = Object.keys(many(300, ''));
    write(folder, { ...pair, ...many(300, lone) });
    const { codes, watched } = await start();
    for (const round of [1, 2, 3]) {
      write(folder, many(300, round < 3 ? `${lone}# ${'x'.repeat(5_000 * round)}\n` : service('db', 'web')));
      watched(Object.fromEntries(paths.map((path) => [path, 'changed'])));
    }
    assert.deepEqual(await codes(), mistaken);
  });

  it('reads 20,000 files in little memory, and answers meanwhile', async () => {
    const other = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n';
    write(folder, many(17_000, 'a: 1\n'));
    write(join(folder, 'others'), many(2_000, other));
    write(join(folder, 'ours'), { ...many(998, lone), ...pair });
    const { client, codes } = await start({ nodeArguments: ['--max-old-space-size=64'] });
    const uri = uriOf('ours/shop/endpoints.yaml');
    client.open(uri, pair['shop/endpoints.yaml'].replace('10.20.0.15', '127.0.0.1'));
    // Without the relations, which are looked at in the end.
    assert.deepEqual(
      (await client.pull(uri)).map(({ code }) => code),
      ['loopback-ip'],
    );
    const found = await codes();
    assert.equal(Object.keys(found).length, 999);
    assert.deepEqual(client.logged, []);
  });
});

/** Files of one text in folders of a hundred. */
function many(count: number, text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`many/${Math.floor(i / 100)}/${i % 100}.yaml`, text] as const),
  );
}

function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  const all = Object.entries(files).map(([path, content]) => [join(folder, path), content] as const);
  for (const each of new Set(all.map(([path]) => dirname(path)))) mkdirSync(each, { recursive: true });
  for (const [path, content] of all) writeFileSync(path, content);
}
