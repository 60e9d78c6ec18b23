/** Writing through links: nothing outside of what the command line names is written, and a file stays what it was beside its text. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argumentsOfNobody } from './support/nobody.ts';
import { cliPath, folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const text =
  'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 10.0.0.1}]\n    ports: [{port: 1, protocol: tcp}]\n';
const fixed = text.replace('tcp', 'TCP');
/** A Service makes sure that the slices are its own. */
const convertible = `${fixed}---\napiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {ports: [{port: 1}]}\n`;

describe('writing through links', () => {
  const make = temporary(folderOf);
  const having = (files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): Folder => {
    const at = make(files);
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(at.path, name));
    return at;
  };
  const read = (at: Folder, name: string): string => readFileSync(join(at.path, name), 'utf8');

  const ways: readonly (readonly [text: string, ...way: string[]])[] = [
    [text, 'check', '--fix'],
    [convertible, 'convert', '--write', '--yes'],
  ];
  for (const [before, ...way] of ways) {
    const name = way.join(' ');

    it(`endpoints ${name} does not write where a link leads out of the directory that is named`, () => {
      const at = having({ 'k/a.txt': '', 'real/db.yaml': before }, { 'k/link.yaml': '../real/db.yaml' });
      const { err, code } = at.run(...way, 'k');
      assert.equal(code, 2);
      assert.ok(
        err.includes(
          `endpoints: k/link.yaml resolves to ${at.path}/real/db.yaml, outside of ${at.path}/k, and was not written. Name that file itself.\n`,
        ),
        err,
      );
      assert.equal(read(at, 'real/db.yaml'), before);
      assert.deepEqual(at.run(...way, 'real', 'k/link.yaml').code, 0);
      assert.notEqual(read(at, 'real/db.yaml'), before);
    });

    it(`endpoints ${name} does not write where a link leads out of the working directory`, () => {
      const outside = make({ 'db.yaml': before });
      const at = having({ 'own.yaml': before.replaceAll('db', 'own') }, { 'link.yaml': join(outside.path, 'db.yaml') });
      for (const path of ['.', 'link.yaml', join(at.path, 'link.yaml')]) {
        const { err, code } = at.run(...way, path);
        assert.equal(code, 2, path);
        assert.ok(err.includes(`resolves to ${outside.path}/db.yaml, outside of ${at.path},`), err);
      }
      assert.equal(read(outside, 'db.yaml'), before);
      assert.notEqual(read(at, 'own.yaml'), before.replaceAll('db', 'own'));
    });

    it(`endpoints ${name} follows a link within the directory, and a directory that is a link itself`, () => {
      const at = having({ 'k/real/db.yaml': before }, { 'k/link.yaml': 'real/db.yaml', 'to-k': 'k' });
      assert.equal(at.run(...way, 'to-k').code, 0);
      assert.notEqual(read(at, 'k/real/db.yaml'), before);
      // As Kubernetes mounts a ConfigMap; it is no way out of the directory.
      const mounted = having({ 'real/db.yaml': before, '..data/a.txt': '' }, { '..data/link.yaml': '../real/db.yaml' });
      assert.equal(mounted.run(...way, '..data/link.yaml').err.includes('outside of'), false);
      assert.notEqual(read(mounted, 'real/db.yaml'), before);
    });

    it(`endpoints ${name} writes a file elsewhere that is named itself, but not through a link out of its directory`, () => {
      const outside = make({ 'k/db.yaml': before, 'else.yaml': before });
      symlinkSync('../else.yaml', join(outside.path, 'k/link.yaml'));
      const at = having({});
      assert.equal(at.run(...way, join(outside.path, 'k/db.yaml')).code, 0);
      assert.notEqual(read(outside, 'k/db.yaml'), before);
      assert.equal(at.run(...way, join(outside.path, 'k/link.yaml')).code, 2);
      assert.equal(read(outside, 'else.yaml'), before);
    });
  }

  const named: readonly (readonly [what: string, name: string, code: number, ...args: string[]])[] = [
    ['a report', 'report.txt', 2, '--output', 'report.txt'],
    ['a report in a directory that is a link', 'reports/new.txt', 2, '--output', 'reports/new.txt'],
    ['a baseline', 'known.json', 2, '--write-baseline', '--baseline', 'known.json'],
  ];
  for (const [what, name, code, ...args] of named)
    it(`writes ${what} through no link that leads out of the working directory`, () => {
      const outside = make({ 'report.txt': 'theirs\n', 'known.json': '' });
      const links = Object.fromEntries(['report.txt', 'known.json'].map((each) => [each, `${outside.path}/${each}`]));
      const at = having({ 'db.yaml': text.replace('10.0.0.1', '127.0.0.1') }, { ...links, reports: outside.path });
      const outcome = at.run('check', 'db.yaml', ...args);
      const target = join(outside.path, basename(name));
      assert.ok(
        outcome.err.includes(
          `${name} cannot be written (it resolves to ${target}, outside of the working directory). Check`,
        ),
        outcome.err,
      );
      assert.equal(outcome.code, code);
      assert.deepEqual(readdirSync(outside.path).sort(), ['known.json', 'report.txt']);
      assert.equal(read(outside, 'report.txt') + read(outside, 'known.json'), 'theirs\n');
    });

  it('writes a report through a link within the working directory, and where the command line itself leads out of it', () => {
    const outside = make({ 'report.txt': 'theirs\n' });
    const at = having({ 'a.yaml': text, 'real/report.txt': '' }, { 'report.txt': 'real/report.txt' });
    for (const file of ['report.txt', join(outside.path, 'report.txt')]) {
      const { err } = at.run('check', 'a.yaml', '--output', file);
      assert.equal(err, '');
    }
    assert.match(read(at, 'real/report.txt'), /deprecated-endpoints/);
    assert.ok(lstatSync(join(at.path, 'report.txt')).isSymbolicLink());
    assert.match(read(outside, 'report.txt'), /deprecated-endpoints/);
  });

  it('reads through any link', () => {
    const outside = make({ 'db.yaml': text });
    const at = having({}, { 'link.yaml': join(outside.path, 'db.yaml') });
    assert.match(at.run('check', '.').out, /^link\.yaml:6:/m);
  });

  for (const [what, before, after] of [
    ['line breaks of Windows', text.replaceAll('\n', '\r\n'), fixed.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${text}`, `\uFEFF${fixed}`],
    ['an end without a line break', text.trimEnd(), fixed.trimEnd()],
    ['mixed line breaks', text.replace('\n', '\r\n'), fixed.replace('\n', '\r\n')],
  ] as const)
    it(`keeps the permissions and ${what}`, () => {
      const at = having({ 'a.yaml': before });
      chmodSync(join(at.path, 'a.yaml'), 0o640);
      assert.equal(at.run('check', '--fix').code, 0);
      assert.equal(read(at, 'a.yaml'), after);
      assert.equal(statSync(join(at.path, 'a.yaml')).mode & 0o7777, 0o640);
      assert.deepEqual(readdirSync(at.path), ['a.yaml']);
    });

  it('leaves the old file and nothing beside it where the disk has no room', () => {
    const long = text + '# long\n'.repeat(2000);
    const at = having({ 'a.yaml': long });
    const { stderr, status } = spawnSync(
      'bash',
      ['--norc', '-c', 'trap "" XFSZ; ulimit -f 4; exec "$0" "$@"', process.execPath, cliPath, 'check', '--fix', '.'],
      { cwd: at.path, encoding: 'utf8' },
    );
    assert.deepEqual([stderr, status], ['endpoints: a.yaml cannot be written (EFBIG). Check the disk space.\n', 2]);
    assert.equal(read(at, 'a.yaml'), long);
    assert.deepEqual(readdirSync(at.path), ['a.yaml']);
  });

  it('leaves the old file where the directory may not be written to', () => {
    const at = having({ 'k/a.yaml': text });
    chmodSync(at.path, 0o755);
    chmodSync(join(at.path, 'k/a.yaml'), 0o666);
    chmodSync(join(at.path, 'k'), 0o555);
    const args = [...argumentsOfNobody(at.path), 'check', '--fix', 'k'];
    const { stderr, status } = spawnSync(process.execPath, args, { cwd: at.path, encoding: 'utf8' });
    chmodSync(join(at.path, 'k'), 0o755);
    assert.deepEqual([stderr, status], ['endpoints: k/a.yaml cannot be written (EACCES). Check its permissions.\n', 2]);
    assert.equal(read(at, 'k/a.yaml'), text);
    assert.deepEqual(readdirSync(join(at.path, 'k')), ['a.yaml']);
  });
});
