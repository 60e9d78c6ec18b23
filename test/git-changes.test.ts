/** What git is asked: which files have changed, what they were called, and what stood in them. */
import assert from 'node:assert/strict';
import { chmodSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOf, changesSince, committedTexts } from '../server/src/cli/git/changes.ts';
import { runGit } from '../server/src/cli/git/process.ts';
import { repositoryOf } from './support/repository.ts';
import { temporary } from './support/temporary.ts';

const long = Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join('');
const ours = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

describe('changes that git knows of', () => {
  const having = temporary(repositoryOf);
  const before = Object.keys(ours).map((name) => [name, process.env[name]] as const);
  beforeEach(() => {
    Object.assign(process.env, ours);
  });
  afterEach(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  it('has the old name and the old text of each', () => {
    const { git, path, write } = having({
      'a.yaml': '\uFEFFa: 1\n',
      'same.yaml': 'same\n',
      'deep/old.yaml': long,
      'gone.yaml': 'g',
    });
    git('mv', 'deep/old.yaml', 'moved.yaml');
    write({ 'a.yaml': 'a: 2\n', 'moved.yaml': `${long}more\n`, 'new.yaml': 'n\n' });
    rmSync(join(path, 'gone.yaml'));
    const changes = changesSince('main', path);
    const at = (name: string): string => join(path, name);
    assert.equal(changes.base, git('rev-parse', 'main').trim());
    assert.deepEqual([...changes.changed.keys()].sort(), ['a.yaml', 'moved.yaml', 'new.yaml'].map(at));
    assert.equal(changeOf(changes, at('a.yaml'))?.before, at('a.yaml'));
    assert.equal(changeOf(changes, at('moved.yaml'))?.before, at('deep/old.yaml'));
    assert.deepEqual(changeOf(changes, at('new.yaml')), { before: undefined, blob: undefined });
    assert.equal(changeOf(changes, at('same.yaml')), undefined);
    assert.deepEqual([...changes.deleted.keys()], [at('gone.yaml')]);
    const texts = committedTexts(changes, ['a.yaml', 'moved.yaml', 'new.yaml', 'same.yaml', 'gone.yaml'].map(at));
    assert.deepEqual(
      [...texts],
      [
        [at('a.yaml'), 'a: 1\n'],
        [at('moved.yaml'), long],
        [at('gone.yaml'), 'g'],
      ],
    );
  });

  it('leaves out the texts of links, of what is no text and of what is too large', () => {
    const { path, write, git } = having({ 'a.yaml': 'a: 1\n' });
    symlinkSync('a.yaml', join(path, 'link.yaml'));
    writeFileSync(join(path, 'binary.yaml'), Buffer.of(0xff, 0xfe, 0x41));
    writeFileSync(join(path, 'large.yaml'), Buffer.alloc(33 * 1024 * 1024, 'a: 1\n'));
    git('add', '--all');
    git('commit', '--quiet', '--message', 'more');
    const names = ['a.yaml', 'binary.yaml', 'large.yaml', 'link.yaml'];
    rmSync(join(path, 'link.yaml'));
    write(Object.fromEntries(names.map((name) => [name, 'other\n'])));
    const changes = changesSince('HEAD', path);
    assert.deepEqual(
      [...changes.changed.keys()].sort(),
      names.map((name) => join(path, name)),
    );
    assert.deepEqual([...committedTexts(changes, [...changes.changed.keys()]).keys()], [join(path, 'a.yaml')]);
  });

  it('compares by content what was only touched, whatever its line ends, and asks for nothing where nothing changed', () => {
    const { path, git } = having({ 'a.yaml': 'a: 1\nb: 2\n', 'b.yaml': 'b\n' });
    git('config', 'core.autocrlf', 'true');
    writeFileSync(join(path, 'a.yaml'), 'a: 1\r\nb: 2\r\n');
    utimesSync(join(path, 'b.yaml'), 1, 1);
    const changes = changesSince('main', path);
    assert.deepEqual([...changes.changed], []);
    assert.deepEqual([...committedTexts(changes, [join(path, 'a.yaml')])], []);
    chmodSync(join(path, 'b.yaml'), 0o755);
    assert.deepEqual([...changesSince('main', path).changed.keys()], [join(path, 'b.yaml')]);
  });

  it('reads repositories that use SHA-256', () => {
    const { around, git, write } = having({ 'a.yaml': 'a\n' });
    const path = join(around, 'sha256');
    git('init', '--quiet', '--object-format=sha256', path);
    write({ '../sha256/a.yaml': 'a: 1\n', '../sha256/b.yaml': 'b: 1\n' });
    git('-C', path, 'add', '--all');
    git('-C', path, 'commit', '--quiet', '--message', 'one');
    write({ '../sha256/a.yaml': 'a: 2\n' });
    utimesSync(join(path, 'b.yaml'), 1, 1);
    const changes = changesSince('HEAD', realpathSync(path));
    assert.deepEqual([...committedTexts(changes, [...changes.changed.keys()])], [[join(path, 'a.yaml'), 'a: 1\n']]);
    assert.equal(changes.changed.size, 1);
  });

  it('takes the answer of a git that does not read all that it is asked', () => {
    const { path, git } = having({ 'a.yaml': 'a\n' });
    const { code, out } = runGit({ cwd: path, args: ['rev-parse', 'HEAD'], input: 'x\n'.repeat(1_000_000) });
    assert.deepEqual([code, out.toString()], [0, git('rev-parse', 'HEAD')]);
  });

  it('writes nothing, not even an index', () => {
    const { path, git } = having({ 'a.yaml': 'a\n' });
    utimesSync(join(path, 'a.yaml'), 1, 1);
    changesSince('main', path);
    assert.equal(git('diff-files', '--name-only').trim(), 'a.yaml');
  });
});
