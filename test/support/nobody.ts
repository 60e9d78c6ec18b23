/** Runs the command line as an unprivileged user. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cliPath } from './process.ts';

/** Node's arguments before the command. Root passes all permission checks, and other users may not be able to read root's Node and build. */
export function argumentsOfNobody(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return [cliPath];
  const program = join(folder, 'dist/cli.js');
  cpSync(dirname(cliPath), dirname(program), { recursive: true });
  execFileSync('chmod', ['-R', 'a+rX', dirname(program)]);
  const leave = 'process.setgroups([]); process.setgid(65534); process.setuid(65534);';
  return ['--import', `data:text/javascript,${encodeURIComponent(leave)}`, program];
}
