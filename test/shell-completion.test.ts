/** `endpoints completion`: what bash proposes with the script, asked of bash itself; zsh and fish are asked in test/editors. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { commands } from '../server/src/cli/commands/commands.ts';
import { reporterNames } from '../server/src/reports/reporters.ts';
import { rules } from '../server/src/rules/rules.ts';
import { folderOf, type Folder } from './support/process.ts';

describe('endpoints completion', () => {
  let folder: Folder;
  before(() => {
    folder = folderOf({});
  });
  after(() => folder.remove());

  /** What bash proposes for the last of the words, as bash cuts them. */
  const proposals = (...words: readonly string[]): readonly string[] => {
    const { out, code } = folder.run('completion', 'bash');
    assert.equal(code, 0);
    const line = ['endpoints', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${line})\nCOMP_CWORD=${words.length}\n_endpoints\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', `set -u\n${out}\n${ask}`], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    return stdout.split('\n').filter((each) => each !== '');
  };
  const names = commands.map(({ name }) => name);

  it('proposes the commands', () => {
    assert.deepEqual(proposals(''), [...names, '--help', '--version']);
    assert.deepEqual(proposals('com'), ['completion']);
  });

  it('proposes every option of every command', () => {
    for (const { name, options } of commands) {
      const expected = [...Object.keys(options), 'help'].map((option) => `--${option}`);
      assert.deepEqual(proposals(name, '--'), expected, name);
    }
  });

  it('proposes values that can be listed, however they are written', () => {
    assert.deepEqual(proposals('check', '--format', ''), reporterNames);
    assert.deepEqual(proposals('check', '--format', '='), reporterNames);
    assert.deepEqual(proposals('check', '--fix', '--format', '=', 'js'), ['json']);
    assert.deepEqual(proposals('convert', '--to', 'endpoints'), ['endpointslice', 'endpoints']);
    assert.equal(proposals('check', '--kubernetes-version', '')[0], '1.36');
  });

  it('proposes the codes of rules, and their levels', () => {
    const codes = rules.map(({ code }) => code);
    assert.deepEqual(proposals('explain', ''), codes);
    assert.deepEqual(proposals('check', '--severity', ''), codes);
    assert.deepEqual(proposals('check', '--severity', 'loopback'), ['loopback-ip']);
    assert.deepEqual(proposals('check', '--severity', 'loopback-ip', '='), ['off', 'hint', 'info', 'warning', 'error']);
    assert.deepEqual(proposals('check', '--severity', 'loopback-ip', '=', 'w'), ['warning']);
    assert.deepEqual(proposals('check', '--severity', '=', 'loopback-ip', '=', 'e'), ['error']);
  });

  it('leaves files to the shell', () => {
    assert.deepEqual(proposals('check', ''), []);
    assert.deepEqual(proposals('check', '--config', ''), []);
    const { stdout } = spawnSync('bash', [
      '--norc',
      '-c',
      `${folder.run('completion', 'bash').out}\ncomplete -p endpoints`,
    ]);
    assert.equal(stdout.toString(), 'complete -o default -F _endpoints endpoints\n');
  });

  it('has files completed wherever a command takes any', () => {
    for (const { name, operands } of commands) {
      if (operands === '' || /\||CODE/.test(operands)) continue;
      const zsh = folder.run('completion', 'zsh').out.split(` ${name}) `)[1]?.split(' ;;')[0];
      assert.match(zsh ?? '', /'\*:[^:]+:_files'$/, name);
      assert.ok(!folder.run('completion', 'fish').out.includes(`_from ${name}' -f\n`), name);
    }
  });

  it('completes nothing before it is asked to, and runs no program', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out, code } = folder.run('completion', shell);
      assert.equal(code, 0);
      assert.ok(!/[^\x20-\x7e\n…]/u.test(out), shell);
      assert.ok(!/\$\(endpoints|`endpoints|\(endpoints /.test(out), shell);
    }
  });

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [[], '"endpoints completion" needs the name of a shell. Use bash, zsh or fish.'],
    [['bash', 'zsh'], '"endpoints completion" takes one shell at a time.'],
    [['fisch'], 'Completion for "fisch" is not supported. Did you mean fish?'],
    [['powershell'], 'Completion for "powershell" is not supported. Use bash, zsh or fish.'],
  ];
  for (const [args, message] of wrong) {
    it(`answers "${['completion', ...args].join(' ')}" with one sentence and exit code 2`, () => {
      const { code, out, err } = folder.run('completion', ...args);
      assert.deepEqual({ code, out, err }, { code: 2, out: '', err: `endpoints: ${message}\n` });
    });
  }
});
