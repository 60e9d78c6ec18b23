/** `--since` where git cannot answer, or where a repository would make it run a program: a sentence, and nothing is run. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import type { Ran } from './support/process.ts';
import { repositoryOf, type Repository } from './support/repository.ts';
import { temporary } from './support/temporary.ts';

const good = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n';

describe('endpoints check --since, where git has no answer', () => {
  const having = temporary(repositoryOf);

  const refuses = ({ code, out, err }: Ran, message: RegExp): void => {
    assert.match(err, message);
    assert.equal(code, 2);
    assert.equal(out, '');
    assert.equal(err.trimEnd().split('\n').length, 1);
  };

  const names: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--since', 'mian'], /^endpoints: --since mian is not a commit of this repository\. Did you mean main\?$/m],
    [['--since', 'production'], /--since production is not a commit .* Use a branch, a tag or a commit/],
    [['--since', 'main:a.yaml'], /--since main:a\.yaml is not a commit/],
    [['--since', 'main..topic'], /--since main\.\.topic is not a commit/],
    [['--since', '^main'], /--since \^main is not a commit/],
    [['--since=-x'], /--since -x is not a valid revision\. Use a branch, a tag or a commit\./],
    [['--since=--output=marker'], /--since --output=marker is not a valid revision\./],
    [['--since='], /--since must not be empty\. Use a branch, a tag or a commit\./],
    [['--since'], /--since needs a value\./],
  ];
  const pipes: readonly (readonly [pipe: string, alternates?: string])[] = [
    ['repository/.git/objects/info/alternates'],
    ['repository/.git/info/exclude'],
    ['store', '../../../store\n'],
    ['store/info/alternates', '# others\n../../../store\n'],
  ];
  for (const [pipe, alternates] of pipes)
    it(`does not start git, which would wait for the pipe ${pipe}`, () => {
      const { run, path, around } = having({ 'a.yaml': good });
      if (alternates !== undefined) writeFileSync(join(path, '.git/objects/info/alternates'), alternates);
      const at = join(around, pipe);
      mkdirSync(dirname(at), { recursive: true });
      rmSync(at, { force: true });
      execFileSync('mkfifo', [at]);
      refuses(
        run('check', '--since', 'main'),
        /^endpoints: --since: git would wait for the named pipe \S+\. Remove the pipe\.$/m,
      );
    });

  it('follows alternates that name each other', () => {
    const { run, path } = having({ 'a.yaml': good });
    writeFileSync(join(path, '.git/objects/info/alternates'), `${join(path, '.git/objects')}\n`);
    assert.equal(run('check', '--since', 'main').code, 0);
  });

  for (const [args, message] of names) {
    it(`answers "${args.join(' ')}" with one sentence and exit code 2`, () => {
      const { run, path } = having({ 'a.yaml': good });
      refuses(run('check', ...args), message);
      assert.ok(!existsSync(join(path, 'marker')));
    });
  }

  it('names the branch of the other side where only that is there', () => {
    const { git, around, runIn } = having({ 'a.yaml': good });
    git('branch', 'release');
    git('clone', '--quiet', '.', join(around, 'clone'));
    refuses(runIn('../clone', ['check', '--since', 'release']), /Did you mean origin\/release\?/);
  });

  it('says how to fetch more where a shallow clone has no common commit', () => {
    const { git, write, commit, around, runIn } = having({ 'a.yaml': good });
    write({ 'a.yaml': `${good}---\n` });
    commit();
    git('checkout', '--quiet', 'main');
    write({ 'b.yaml': good });
    commit();
    const from = `file://${join(around, 'repository')}`;
    git('clone', '--quiet', '--depth', '1', '--no-single-branch', '--branch', 'topic', from, join(around, 'shallow'));
    const shallow = (ref: string): Ran => runIn('../shallow', ['check', '--since', ref]);
    refuses(shallow('origin/main'), /has no common ancestor with HEAD\. .* shallow\. .* fetch-depth: 0/);
    refuses(shallow('somewhere-else'), /is not a commit .* shallow\. .* fetch-depth: 0/);
  });

  it('refuses a branch that has nothing in common', () => {
    const { git, write, commit, run } = having({ 'a.yaml': good });
    git('checkout', '--quiet', '--orphan', 'alone');
    write({ 'b.yaml': good });
    commit();
    refuses(run('check', '--since', 'main'), /has no common ancestor with HEAD\. Use a branch that HEAD comes from\./);
  });

  it('refuses where there is no repository, no file of one, no commit or no git', () => {
    const { git, around, runIn } = having({ 'a.yaml': good });
    const args = ['check', '--since', 'main'];
    mkdirSync(join(around, 'plain'));
    refuses(runIn('../plain', args), /--since needs a git repository, but the working directory is not in one\./);
    refuses(runIn('.git', args), /--since needs a work tree/);
    git('init', '--quiet', join(around, 'empty'));
    refuses(runIn('../empty', args), /--since main: The repository has no commits yet\./);
    refuses(runIn('.', args, { PATH: join(around, 'plain') }), /--since needs git, which is not installed\./);
  });

  it('says in its own words what git is worried about, and in those of git what it does not know', () => {
    const { write, around, runIn } = having({ 'a.yaml': good });
    const saying = (...lines: readonly string[]): Ran => {
      const text = lines.map((line) => `echo "${line}" >&2\n`).join('');
      write({ '../bin/git': `#!/bin/sh\n${text}exit 128\n` });
      chmodSync(join(around, 'bin/git'), 0o755);
      return runIn('.', ['check', '--since', 'main'], { PATH: `${join(around, 'bin')}:/bin` });
    };
    const owner = saying(
      "fatal: detected dubious ownership in repository at '/x'",
      'To add an exception, call:',
      'git config',
    );
    refuses(owner, /belongs to another user, so git does not trust it\. Allow it with "git config --global/);
    const broken = saying('warning: something', 'fatal: bad config line 1 in file .git/config', 'advice');
    refuses(
      broken,
      /git cannot read the repository \(bad config line 1 in file \.git\/config\)\. Check that "git status" works/,
    );
  });

  it('runs no program that the repository names', () => {
    const { git, write, path, run } = having({
      'a.yaml': good,
      'b.yaml': good,
      '.gitattributes': '*.yaml filter=evil diff=evil merge=evil\n',
    });
    const marker = join(path, 'marker');
    write({ evil: `#!/bin/sh\necho "$0 $@" >> '${marker}'\ncat\n`, 'a.yaml': `${good}---\n` });
    chmodSync(join(path, 'evil'), 0o755);
    mkdirSync(join(path, 'hooks'));
    const hooks = ['post-index-change', 'fsmonitor-watchman', 'pre-auto-gc', 'reference-transaction'];
    for (const hook of hooks) symlinkSync('../evil', join(path, 'hooks', hook));
    // For a shell, which takes the words of a path with spaces apart.
    const evil = join(path, 'evil').replaceAll(' ', '\\ ');
    const programs = [
      'core.fsmonitor',
      'core.pager',
      'core.editor',
      'core.askPass',
      'core.sshCommand',
      'diff.external',
    ];
    const drivers = ['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'diff.evil.textconv'];
    for (const key of [...programs, ...drivers, 'diff.evil.command', 'pager.diff', 'gpg.program'])
      git('config', key, evil);
    git('config', 'filter.evil.required', 'true');
    git('config', 'core.hooksPath', join(path, 'hooks'));
    utimesSync(join(path, 'b.yaml'), 1, 1);
    const { code, err } = run('check', '--since', 'main');
    assert.equal(err, '');
    assert.equal(code, 0);
    assert.ok(!existsSync(marker));
    // The trap works: git itself would have run it.
    spawnGit(git);
    assert.ok(existsSync(marker));
  });

  it('refuses a filter whose name cannot be written in a setting', () => {
    const { git, path, run } = having({ 'a.yaml': good });
    git('config', 'filter.a=b.clean', `touch '${join(path, 'marker')}'`);
    refuses(
      run('check', '--since', 'main'),
      /The git filter "a=b" cannot be turned off\. Rename it without "=" and line breaks\./,
    );
  });

  it('does not look elsewhere because of the environment, nor run a git of the working directory', () => {
    const { git, write, path, around, runIn } = having({ 'a.yaml': good });
    git('init', '--quiet', join(around, 'other'));
    write({ git: `#!/bin/sh\n: > '${join(path, 'marker')}'\n` });
    chmodSync(join(path, 'git'), 0o755);
    const evil = `touch ${join(path, 'marker')}`;
    const { code, out, err } = runIn('.', ['check', '--since', 'main'], {
      PATH: `.:${process.env['PATH'] ?? ''}`,
      GIT_DIR: join(around, 'other/.git'),
      GIT_WORK_TREE: join(around, 'other'),
      GIT_INDEX_FILE: devNull,
      GIT_EXTERNAL_DIFF: evil,
      GIT_PAGER: evil,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: evil,
    });
    const said = 'No file here has changed since main; nothing to check.\n';
    assert.deepEqual({ code, out, err }, { code: 0, out: said, err: '' });
    // Without a folder that may be searched there is no search path, or the working directory would be one.
    for (const PATH of ['.', '', ':']) runIn('.', ['check', '--since', 'main'], { PATH });
    assert.ok(!existsSync(join(path, 'marker')));
  });
});

function spawnGit(git: Repository['git']): void {
  try {
    git('diff', 'main');
  } catch {
    // What the program that was run answers is of no interest.
  }
}
