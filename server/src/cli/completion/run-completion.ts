/** `endpoints completion` prints the completion script of a shell. */
import { nearest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/commands.ts';
import type { Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const scripts: ReadonlyMap<string, (commands: readonly Command[]) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

export function runCompletion(args: readonly string[], terminal: Terminal): number {
  const [shell, ...rest] = args;
  if (shell === undefined)
    throw new UsageError('"endpoints completion" needs the name of a shell. Use bash, zsh or fish.');
  if (rest.length > 0) throw new UsageError('"endpoints completion" takes one shell at a time.');
  const script = scripts.get(shell);
  if (!script) {
    const meant = nearest(shell, scripts.keys());
    throw new UsageError(
      `Completion for ${quote(shell)} is not supported. ${meant === undefined ? 'Use bash, zsh or fish.' : `Did you mean ${meant}?`}`,
    );
  }
  terminal.out(script(commands));
  return exitCodes.clean;
}
