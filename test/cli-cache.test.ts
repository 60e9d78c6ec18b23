/** `--cache FILE` as a process: what is in the file changes no report, whatever state it is in. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cliPath, folderOf, type Folder, type Outcome } from './support/process.ts';
import { runIn } from './support/settings.ts';

const endpoints = (name: string, ip: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n  - addresses:\n      - ip: ${ip}\n`;
const service =
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  selector:\n    a: b\n  ports:\n    - port: 80\n';

describe('endpoints check --cache', () => {
  let folder: Folder;
  beforeEach(
    () => (folder = folderOf({ 'a.yaml': endpoints('db', '127.0.0.1'), 'b.yaml': endpoints('other', '10.0.0.1') })),
  );
  afterEach(() => folder.remove());

  /** What the first line says of the program. */
  const headOf = (text: string): string => text.slice(0, text.lastIndexOf(', ', text.indexOf('\n')));
  const at = (name: string): string => join(folder.path, name);
  const said = ({ out, err, code }: Outcome): readonly unknown[] => [out, err, code];
  const cached = (...options: readonly string[]): Outcome => folder.run('check', '--cache', 'kept.json', ...options);
  const assertSame = (...options: readonly string[]): void =>
    assert.deepEqual(said(cached(...options)), said(folder.run('check', 'a.yaml', 'b.yaml', ...options)));

  it('reports the same, first and later', () => {
    for (const options of [[], ['--format', 'json'], ['--severity', 'loopback-ip=off'], ['--quiet']]) {
      assertSame(...options);
      assertSame(...options);
      rmSync(at('kept.json'));
    }
  });

  it('writes nothing where nothing has changed', () => {
    cached();
    const before = statSync(at('kept.json')).ino;
    cached();
    assert.equal(statSync(at('kept.json')).ino, before);
    assert.deepEqual(readdirSync(folder.path).sort(), ['a.yaml', 'b.yaml', 'kept.json']);
  });

  it('checks again what another file changes, and forgets files that are gone', () => {
    cached();
    writeFileSync(at('service.yaml'), service);
    rmSync(at('b.yaml'));
    // The cache lies among the files, and is none of them.
    const { out } = folder.run('check', 'a.yaml', 'service.yaml', '--format', 'json');
    assert.equal(cached('--format', 'json').out, out);
    assert.ok(out.includes('service.yaml'), out);
    assert.ok(!readFileSync(at('kept.json'), 'utf8').includes('b.yaml'));
  });

  it('writes over nothing but a cache', () => {
    const before = readFileSync(at('a.yaml'), 'utf8');
    const refusal =
      'endpoints: --cache a.yaml is not a cache file, so it is not overwritten. Use another file, or delete it.\n';
    assert.deepEqual(said(folder.run('check', '.', '--cache', 'a.yaml')), ['', refusal, 2]);
    assert.equal(readFileSync(at('a.yaml'), 'utf8'), before);
  });

  it('starts anew where the file is broken or cut off', () => {
    cached();
    const whole = readFileSync(at('kept.json'), 'utf8');
    const fresh = said(folder.run('check', 'a.yaml', 'b.yaml'));
    for (const text of [
      '',
      '\n',
      'endpoints cache 0',
      whole.slice(0, -9),
      whole.replace('loopback-ip', 'loopback-no'),
      `${whole} `,
    ]) {
      writeFileSync(at('kept.json'), text);
      assert.deepEqual(said(cached()), fresh);
      assert.equal(readFileSync(at('kept.json'), 'utf8'), whole);
    }
  });

  for (const [from, to] of [
    ['here', 'there'],
    ['right here', 'over there'],
    ['right here', 'there'],
  ] as const)
    it(`goes on with its files at another place: from "${from}" to "${to}"`, () => {
      mkdirSync(at(from));
      for (const name of ['a.yaml', 'b.yaml']) renameSync(at(name), at(`${from}/${name}`));
      runIn(folder, from, 'check', '--cache', 'kept.json');
      cpSync(at(from), at(to), { recursive: true });
      const before = statSync(at(`${to}/kept.json`)).ino;
      const fresh = runIn(folder, from, 'check', 'a.yaml', 'b.yaml');
      assert.deepEqual(runIn(folder, to, 'check', '--cache', 'kept.json'), fresh);
      // What is found out anew is written.
      assert.equal(statSync(at(`${to}/kept.json`)).ino, before);
    });

  it('starts anew for another build of the program', () => {
    cached();
    const before = readFileSync(at('kept.json'), 'utf8');
    cpSync(dirname(cliPath), at('copy'), { recursive: true });
    const copied = (): void => void execFileSync(process.execPath, [at('copy/cli.js'), 'check', '--cache', 'kept.json', 'b.yaml', '--quiet'], { cwd: folder.path }); // prettier-ignore
    copied();
    assert.equal(headOf(readFileSync(at('kept.json'), 'utf8')), headOf(before));
    appendFileSync(at('copy/cli.js'), '\n// another build\n');
    copied();
    assert.notEqual(headOf(readFileSync(at('kept.json'), 'utf8')), headOf(before));
  });

  it('says that it cannot write, and nothing else changes', () => {
    mkdirSync(at('dir'));
    const { out, code } = folder.run('check', '.');
    for (const [name, why] of [
      ['dir', 'EISDIR'],
      ['nowhere/kept', 'ENOENT'],
    ] as const) {
      const run = folder.run('check', '.', '--cache', name);
      assert.deepEqual([run.out, run.code], [out, code]);
      assert.equal(run.err, `endpoints: The cache ${name} cannot be written (${why}). Check its directory.\n`);
    }
    assert.deepEqual(readdirSync(folder.path).sort(), ['a.yaml', 'b.yaml', 'dir']);
  });

  it('puts no file in the place of a pipe or a device', () => {
    execFileSync('mkfifo', [at('pipe')]);
    const { out, code } = folder.run('check', '.');
    const run = folder.run('check', '.', '--cache', 'pipe');
    const why = 'endpoints: The cache pipe cannot be written (it is not a regular file). Check its directory.\n';
    assert.deepEqual(said(run), [out, why, code]);
    assert.ok(statSync(at('pipe')).isFIFO());
  });

  it('says what it cannot be combined with', () => {
    for (const option of ['--fix', '--watch', '--since=HEAD']) {
      const other = option.replace(/=.*/, '');
      const [first, second] = other === '--watch' ? [other, '--cache'] : ['--cache', other];
      const run = folder.run('check', '--cache', 'kept.json', option);
      assert.deepEqual(said(run), [
        '',
        `endpoints: ${first} and ${second} cannot be combined. Remove one of them.\n`,
        2,
      ]);
    }
    const { err, code } = folder.run('check', '--cache=');
    assert.deepEqual([err, code], ['endpoints: --cache "" names nothing. Name a file.\n', 2]);
  });

  it('serves shards, whose reports still merge', () => {
    const whole = folder.run('check', '.', '--format', 'json');
    for (const round of ['first', 'second']) {
      const parts = [1, 2].map((index) => {
        const name = `${round}-${index}.txt`;
        folder.run(
          'check',
          '.',
          '--shard',
          `${index}/2`,
          '--cache',
          `.cache-${index}`,
          '--format',
          'json',
          '--output',
          name,
        );
        return name;
      });
      assert.deepEqual(said(folder.run('merge', ...parts, '--format', 'json')), said(whole));
    }
  });
});
