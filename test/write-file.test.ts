/** Writing a file: whole or not at all, where it is, with the permissions that it had, and never over the work of others. */
import assert from 'node:assert/strict';
import fs, {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../server/src/disk/write-file.ts';

describe('writing a file', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'endpoints-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const having = (name: string, text: string, mode = 0o644): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const replaced = (path: string, before: string, after: string): string | undefined =>
    replaceFile({ path, name: 'a.yaml', before, after });

  it('keeps the permissions, and leaves nothing beside it', () => {
    const path = having('a.yaml', '\uFEFFold\r\n', 0o750);
    assert.equal(replaced(path, '\uFEFFold\r\n', '\uFEFFnew\r\n'), undefined);
    assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['\uFEFFnew\r\n', 0o750]);
    assert.deepEqual(readdirSync(folder), ['a.yaml']);
  });

  it('puts another file in its place, so that whoever reads the old one reads it to its end', () => {
    const path = having('a.yaml', 'old\n');
    const { ino } = statSync(path);
    assert.equal(replaced(path, 'old\n', 'new\n'), undefined);
    assert.notEqual(statSync(path).ino, ino);
  });

  it('writes to where a link leads, also over several, and keeps the link', () => {
    mkdirSync(join(folder, 'real'));
    const path = having('real/a.yaml', 'old\n');
    symlinkSync('real/a.yaml', join(folder, 'one.yaml'));
    symlinkSync('one.yaml', join(folder, 'two.yaml'));
    assert.equal(replaced(join(folder, 'two.yaml'), 'old\n', 'new\n'), undefined);
    assert.equal(readFileSync(path, 'utf8'), 'new\n');
    assert.ok(lstatSync(join(folder, 'two.yaml')).isSymbolicLink());
    assert.deepEqual(readdirSync(join(folder, 'real')), ['a.yaml']);
  });

  it('leaves a file alone that has changed, by a single byte', () => {
    const path = having('a.yaml', 'old \n');
    assert.equal(
      replaced(path, 'old\n', 'new\n'),
      'a.yaml has changed since it was read and was not written. Run the command again.',
    );
    assert.deepEqual([readFileSync(path, 'utf8'), readdirSync(folder)], ['old \n', ['a.yaml']]);
  });

  it('leaves a file alone that gets another line while the new text goes to the disk, and keeps that line', () => {
    const path = having('a.yaml', 'old\n');
    whileCalling(
      'fsyncSync',
      () => appendFileSync(path, 'late\n'),
      () =>
        assert.equal(
          replaced(path, 'old\n', 'new\n'),
          'a.yaml has changed since it was read and was not written. Run the command again.',
        ),
    );
    assert.deepEqual([readFileSync(path, 'utf8'), readdirSync(folder)], ['old\nlate\n', ['a.yaml']]);
  });

  it('compares the file right before it replaces it: the reading is the last call but one', () => {
    const path = having('a.yaml', 'old\n');
    const calls: string[] = [];
    whileCalling(
      'readFileSync',
      () => calls.push('read'),
      () =>
        whileCalling(
          'fsyncSync',
          () => calls.push('sync'),
          () =>
            whileCalling(
              'renameSync',
              () => calls.push('rename'),
              () => replaced(path, 'old\n', 'new\n'),
            ),
        ),
    );
    assert.deepEqual(calls, ['read', 'sync', 'read', 'rename']);
  });

  for (const [code, advice] of [
    ['ENOSPC', 'Check the disk space.'],
    ['EDQUOT', 'Check the disk space.'],
    ['EACCES', 'Check its permissions.'],
    ['EROFS', 'Check its permissions.'],
    ['ENOENT', 'Check the path.'],
    ['EIO', 'Check the path and its permissions.'],
  ])
    it(`says after ${code}: ${advice}`, () => {
      const path = having('a.yaml', 'old\n');
      const fail = (): never => {
        throw Object.assign(new Error(code), { code });
      };
      whileCalling('fsyncSync', fail, () =>
        assert.equal(replaced(path, 'old\n', 'new\n'), `a.yaml cannot be written (${code}). ${advice}`),
      );
      assert.deepEqual([readFileSync(path, 'utf8'), readdirSync(folder)], ['old\n', ['a.yaml']]);
    });

  it('leaves a read-only file alone, also in a folder that may be written to', () => {
    const path = having('a.yaml', 'old\n', 0o444);
    assert.equal(
      replaced(path, 'old\n', 'new\n'),
      'a.yaml cannot be written (it is read-only). Check its permissions.',
    );
    assert.deepEqual([readFileSync(path, 'utf8'), readdirSync(folder)], ['old\n', ['a.yaml']]);
  });

  it('writes to no link that somebody puts in its place meanwhile', () => {
    const path = having('a.yaml', 'old\n');
    const other = having('other.yaml', 'old\n');
    const swap = (): void => {
      rmSync(path);
      symlinkSync('other.yaml', path);
    };
    // After the permissions were checked.
    whileCalling('accessSync', swap, () => assert.equal(replaced(path, 'old\n', 'new\n'), undefined));
    assert.deepEqual([readFileSync(other, 'utf8'), readFileSync(path, 'utf8')], ['old\n', 'new\n']);
  });

  it('says so where the file is gone, or is a folder now', () => {
    const path = join(folder, 'a.yaml');
    assert.equal(replaced(path, '', 'new\n'), 'a.yaml cannot be written (ENOENT). Check the path.');
    mkdirSync(path);
    assert.equal(replaced(path, '', 'new\n'), 'a.yaml is not a regular file. Name the file itself.');
    assert.deepEqual(readdirSync(folder), ['a.yaml']);
  });
});

/** Runs with something that happens after each call of a function of `node:fs`. */
function whileCalling(
  name: 'accessSync' | 'fsyncSync' | 'readFileSync' | 'renameSync',
  happens: () => unknown,
  run: () => unknown,
): void {
  const original = fs[name] as (...args: readonly unknown[]) => unknown;
  const hooked = (...args: readonly unknown[]): unknown => {
    const result = original(...args);
    happens();
    return result;
  };
  Object.assign(fs, { [name]: hooked });
  syncBuiltinESMExports();
  try {
    run();
  } finally {
    Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
}
