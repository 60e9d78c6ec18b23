/** What `endpoints check` is given to check: names on standard input, globs, exclusions, and paths that look like globs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../server/src/cli/inputs/stdin-names.ts';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';

describe('the inputs of endpoints check', () => {
  const having = temporary(folderOf);

  it('are checked beside a file and a directory whose names are not UTF-8, which are skipped with a note', () => {
    const at = having({ 'a.yaml': bad, 'k/b.yaml': bad });
    const inFolder = (name: string): Buffer => Buffer.concat([Buffer.from(`${at.path}/`), Buffer.from(name, 'latin1')]);
    writeFileSync(inFolder('caf\xe9.yaml'), bad);
    mkdirSync(inFolder('k\xfc'));
    writeFileSync(inFolder('k\xfc/c.yaml'), bad);
    const note = (name: string): string => `endpoints: ${name} is skipped, because its name is not UTF-8. Rename it.\n`;
    const { out, err, code } = at.run('check', '.', '--format', 'json');
    assert.deepEqual([filesOf(out), err, code], [['a.yaml', 'k/b.yaml'], note('caf\uFFFD.yaml') + note('k\uFFFD'), 1]);
    const matched = at.run('check', '*.yaml', '--format', 'json');
    assert.deepEqual([filesOf(matched.out), matched.err, matched.code], [['a.yaml'], note('caf\uFFFD.yaml'), 1]);
    assert.equal(at.run('slices', '.').err.split('\n')[0], note('caf\uFFFD.yaml').trimEnd());
  });

  describe('names on standard input', () => {
    const files = { 'a.yaml': bad, 'b c/é.yml': bad, 'd.json': '{}', 'e.txt': bad, 'f.yaml': bad };

    it('are one a line, or each with a NUL behind it', () => {
      const { runWith } = having(files);
      for (const input of [
        'a.yaml\nb c/é.yml\n',
        'a.yaml\r\nb c/é.yml',
        'a.yaml\0b c/é.yml\0',
        '\uFEFFa.yaml\nb c/é.yml',
      ]) {
        const { out, err, code } = runWith(input, 'check', '--stdin-files', '--format', 'json');
        assert.deepEqual([filesOf(out), err, code], [['a.yaml', 'b c/é.yml'], '', 1], JSON.stringify(input));
      }
    });

    it('pass over what is gone, what is no manifest and what is a directory', () => {
      const at = having(files);
      mkdirSync(join(at.path, 'module.yaml'));
      const { out, err, code } = at.runWith(
        'gone.yaml\ne.txt\nmodule.yaml\nf.yaml\nf.yaml\n',
        'check',
        '--stdin-files',
        '--format',
        'json',
      );
      assert.deepEqual([filesOf(out), err, code], [['f.yaml'], '', 1]);
    });

    it('pass over what the settings leave out', () => {
      const settings = { 'endpoints.config.yaml': "exclude: [generated/, '!vendor/']\n", 'k/generated/g.yaml': bad };
      const { runWith } = having({ ...files, ...settings, 'a/vendor/b/v.yaml': bad, 'testdata/t.yaml': bad });
      const names = ['k/generated/g.yaml', 'f.yaml', 'a/vendor/b/v.yaml', 'testdata/t.yaml'];
      const { out } = runWith(`${names.join('\n')}\n`, 'check', '--stdin-files', '--format', 'json');
      assert.deepEqual(filesOf(out), ['f.yaml', 'a/vendor/b/v.yaml']);
    });

    it('may be none at all', () => {
      const { runWith } = having(files);
      for (const input of ['', '\n', '\0', 'e.txt\n'])
        assert.deepEqual(head(runWith(input, 'check', '--stdin-files')), [
          'No Endpoints found in 0 files; nothing to check.\n',
          '',
          0,
        ]);
    });

    it('are said to count from this directory where none of them is there', () => {
      const { err, code } = having(files).runWith('k8s/a.yaml\n', 'check', '--stdin-files');
      assert.deepEqual(
        [err, code],
        ['endpoints: No manifest that standard input lists exists. The names are relative to this directory.\n', 0],
      );
    });

    it('are not said to be gone where only some are, and others are left out', () => {
      const { runWith } = having(files);
      const { out, err, code } = runWith('gone.yaml\nf.yaml\n', 'check', '--stdin-files', '!f.yaml');
      assert.deepEqual([out, err, code], ['No Endpoints found in 0 files; nothing to check.\n', '', 0]);
    });

    it('come from git as it prints them, quoted or not', () => {
      const at = having({ 'a.yaml': 'a', 'ü"\t.yaml': 'b', 'gone.yaml': 'c' });
      const git = (...args: string[]): string => execFileSync('git', args, { cwd: at.path, encoding: 'utf8' });
      git('init', '-q');
      git('add', '.');
      rmSync(join(at.path, 'gone.yaml'));
      for (const name of ['a.yaml', 'ü"\t.yaml']) writeFileSync(join(at.path, name), bad);
      const lines = git('diff', '--name-only');
      assert.match(lines, /^"\\303\\274\\"\\t\.yaml"$/m);
      for (const names of [lines, git('diff', '--name-only', '-z')]) {
        const { out, err, code } = at.runWith(names, 'check', '--stdin-files', '--format', 'json');
        assert.deepEqual([filesOf(out).sort(), err, code], [['a.yaml', 'ü"\t.yaml'], '', 1]);
      }
    });

    it('stand beside paths, and can be fixed', () => {
      const at = having({ 'a.yaml': fixable, 'k/b.yaml': bad });
      const { out, code } = at.runWith('a.yaml\n', 'check', '--stdin-files', '--fix', 'k', '--format', 'json');
      assert.deepEqual([filesOf(out), code], [['k/b.yaml', 'a.yaml'], 1]);
      assert.match(readFileSync(join(at.path, 'a.yaml'), 'utf8'), /protocol: TCP/);
    });

    it('exclude a text on standard input, and watching', () => {
      const { runWith } = having(files);
      assert.deepEqual(head(runWith('', 'check', '--stdin-files', '-')), [
        '',
        'endpoints: --stdin-files reads names from standard input, but - reads a text from it. Use one of them.\n',
        2,
      ]);
      assert.equal(runWith('', 'check', '--stdin-files', '--watch').code, 2);
      assert.match(runWith('', 'check', '--stdin-files=a').err, /'--stdin-files' does not take an argument/);
    });

    it('are unquoted byte by byte', () => {
      assert.deepEqual(namesIn('"a\\303\\244\\\\ \\"b\\001\\n.yaml"\n"open\n'), ['aä\\ "b\u0001\n.yaml', '"open']);
    });
  });

  describe('globs', () => {
    const files = {
      'k/a.yaml': bad,
      'k/b.json': '{}',
      'k/sub/c.yml': bad,
      'k/sub/with space.yaml': bad,
      'env[prod]/d.yaml': bad,
      'node_modules/x/e.yaml': bad,
      'odd!.yaml': bad,
    };
    const cases: readonly (readonly [args: readonly string[], found: readonly string[]])[] = [
      [['k/{a,none}.yaml'], ['k/a.yaml']],
      [['k/**'], ['k/a.yaml', 'k/sub/c.yml', 'k/sub/with space.yaml']],
      [
        ['**/*.{yml,yaml}', '!env*/**'],
        ['k/a.yaml', 'k/sub/c.yml', 'k/sub/with space.yaml', 'odd!.yaml'],
      ],
      [['k/sub/with *.yaml'], ['k/sub/with space.yaml']],
      [['env[prod]'], ['env[prod]/d.yaml']],
      [['env[prod]/*.yaml'], ['env[prod]/d.yaml']],
      [['env\\[prod\\]/*.yaml'], ['env[prod]/d.yaml']],
      [['odd!.yaml'], ['odd!.yaml']],
      [['./k/../k/*.yaml'], ['k/a.yaml']],
      [['!k', '!env[prod]/**'], ['odd!.yaml']],
      [['k', '!k/sub'], ['k/a.yaml']],
      [['!**/sub', 'k'], ['k/a.yaml']],
      [
        ['k', '!k/nothing/**'],
        ['k/a.yaml', 'k/sub/c.yml', 'k/sub/with space.yaml'],
      ],
      [['k/a.yaml', '!k/a.yaml'], ['k/a.yaml']],
      [
        ['k', '!k/sub', 'k/sub/c.yml'],
        ['k/a.yaml', 'k/sub/c.yml'],
      ],
      [['k/!(a).yaml', 'k/sub/*.yml'], ['k/sub/c.yml']],
    ];
    for (const [args, found] of cases)
      it(`find what is meant: ${args.join(' ')}`, () => {
        const extra = args[0] === 'k/!(a).yaml' ? { 'k/z.yaml': bad } : {};
        const { out, err } = having({ ...files, ...extra }).run('check', ...args, '--format', 'json');
        assert.deepEqual([filesOf(out), err], [[...Object.keys(extra), ...found], '']);
      });

    it('take an absolute path', () => {
      const { run, path } = having(files);
      const { out } = run('check', '--format', 'json', `${path}/env[prod]/*.yaml`);
      assert.deepEqual(filesOf(out), [`${path}/env[prod]/d.yaml`]);
    });

    const wrong: readonly (readonly [args: readonly string[], problem: string])[] = [
      [['k/*.toml'], 'No file matches k/*.toml. Check the pattern.'],
      [['k\\*.yaml'], 'No file matches k\\*.yaml. Write / between directories: k/*.yaml'],
      [['k\\a.yaml'], 'k\\a.yaml does not exist. Write / between directories: k/a.yaml'],
      [['!'], '"!" leaves out nothing. Write a glob or a directory behind it.'],
      [['{'], 'No file matches {. Check the pattern.'],
      [['[z-a].yaml'], 'No file matches [z-a].yaml. Check the pattern.'],
    ];
    for (const [args, problem] of wrong)
      it(`say what is wrong: ${args.join(' ')}`, () => {
        const { err, code } = having(files).run('check', ...args, '--format', 'json');
        assert.deepEqual([err, code], [`endpoints: ${problem}\n`, 2]);
      });
  });
});

const fixable = `${bad.replace('127.0.0.1', '10.0.0.1')}    ports: [{port: 1, protocol: tcp}]\n`;

function head({ out, err, code }: ReturnType<Folder['run']>): unknown {
  return [out, err, code];
}

function filesOf(out: string): string[] {
  const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string }[] };
  return [...new Set(diagnostics.map(({ file }) => file))];
}
