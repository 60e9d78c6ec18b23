/** `--since`: of all files that are read, only those are reported on that changed since a commit. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran } from './support/process.ts';
import { repositoryOf, type Repository } from './support/repository.ts';
import { temporary } from './support/temporary.ts';

/** An object with an error; the name keeps git from taking one for another. */
const wrong = (name: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n`;

/** The files that have findings, as they are called. */
function filesIn({ out }: Ran): readonly string[] {
  const report = JSON.parse(out) as { readonly diagnostics: readonly { readonly file: string }[] };
  return [...new Set(report.diagnostics.map(({ file }) => file))].sort();
}

describe('endpoints check --since', () => {
  const make = temporary(repositoryOf);
  let repository: Repository | undefined;
  const having = (files: Readonly<Record<string, string>>): Repository => (repository = make(files));
  const since = (ref: string, ...args: readonly string[]): Ran => {
    assert.ok(repository);
    return repository.run('check', '--since', ref, '--format', 'json', ...args);
  };

  it('reports on what is committed, staged, changed or new since then, and on nothing else', () => {
    const { git, write, commit } = having({
      '.gitignore': 'ignored.yaml\n',
      'committed.yaml': wrong('a'),
      'staged.yaml': wrong('b'),
      'changed.yaml': wrong('c'),
      'deleted.yaml': wrong('d'),
      'same.yaml': wrong('e'),
    });
    write({ 'committed.yaml': wrong('a1') });
    commit();
    write({
      'staged.yaml': wrong('b1'),
      'changed.yaml': wrong('c1'),
      'new.yaml': wrong('f'),
      'ignored.yaml': wrong('g'),
    });
    git('add', 'staged.yaml');
    git('rm', '--quiet', 'deleted.yaml');
    const done = since('main', '.', 'ignored.yaml');
    assert.equal(done.err, '');
    assert.equal(done.code, 1);
    assert.deepEqual(filesIn(done), ['changed.yaml', 'committed.yaml', 'new.yaml', 'staged.yaml']);
    assert.deepEqual(filesIn(since('HEAD')), ['changed.yaml', 'new.yaml', 'staged.yaml']);
  });

  it('succeeds where only other files have errors, also where they look as if they had changed', () => {
    const { path } = having({ 'old.yaml': wrong('a') });
    utimesSync(join(path, 'old.yaml'), 1, 1);
    const { code, out } = since('main');
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(out).diagnostics, []);
  });

  it('reports an outage at the object that has changed, wherever the mistake is', () => {
    const head = (kind: string): string => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: web\n`;
    const service = (port: string): string =>
      `${head('Service')}spec:\n  ports:\n    - name: ${port}\n      port: 80\n`;
    const endpoints = (ports: string): string =>
      `${head('Endpoints')}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n${ports}`;
    const http = '    ports:\n      - name: http\n        port: 80\n';
    const codes = ({ out }: Ran): readonly string[] =>
      (
        JSON.parse(out) as { readonly diagnostics: readonly { readonly file: string; readonly code: string }[] }
      ).diagnostics
        .filter(({ code }) => code !== 'deprecated-endpoints')
        .map(({ file, code }) => `${file} ${code}`);
    const { write } = having({ 'endpoints.yaml': endpoints(http), 'service.yaml': service('http') });
    write({ 'service.yaml': service('htpp') });
    assert.deepEqual(codes(since('HEAD')), ['service.yaml unserved-port']);
    write({ 'endpoints.yaml': `# Changed.\n${endpoints(http)}` });
    assert.deepEqual(codes(since('HEAD')), ['endpoints.yaml unmatched-port']);
    write({ 'service.yaml': service('http'), 'endpoints.yaml': endpoints('') });
    assert.deepEqual(codes(since('HEAD')), ['endpoints.yaml missing-ports']);
  });

  it('does not report what has changed on the other branch alone', () => {
    const { git, write, commit } = having({ 'a.yaml': wrong('a'), 'b.yaml': wrong('b') });
    write({ 'a.yaml': wrong('a1') });
    commit();
    git('checkout', '--quiet', 'main');
    write({ 'b.yaml': wrong('b1') });
    commit();
    git('checkout', '--quiet', 'topic');
    assert.deepEqual(filesIn(since('main')), ['a.yaml']);
  });

  it('still reads the files that have not changed', () => {
    const service =
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - name: sql\n      port: 1\n';
    const endpoints =
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.0.0.1\n    ports:\n';
    const { write } = having({
      'service.yaml': service,
      'db.yaml': `${endpoints}      - name: sql\n        port: 5432\n`,
    });
    write({ 'db.yaml': `${endpoints}      - name: slq\n        port: 5432\n` });
    const { out } = since('main');
    const report = JSON.parse(out) as {
      readonly files: number;
      readonly diagnostics: readonly { readonly message: string }[];
    };
    assert.equal(report.files, 1);
    assert.ok(
      report.diagnostics.some(({ message }) => message.includes('sql')),
      out,
    );
  });

  it('takes a renamed file for a changed one, whatever its name', () => {
    const { git, path } = having({ 'a.yaml': wrong('a'), 'same.yaml': wrong('b') });
    git('mv', 'a.yaml', 'ä "b".yaml');
    assert.deepEqual(filesIn(since('main')), ['ä "b".yaml']);
    renameSync(join(path, 'ä "b".yaml'), join(path, 'c.yaml'));
    assert.deepEqual(filesIn(since('main')), ['c.yaml']);
  });

  it('works below the top of the repository, and through links', () => {
    const { write, path, around, runIn } = having({
      'k8s/a.yaml': wrong('a'),
      'k8s/b.yaml': wrong('b'),
      'c.yaml': wrong('c'),
    });
    write({ 'k8s/a.yaml': wrong('a1'), 'c.yaml': wrong('c1') });
    const args = ['check', '--since', 'main', '--format', 'json'];
    assert.deepEqual(filesIn(runIn('k8s', args)), ['a.yaml']);
    assert.deepEqual(filesIn(runIn('k8s', [...args, '..'])), ['../c.yaml', '../k8s/a.yaml']);
    symlinkSync(path, join(around, 'link'));
    assert.deepEqual(filesIn(runIn('.', [...args, join(around, 'link')])), [
      join(around, 'link/c.yaml'),
      join(around, 'link/k8s/a.yaml'),
    ]);
    symlinkSync('k8s/b.yaml', join(path, 'new.yaml'));
    symlinkSync('a.yaml', join(path, 'k8s/other.yaml'));
    assert.deepEqual(filesIn(runIn('.', args)), ['c.yaml', 'k8s/a.yaml', 'k8s/other.yaml', 'new.yaml']);
  });

  it('reports on what lies outside of the repository, and in another one within it', () => {
    const { around, write, git } = having({ 'a.yaml': wrong('a') });
    mkdirSync(join(around, 'elsewhere'));
    write({ '../elsewhere/b.yaml': wrong('b'), 'nested/c.yaml': wrong('c') });
    git('init', '--quiet', 'nested');
    assert.deepEqual(filesIn(since('main', '.', '../elsewhere')), ['../elsewhere/b.yaml', 'nested/c.yaml']);
  });

  it('works in a worktree, and takes a submodule at another commit for changed', () => {
    const { git, write, commit, around, runIn } = having({ 'a.yaml': wrong('a') });
    git('submodule', '--quiet', 'add', '--', join(around, 'repository'), 'module');
    commit();
    git('worktree', 'add', '--quiet', '-b', 'other', join(around, 'tree'));
    write({ '../tree/b.yaml': wrong('b') });
    const args = ['check', '--since', 'topic', '--format', 'json'];
    assert.deepEqual(filesIn(runIn('../tree', args)), ['b.yaml']);
    assert.deepEqual(filesIn(since('topic')), []);
    git('-C', 'module', 'checkout', '--quiet', '--detach');
    git('-C', 'module', 'commit', '--quiet', '--allow-empty', '--message', 'another');
    assert.deepEqual(filesIn(since('topic')), ['module/a.yaml']);
  });

  it('corrects only what has changed', () => {
    const text = (name: string): string => `${wrong(name)}    ports:\n      - port: "80"\n`;
    const { write, run, path } = having({ 'a.yaml': text('a'), 'b.yaml': text('b') });
    write({ 'a.yaml': text('a1') });
    run('check', '--since', 'main', '--fix');
    assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), text('a1').replace('"80"', '80'));
    assert.equal(readFileSync(join(path, 'b.yaml'), 'utf8'), text('b'));
  });

  it('lets the baseline have what is old in a file that changed', () => {
    const { write, run } = having({ 'a.yaml': wrong('a'), 'b.yaml': wrong('b'), 'c.yaml': wrong('c') });
    run('check', '--write-baseline', '--severity', 'deprecated-endpoints=off');
    write({ 'a.yaml': `# A comment.\n${wrong('a')}`, 'b.yaml': `${wrong('b')}      - ip: 169.254.0.1\n` });
    const done = since('main', '--baseline', 'endpoints-baseline.json', '--severity', 'deprecated-endpoints=off');
    assert.equal(done.err.includes('no longer occur'), false);
    assert.equal(done.code, 1);
    assert.deepEqual(filesIn(done), ['b.yaml']);
  });

  it('merges the baselines of two branches where they have nothing to do with each other', () => {
    const names = ['c', 'k', 'p', 'w'];
    const { git, write, commit, run } = having(Object.fromEntries(names.map((name) => [`${name}.yaml`, wrong(name)])));
    const add = (name: string): void => {
      write({ [`${name}.yaml`]: wrong(name) });
      run('check', '--write-baseline');
      commit();
    };
    add('m');
    git('checkout', '--quiet', '-b', 'other');
    add('a');
    git('checkout', '--quiet', 'topic');
    add('z');
    git('merge', '--quiet', '--message', 'both', 'other');
    assert.equal(run('check', '--baseline', 'endpoints-baseline.json').code, 0);
    assert.match(run('check', '--write-baseline').err, /is unchanged: 14 findings in 7 files\./);
  });

  it('says once where nothing has changed, but not under --quiet', () => {
    const { run, path } = having({ 'a.yaml': wrong('a'), 'b.yaml': wrong('b') });
    const said = 'No file here has changed since main; nothing to check.\n';
    assert.deepEqual(run('check', '--since', 'main'), { code: 0, out: said, err: '' });
    assert.deepEqual(run('check', '--since', 'main', '--format', 'github'), { code: 0, out: said, err: '' });
    assert.equal(run('check', '--since', 'main', '--format', 'tap').err, `endpoints: ${said}`);
    assert.deepEqual(run('check', '--since', 'main', '--quiet'), { code: 0, out: '', err: '' });
    rmSync(join(path, 'b.yaml'));
    assert.deepEqual(run('check', '--since', 'main'), { code: 0, out: said, err: '' }, 'what is deleted is not here');
    const gone = run('check', '--since', 'main', 'gone.yaml');
    assert.deepEqual(gone, { code: 2, out: '', err: 'endpoints: gone.yaml does not exist. Check the path.\n' });
  });

  it('says so of all shards together, and of none that has no changed file by chance', () => {
    const { run, write } = having({ 'a.yaml': wrong('a'), 'b.yaml': wrong('b') });
    const merged = (): readonly [Ran, readonly string[]] => {
      const parts = [1, 2].map((i) => {
        const args = ['--shard', `${i}/2`, '--format=json', `--output=${i}.json`];
        const { err } = run('check', '--since', 'main', ...args);
        return err;
      });
      return [run('merge', '1.json', '2.json', '--format=json'), parts];
    };
    write({ '.gitignore': '[12].json\n' });
    const [none] = merged();
    assert.deepEqual([none.code, none.err], [0, 'endpoints: No file here has changed since main; nothing to check.\n']);
    assert.equal(none.out, run('check', '--since', 'main', '--format=json').out);
    write({ 'a.yaml': wrong('a1') });
    const [some, parts] = merged();
    assert.deepEqual([some.code, some.err, parts], [1, '', ['', '']]);
    assert.equal(some.out, run('check', '--since', 'main', '--format=json').out);
  });

  it('needs no more than the history: a clone without old texts will do', () => {
    const { git, write, around, runIn } = having({ 'a.yaml': wrong('a') });
    git('config', 'uploadpack.allowFilter', 'true');
    write({ 'a.yaml': wrong('a1'), 'b.yaml': wrong('b') });
    git('add', '--all');
    git('commit', '--quiet', '--message', 'more');
    git('clone', '--quiet', '--filter=blob:none', `file://${join(around, 'repository')}`, join(around, 'partial'));
    rmSync(join(around, 'repository', 'b.yaml'));
    const done = runIn('../partial', ['check', '--since', 'origin/main', '--format', 'json']);
    assert.equal(done.err, '');
    assert.deepEqual(filesIn(done), ['a.yaml', 'b.yaml']);
  });
});
