/** The command line: finds the command, runs it, and turns what went wrong into a sentence and an exit code. */
import { errorText } from '../text/error-text.ts';
import { nearest } from '../text/nearest.ts';
import { withoutControls } from '../text/quote.ts';
import { applyHelp, checkHelp, convertHelp, explainHelp, help, rulesHelp, slicesHelp } from './help.ts';
import { exitCodes, UsageError } from './usage.ts';

/** Where a command reads and writes; the process's own for the program, others for tests. */
export interface Terminal {
  readonly cwd: string;
  readonly isColored: boolean;
  readonly version: string;
  out(text: string): void;
  err(text: string): void;
  /** Prints a question and waits for a line of answer; none where nobody could be asked. */
  ask?(question: string): Promise<string>;
}

const helps: Readonly<Record<string, string>> = {
  check: checkHelp,
  apply: applyHelp,
  convert: convertHelp,
  slices: slicesHelp,
  explain: explainHelp,
  rules: rulesHelp,
};

/** Runs the command line and returns the exit code. Never throws. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`endpoints: ${withoutControls(error.message)}\n`);
      return exitCodes.usage;
    }
    terminal.err(
      `endpoints: This is a bug of ours, please report it with the text that led to it.\n${errorText(error)}\n`,
    );
    return exitCodes.bug;
  }
}

async function dispatch([command, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    if (rest[0] !== undefined && !Object.hasOwn(helps, rest[0])) throw unknownCommand(rest[0]);
    terminal.out(helps[rest[0] ?? ''] ?? help);
    return exitCodes.clean;
  }
  if (command === '--version' || command === '-v') {
    terminal.out(`${terminal.version}\n`);
    return exitCodes.clean;
  }
  if (Object.hasOwn(helps, command) && rest.some((arg) => arg === '--help' || arg === '-h')) {
    terminal.out(helps[command] ?? help);
    return exitCodes.clean;
  }
  switch (command) {
    case 'check':
      return (await import('./check.ts')).check(rest, terminal);
    case 'apply':
      return (await import('./apply/apply.ts')).apply(rest, terminal);
    case 'convert':
      return (await import('./convert/convert.ts')).convert(rest, terminal);
    case 'slices':
      return (await import('./slices/slices.ts')).slices(rest, terminal);
    case 'explain':
      return (await import('./explain.ts')).explain(rest, terminal);
    case 'rules':
      return (await import('./explain.ts')).listRules(rest, terminal);
    default:
      throw unknownCommand(command);
  }
}

function unknownCommand(command: string): UsageError {
  const meant = nearest(command, Object.keys(helps));
  const wayOut = meant ? `Did you mean "${meant}"?` : 'Run "endpoints --help" to see the commands.';
  return new UsageError(`There is no command "${command}". ${wayOut}`);
}
