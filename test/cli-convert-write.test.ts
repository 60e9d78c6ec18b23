/** `endpoints convert --write`: what it asks, what it writes, and what it leaves alone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, pathIn, runAsking, service, slice } from './support/cli-convert.ts';
import { cliPath, folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

describe('endpoints convert --write', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;
  const having = (files: Readonly<Record<string, string>>): Folder => (folder = make(files));
  const read = (name: string): string => readFileSync(join(folder?.path ?? '', name), 'utf8');

  it('asks the files around those that are named for readers', () => {
    const config = 'scrape_configs:\n  - job_name: db\n    kubernetes_sd_configs:\n      - role: endpoints\n';
    const files = { 'k8s/db.yaml': endpoints('db'), 'monitoring/prometheus.yaml': config };
    const { run, path } = having(files);
    const { err, code } = run('convert', '--write', 'k8s/db.yaml');
    assert.match(err, /1 reader loses it: monitoring\/prometheus\.yaml:4:15/);
    assert.match(err, /Skipped a file/);
    assert.deepEqual([code, readFileSync(join(path, 'k8s/db.yaml'), 'utf8')], [1, files['k8s/db.yaml']]);
  });

  it('writes what the diff shows, once', () => {
    const { run } = having({ 'k8s/db.yaml': endpoints('db'), 'k8s/svc.yaml': service('db') });
    const shown = run('convert', 'k8s').out;
    const first = run('convert', '--write', 'k8s');
    assert.deepEqual([first.out, first.code], [shown, 0]);
    assert.match(first.err, /Wrote 1 file\.\n$/);
    assert.match(read('k8s/db.yaml'), /kind: EndpointSlice[^]*db-ipv4[^]*10\.20\.0\.14 # the primary/);
    assert.equal(read('k8s/svc.yaml'), service('db'));
    const text = read('k8s/db.yaml');
    const second = run('convert', '--write', 'k8s');
    assert.deepEqual([second.out, second.code, read('k8s/db.yaml')], ['', 0, text]);
    assert.deepEqual(readdirSync(join(folder?.path ?? '', 'k8s')), ['db.yaml', 'svc.yaml']);
  });

  it('keeps permissions, the byte order mark, line breaks and links', () => {
    const text = `\uFEFF${endpoints('db').replaceAll('\n', '\r\n')}`;
    const at = having({ 'real/db.yaml': text, 'k8s/other.txt': '' });
    chmodSync(pathIn(at, 'real/db.yaml'), 0o640);
    symlinkSync('../real/db.yaml', pathIn(at, 'k8s/link.yaml'));
    const { code, err } = at.run('convert', '--write', 'k8s/link.yaml');
    assert.equal(code, 0, err);
    const after = read('real/db.yaml');
    assert.match(after, /^\uFEFFapiVersion: discovery\.k8s\.io\/v1\r\n/);
    assert.equal(after.replaceAll('\r\n', '').includes('\n'), false);
    assert.ok(lstatSync(pathIn(at, 'k8s/link.yaml')).isSymbolicLink());
    assert.equal(statSync(pathIn(at, 'real/db.yaml')).mode & 0o777, 0o640);
  });

  it('writes a file once that is reached in two ways', () => {
    const at = having({ 'a.yaml': endpoints('db') });
    symlinkSync('a.yaml', pathIn(at, 'b.yaml'));
    const { code, err } = at.run('convert', '--write', '.');
    assert.deepEqual([code, err.endsWith('Wrote 1 file.\n')], [0, true]);
    assert.match(read('a.yaml'), /name: db-ipv4\n/);
  });

  it('asks on a terminal, and takes only yes for yes', async () => {
    const files = { 'a.yaml': endpoints('a'), 'b.yaml': endpoints('b') };
    const at = having(files);
    for (const answer of ['', 'n', 'no', 'yea', 'what?']) {
      const { code, err, asked } = await runAsking(at, () => answer, 'convert', '--write', '.');
      assert.deepEqual([code, asked], [1, ['Write 2 files? [y/N] ']]);
      assert.match(err, /Nothing was written\.\n$/);
      assert.equal(read('a.yaml'), files['a.yaml']);
    }
    const { code, err } = await runAsking(at, () => ' Yes ', 'convert', '--write', '.');
    assert.deepEqual([code, err.endsWith('Wrote 2 files.\n')], [0, true]);
    assert.match(read('a.yaml') + read('b.yaml'), /kind: EndpointSlice[^]*kind: EndpointSlice/);
  });

  it('asks nobody where --yes says so, or where there is nothing to write', async () => {
    const at = having({ 'a.yaml': endpoints('a') });
    const first = await runAsking(at, () => 'n', 'convert', '--write', '--yes', '.');
    const second = await runAsking(at, () => 'n', 'convert', '--write', '.');
    assert.deepEqual([first.asked, first.code, second.asked, second.code], [[], 0, [], 0]);
    assert.match(read('a.yaml'), /kind: EndpointSlice/);
  });

  it('leaves a file alone that changes while it asks, and writes the others', async () => {
    const at = having({ 'a.yaml': endpoints('a'), 'b.yaml': endpoints('b') });
    const changed = `${endpoints('a')}# by somebody else\n`;
    const { code, err } = await runAsking(
      at,
      () => {
        writeFileSync(pathIn(at, 'a.yaml'), changed);
        return 'y';
      },
      'convert',
      '--write',
      '.',
    );
    assert.equal(code, 2);
    const problem = 'endpoints: a.yaml has changed since it was read and was not written. Run the command again.\n';
    assert.ok(err.endsWith(`${problem}Wrote 1 of 2 files.\n`), err);
    assert.equal(read('a.yaml'), changed);
    assert.match(read('b.yaml'), /kind: EndpointSlice/);
  });

  it('leaves a read-only file alone, and writes the others', () => {
    const at = having({ 'a.yaml': endpoints('a'), 'b.yaml': endpoints('b') });
    chmodSync(pathIn(at, 'a.yaml'), 0o444);
    const { code, err } = at.run('convert', '--write', '.');
    assert.equal(code, 2);
    assert.match(err, /endpoints: a\.yaml cannot be written \(it is read-only\)\. Check its permissions\.\n/);
    assert.equal(read('a.yaml'), endpoints('a'));
    assert.match(read('b.yaml'), /kind: EndpointSlice/);
  });

  for (const [name, other] of [
    ['a.yaml', 'b.yaml'],
    ['b.yaml', 'a.yaml'],
  ] as const) {
    it(`writes no file on the way back where ${name} is read-only: what leaves one of them is in the other`, () => {
      const files = {
        'a.yaml': slice('a', '10.20.0.14'),
        'b.yaml': `${slice('b', '10.20.0.15')}---\n${service('db')}`,
      };
      const at = having(files);
      chmodSync(pathIn(at, name), 0o444);
      const { code, err } = at.run('convert', '--to', 'endpoints', '--write', '.');
      assert.equal(code, 2);
      assert.match(
        err,
        /cannot be written \(it is read-only\)[^\n]*\nNothing was written: all files are written together, because objects move between them\.\n$/,
      );
      assert.deepEqual([read(name), read(other)], [files[name], files[other]]);
      chmodSync(pathIn(at, name), 0o644);
      assert.equal(at.run('convert', '--to', 'endpoints', '--write', '.').code, 0);
      assert.match(read('a.yaml'), /kind: Endpoints[^]*10\.20\.0\.14[^]*10\.20\.0\.15/);
      assert.equal(read('b.yaml'), `---\n${service('db')}`);
    });
  }

  it('writes what it can where a path cannot be read', () => {
    const { run } = having({ 'a.yaml': endpoints('a') });
    const { code, err } = run('convert', '--write', 'a.yaml', 'none.yaml');
    assert.equal(code, 2);
    assert.match(err, /^endpoints: none\.yaml does not exist\. Check the path\.\n/);
    assert.match(read('a.yaml'), /kind: EndpointSlice/);
  });

  it('leaves no half-written file behind when it is killed', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `db-${i}`);
    const at = having(Object.fromEntries(names.map((name) => [`${name}.yaml`, endpoints(name)])));
    const whole = at.run('convert', '--stdout', 'db-7.yaml').out;
    assert.match(whole, /kind: EndpointSlice/);
    await killed(at);
    for (const name of names) {
      const text = read(`${name}.yaml`);
      assert.ok(text === endpoints(name) || text === whole.replaceAll('db-7', name), name);
    }
  });
});

/** Starts the command, and kills it as soon as it has printed what it is about to write. */
async function killed({ path }: Folder): Promise<void> {
  const child = spawn(process.execPath, [cliPath, 'convert', '--write', '.'], { cwd: path });
  child.stderr.once('data', () => child.kill('SIGKILL'));
  child.stdout.resume();
  await new Promise((resolve) => child.once('close', resolve));
}
