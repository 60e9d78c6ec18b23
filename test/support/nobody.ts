/** The command line as somebody who may not do everything, whoever runs the tests. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cliPath } from './process.ts';

/** What Node is called with before the command. The superuser may do everything, and others may be kept from reading its Node and its build. */
export function argumentsOfNobody(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return [cliPath];
  const program = join(folder, 'dist/cli.js');
  cpSync(dirname(cliPath), dirname(program), { recursive: true });
  execFileSync('chmod', ['-R', 'a+rX', dirname(program)]);
  const leave = 'process.setgroups([]); process.setgid(65534); process.setuid(65534);';
  return ['--import', `data:text/javascript,${encodeURIComponent(leave)}`, program];
}
