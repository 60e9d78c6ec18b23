/** Standard input as a stream that others share and write at their own pace, and patterns that nobody can look for. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cliPath, folderOf, type Folder } from './support/process.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';

/** Makes nobody wait on standard input, and says when there is nothing to read yet. */
const hook = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
void process.stdin.isTTY;
const { readSync, writeSync } = fs;
fs.readSync = (...args) => {
  try {
    return readSync(...args);
  } catch (error) {
    if (error.code === 'EAGAIN') writeSync(2, 'waiting\\n');
    throw error;
  }
};
syncBuiltinESMExports();
`;

describe('standard input', () => {
  let folder: Folder;
  beforeEach(() => (folder = folderOf({ 'a.yaml': bad, 'hook.mjs': hook })));
  afterEach(() => folder.remove());

  /** What comes out where the text is written only when the program has found nothing to read. */
  const runLate = async (text: string, ...args: readonly string[]): Promise<string> => {
    const child = spawn(process.execPath, ['--import', './hook.mjs', cliPath, ...args], { cwd: folder.path });
    let out = '';
    child.stdout.on('data', (part) => (out += String(part)));
    child.stderr.on('data', (part) => {
      if (String(part).startsWith('waiting')) child.stdin.end(text);
      else out += String(part);
    });
    await new Promise((resolve) => child.once('close', resolve));
    return out;
  };

  it('is waited for where its writer is slow', async () => {
    assert.match(await runLate(bad, 'check', '-', '--quiet'), /^<stdin>:7:13 {2}error\[loopback-ip\]/);
    assert.match(await runLate('a.yaml\n', 'check', '--stdin-files', '--quiet'), /^a\.yaml:7:13 {2}error/);
  });

  it('is not read without end', () => {
    const mebibytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, '# x\n');
    const { out, err, code } = folder.runWith(mebibytes(257), 'check', '-', '--quiet');
    const said = 'endpoints: <stdin> has more than 256 MiB, which is the limit for standard input. Split it.\n';
    assert.deepEqual([out, err, code], ['', said, 2]);
    const whole = folder.runWith(mebibytes(65), 'check', '-', '--quiet');
    assert.deepEqual([whole.out, whole.code], ['', 2]);
    assert.match(
      whole.err,
      /^endpoints: <stdin> has more than 64 MiB and is neither a List, as kubectl prints it, nor/,
    );
  });
});

describe('a pattern', () => {
  it('that is too long, or has too many alternatives, is refused', () => {
    const folder = folderOf({ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.yaml': bad });
    for (const pattern of ['*'.repeat(100_000), `${'x'.repeat(5000)}*`, '{a,b}'.repeat(9)])
      for (const args of [[pattern], ['.', `!${pattern}`]]) {
        const { out, err, code } = folder.run('check', ...args);
        assert.deepEqual([out, code], ['', 2]);
        assert.match(
          err,
          /^endpoints: The pattern ".{1,49}" has more than 1024 characters or 256 alternatives\. Use a shorter pattern, or several\.\n$/,
        );
      }
    const many = `${'**/'.repeat(100)}${'*a'.repeat(30)}*`;
    for (const pattern of ['**/{*a*a*a*.yaml,*.yml,*.json,*.md}', many, `${'*('.repeat(30)}a${')*'.repeat(30)}.yaml`])
      assert.equal(folder.run('check', pattern).code, 1, pattern);
    folder.remove();
  });
});
