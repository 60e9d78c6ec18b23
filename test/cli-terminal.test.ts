/** The command line on a real terminal, which `script` of Debian's own tools makes: colors, and the line of progress. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPath, folderOf, ran } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const file =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';
/** The first look at standard input takes longer than a run may that draws no line. */
const slow = `data:text/javascript,${encodeURIComponent(`
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { readSync } = fs;
fs.readSync = (file, ...rest) => {
  if (file === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  return readSync(file, ...rest);
};
syncBuiltinESMExports();`)}`;

describe('on a terminal', () => {
  const make = temporary(folderOf);

  /** What a line of the shell, in which `endpoints` is the command line, draws on a terminal of 60 columns; and where it ran. */
  const draw = (line: string, env: NodeJS.ProcessEnv = {}) => {
    const folder = make({ 'a.yaml': file });
    const { CI: _ci, NO_COLOR: _no, ...rest } = process.env;
    const shell = `stty cols 60; endpoints() { '${process.execPath}' --import "$slow" '${cliPath}' "$@" < a.yaml; }; ${line}`;
    const { out } = ran('script', ['-qec', shell, '/dev/null'], folder.path, {
      ...rest,
      SHELL: '/bin/sh',
      TERM: 'xterm',
      slow,
      ...env,
    });
    return { out, path: folder.path };
  };

  it('the report is colored, unless NO_COLOR or the terminal says otherwise', () => {
    const isColored = (env: NodeJS.ProcessEnv): boolean => {
      const { out } = draw('endpoints check', env);
      assert.match(out, /loopback-ip/);
      return out.includes('\u001B[31m');
    };
    assert.deepEqual([{}, { NO_COLOR: '1' }, { TERM: 'dumb' }, { CI: 'true' }].map(isColored), [
      true,
      false,
      false,
      true,
    ]);
  });

  it('a line tells how far a long run is, and goes before the report comes', () => {
    const { out } = draw('endpoints check -');
    const line = String.raw`\r(?:Reading|Understanding|Checking) [█░]+ \d of 1 file<clear>`;
    assert.match(out.replaceAll('\u001B[K', '<clear>'), new RegExp(`^(?:${line})+\\r<clear>[^\\r]*<stdin>:7:13`));
  });

  it('the line goes when an interrupt ends the run', () => {
    const interrupting = `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readSync } = fs;
let reads = 0;
fs.readSync = (...args) => {
  // The line is drawn after 500 ms.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  if (++reads === 12) process.kill(process.pid, 'SIGINT');
  return readSync(...args);
};
syncBuiltinESMExports();`)}`;
    const folder = make(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.yaml`, file])));
    const shell = `stty cols 60; '${process.execPath}' --import "$interrupting" '${cliPath}' check .`;
    const { CI: _ci, ...env } = process.env;
    const { out } = ran('script', ['-qec', shell, '/dev/null'], folder.path, {
      ...env,
      SHELL: '/bin/sh',
      TERM: 'xterm',
      interrupting,
    });
    assert.match(out, /\rReading /);
    assert.ok(out.endsWith('\r\u001B[K'), JSON.stringify(out.slice(-80)));
    assert.doesNotMatch(out, /loopback-ip/);
  });

  it('no line comes where it is not wanted, and none gets into a file', () => {
    const wanted = draw('endpoints check - 2>err.txt');
    assert.equal(readFileSync(join(wanted.path, 'err.txt'), 'utf8'), '');
    assert.match(wanted.out, /loopback-ip/);
    for (const [line, env] of [
      ['endpoints check - --no-progress', {}],
      ['endpoints check -', { CI: 'true' }],
    ] as const) {
      assert.ok(!draw(line, env).out.includes('\u001B[K'), line);
    }
  });
});
