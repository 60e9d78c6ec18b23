#!/usr/bin/env node
/** The program `endpoints`: gives the command line its process. */
import manifest from '../../package.json' with { type: 'json' };
import { main } from './cli/main.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe has gone (`| head`): what was found still decides the exit code.
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  isColored: isColored(process.env, process.stdout.isTTY),
  version: manifest.version,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
});

/** The empty text where no line comes: at the end of the input, or after an interrupt. */
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

/** On a terminal, unless NO_COLOR or FORCE_COLOR decide. */
function isColored(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
