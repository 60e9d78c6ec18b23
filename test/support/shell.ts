/** Runs integration scripts in a shell in which `endpoints` is the built command line. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPath, patience, withoutColors, type Ran } from './process.ts';

export interface Shell {
  /** Runs the lines as a file, like CI systems; stops at the first failure. */
  readonly run: (script: string, env?: Readonly<Record<string, string>>) => Ran;
  /** The arguments of the last call of `endpoints`. */
  readonly words: () => readonly string[];
}

/** A shell in the folder, with `.bin` first on its path. */
export function shellIn(folder: string): Shell {
  const bin = join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  const program = (name: string, lines: readonly string[]): void => {
    writeFileSync(join(bin, name), ['#!/bin/bash', ...lines, ''].join('\n'));
    chmodSync(join(bin, name), 0o755);
  };
  const words = join(bin, 'words');
  program('endpoints', [
    `printf '%s\\0' "$@" > ${JSON.stringify(words)}`,
    `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(cliPath)} "$@"`,
  ]);
  return {
    run(script, env = {}) {
      const file = join(bin, 'script.sh');
      writeFileSync(file, script);
      const own = withoutColors();
      const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
        cwd: folder,
        encoding: 'utf8',
        timeout: patience,
        env: { ...own, PATH: `${bin}:${own['PATH'] ?? ''}`, ...env },
      });
      return { code: done.status, out: done.stdout, err: done.stderr };
    },
    words: () => readFileSync(words, 'utf8').split('\0').slice(0, -1),
  };
}
