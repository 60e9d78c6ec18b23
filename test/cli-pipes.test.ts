/** Pipes among the files: a command never waits for a writer who may not come, and reads what the shell hands over. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cliPath, folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const good = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.0.0.1\n';
const problem = 'endpoints: pipe.yaml is a named pipe and may never end. Use a file, or - for standard input.\n';

describe('pipes on the command line', () => {
  const make = temporary(folderOf);
  const having = (files: Readonly<Record<string, string>>, ...pipes: readonly string[]): Folder => {
    const folder = make(files);
    for (const pipe of pipes) execFileSync('mkfifo', [join(folder.path, pipe)]);
    return folder;
  };

  for (const command of ['check', 'convert', 'slices']) {
    it(`endpoints ${command} says that it does not read one that is named`, () => {
      const { err, code } = having({}, 'pipe.yaml').run(command, 'pipe.yaml');
      assert.deepEqual([err, code], [problem, 2]);
    });

    it(`endpoints ${command} passes over those in a directory, whatever they are called`, () => {
      const plain = having({ 'a.yaml': good }).run(command, '.');
      const { run } = having({ 'a.yaml': good }, 'pipe.yaml', 'kustomization.yaml', '.gitignore');
      for (const path of ['.', '*.yaml']) {
        const { out, err, code } = run(command, path);
        assert.deepEqual([out, err, code], [plain.out, plain.err, plain.code], path);
      }
    });
  }

  it('does not wait for settings', () => {
    const { err, code } = having({ 'a.yaml': good }, 'endpoints.config.yaml').run('check');
    assert.deepEqual(
      [err, code],
      [
        'endpoints: The settings file endpoints.config.yaml is a named pipe, which may never have a writer. Name a file.\n',
        2,
      ],
    );
  });

  it('reads what a shell hands over', () => {
    const { path } = having({ 'a.yaml': good.replace('10.0.0.1', '127.0.0.1') });
    const script = `"$0" "$1" check --format json <(cat a.yaml) /dev/stdin < a.yaml || true`;
    const out = execFileSync('bash', ['--norc', '-c', script, process.execPath, cliPath], {
      cwd: path,
      encoding: 'utf8',
    });
    assert.equal(out.match(/loopback-ip/g)?.length, 2, out);
  });
});
