#!/usr/bin/env node
/** The program `endpoints`: runs the command line with the streams of the process. */
import manifest from '../../package.json' with { type: 'json' };
import { main } from './cli/main.ts';
import { terminalColumns, writerTo } from './cli/process/streams.ts';
import { grammarFilesIn } from './disk/grammar-files.ts';
import { exitCodes } from './cli/usage.ts';

const err = writerTo(process.stderr, lose);
const out = writerTo(process.stdout, (why) => {
  err(`endpoints: Standard output cannot be written (${why}). Check the disk space.\n`);
  lose();
});
const code = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  isColored: isColored(process.env, process.stdout),
  width: terminalColumns(process.stdout),
  errWidth: canRedraw(process.env) ? terminalColumns(process.stderr) : undefined,
  version: manifest.version,
  grammars: grammarFilesIn(`${import.meta.dirname}/grammars`),
  out,
  err,
  // Reading `process.stdin` would make it non-blocking for all processes that share it.
  ...(process.stderr.isTTY && (await import('node:tty')).isatty(0) ? { ask } : {}),
});
process.exitCode = Math.max(code, Number(process.exitCode ?? 0));

/** A write error sets the exit code, also after the command has ended. */
function lose(): void {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodes.usage);
}

/** Returns an empty text at the end of the input or after an interrupt. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
    lines.question(question, resolve);
  });
  lines.close();
  return answer;
}

/** A CI log keeps every redrawn line. */
function canRedraw({ CI, TERM }: NodeJS.ProcessEnv): boolean {
  return !CI && TERM !== 'dumb';
}

/** True on a terminal, unless NO_COLOR or FORCE_COLOR is set. */
function isColored(env: NodeJS.ProcessEnv, { isTTY }: Partial<NodeJS.WriteStream>): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  return isTTY === true && env['TERM'] !== 'dumb';
}
