/** Standard streams and signals: what cannot be written is said, what a reader leaves is not, and an interrupt leaves no half file. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { terminalColumns } from '../server/src/cli/process/streams.ts';
import { cliPath, folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const address = (ip: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: ${ip}\n`;
const good = address('10.0.0.1');
const bad = address('127.0.0.1');
/** So many findings that no pipe holds them all. */
const long = bad + '      - ip: 127.0.0.1\n'.repeat(3_000);

describe('standard streams', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;

  /** Runs a line of bash in which `endpoints` is the command line. */
  const bash = (files: Readonly<Record<string, string>>, line: string, env: NodeJS.ProcessEnv = {}) => {
    folder = make(files);
    const { FORCE_COLOR: _force, NO_COLOR: _no, CI: _ci, ...rest } = process.env;
    const script = `endpoints() { "$0" "${cliPath}" "$@"; }; ${line}`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, process.execPath], {
      cwd: folder.path,
      env: { ...rest, ...env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return { out: stdout.trimEnd(), err: stderr };
  };

  it('takes a terminal that does not know its width for one of 80 columns', () => {
    const widths = [
      { isTTY: true, columns: 120 },
      { isTTY: true, columns: 0 },
      { isTTY: false, columns: 120 },
    ].map(terminalColumns);
    assert.deepEqual(widths, [120, 80, undefined]);
  });

  it('says nothing of a reader that goes, and keeps the exit code', () => {
    for (const [text, code] of [
      [long, '1'],
      [good, '0'],
    ] as const) {
      const { out, err } = bash({ 'a.yaml': text }, 'endpoints check --format json | head -n 1; echo ${PIPESTATUS[0]}');
      assert.deepEqual([out, err], [`{\n${code}`, '']);
    }
  });

  it('says that standard output is full, whatever was found', () => {
    const said = 'endpoints: Standard output cannot be written (ENOSPC). Check the disk space.\n';
    for (const text of [good, long]) {
      const { out, err } = bash({ 'a.yaml': text }, 'endpoints check > /dev/full; echo $?');
      assert.deepEqual([out, err], ['2', said]);
    }
    const { out, err } = bash({}, 'endpoints rules > /dev/full; echo $?');
    assert.deepEqual([out, err], ['2', said]);
  });

  it('notices a disk that has room for the first part only', () => {
    const { out, err } = bash({ 'a.yaml': long }, '(ulimit -f 8; exec 3>out.txt; endpoints check --all >&3); echo $?');
    assert.deepEqual(
      [out, err],
      ['2', 'endpoints: Standard output cannot be written (EFBIG). Check the disk space.\n'],
    );
  });

  it('counts a loss on standard error', () => {
    assert.equal(bash({ 'a.yaml': good }, 'endpoints check --stats 2> /dev/full > /dev/null; echo $?').out, '2');
    assert.equal(
      bash({ 'a.yaml': good }, 'endpoints check --stats 2>&1 > /dev/null | true; echo ${PIPESTATUS[0]}').out,
      '0',
    );
  });

  it('writes everything to a pipe that is read late', () => {
    const { out } = bash(
      { 'a.yaml': long },
      'endpoints check --format json > whole.txt; endpoints check --format json | { read -r first; echo "$first"; cat; } | cmp - whole.txt && echo same',
    );
    assert.equal(out, 'same');
  });

  it('follows NO_COLOR and FORCE_COLOR', () => {
    const isColored = (env: NodeJS.ProcessEnv): boolean =>
      bash({ 'a.yaml': bad }, 'endpoints check', env).out.includes('\u001B[');
    const cases: readonly (readonly [NodeJS.ProcessEnv, boolean])[] = [
      [{}, false],
      [{ CI: 'true' }, false],
      [{ FORCE_COLOR: '1' }, true],
      [{ FORCE_COLOR: '' }, true],
      [{ FORCE_COLOR: '0' }, false],
      [{ FORCE_COLOR: 'false' }, false],
      [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
      [{ FORCE_COLOR: '1', NO_COLOR: '' }, true],
    ];
    for (const [env, expected] of cases) {
      assert.equal(isColored(env), expected, JSON.stringify(env));
    }
  });

  it('puts no colors into files', () => {
    bash({ 'a.yaml': bad }, 'endpoints check --output report.txt', { FORCE_COLOR: '1' });
    assert.ok(!readFileSync(join(folder?.path ?? '', 'report.txt'), 'utf8').includes('\u001B'));
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends at ${signal}, with whole files only`, () => {
      const before = '# one\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  labels:\n    a: yes\n';
      const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.yaml`, before]));
      const { path } = make(files);
      const args = ['--import', interruptedBy(signal), cliPath, 'check', '--fix'];
      assert.equal(spawnSync(process.execPath, args, { cwd: path }).signal, signal);
      assert.deepEqual(readdirSync(path).sort(), Object.keys(files).sort());
      const after = before.replace('yes', '"yes"');
      const texts = Object.keys(files).map((name) => readFileSync(join(path, name), 'utf8'));
      for (const text of texts) assert.ok(text === before || text === after, text);
      assert.ok(texts.includes(after) && texts.includes(before));
    });
  }
});

/** A module that sends the program a signal whenever a text is on the disk, and has not yet taken the place of the file. */
function interruptedBy(signal: string): string {
  return `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  fsyncSync(file);
  process.kill(process.pid, '${signal}');
};
syncBuiltinESMExports();`)}`;
}
