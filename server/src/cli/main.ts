/**
 * The command line: finds and runs the command, and turns errors into messages and exit codes. It is loaded with what
 * `check` needs, which most other commands need too.
 */
import { errorText } from '../text/error-text.ts';
import { nearest } from '../text/nearest.ts';
import { reason } from '../disk/paths.ts';
import { runCheck } from './check/run-check.ts';
import type { Terminal } from './terminal.ts';
import { exitCodes, UsageError } from './usage.ts';
import { ownValue } from '../text/own-value.ts';

type Run = (args: readonly string[], terminal: Terminal) => number | Promise<number>;

const runs: Readonly<Record<string, () => Promise<Run>>> = {
  check: async () => runCheck,
  merge: async () => (await import('./run-merge.ts')).runMerge,
  apply: async () => (await import('./apply/apply-files.ts')).runApply,
  convert: async () => (await import('./convert/run-convert.ts')).runConvert,
  traffic: async () => (await import('./traffic/run-traffic.ts')).runTraffic,
  show: async () => (await import('./show/run-show.ts')).runShow,
  build: async () => (await import('./build/run-build.ts')).runBuild,
  list: async () => (await import('./list/run-list.ts')).runList,
  why: async () => (await import('./traffic/run-why.ts')).runWhy,
  resolve: async () => (await import('./resolve/run-resolve.ts')).runResolve,
  test: async () => (await import('./test/run-test.ts')).runTest,
  readers: async () => (await import('./readers/run-readers.ts')).runReaders,
  slices: async () => (await import('./slices/run-slices.ts')).runSlices,
  init: async () => (await import('./init/run-init.ts')).runInit,
  config: async () => (await import('./settings/show-settings.ts')).showSettings,
  explain: async () => (await import('./run-explain.ts')).runExplain,
  rules: async () => (await import('./run-explain.ts')).listRules,
  completion: async () => (await import('./completion/run-completion.ts')).runCompletion,
};

/** Runs the command line and returns the exit code. Never throws. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(error.lines);
      return exitCodes.usage;
    }
    if (/^E[MN]FILE$/.test(reason(error))) {
      terminal.err(
        'endpoints: The system allows too few open files here. Raise the limit, such as with "ulimit -n 1024".\n',
      );
      return exitCodes.usage;
    }
    terminal.err(`endpoints: Internal error. Please report it with the text that caused it.\n${errorText(error)}\n`);
    return exitCodes.bug;
  }
}

async function dispatch([command, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  if (command === undefined || command === '--help' || command === '-h' || command === 'help')
    return showHelp(
      rest.find((arg) => !arg.startsWith('-')),
      rest.includes('--all'),
      terminal,
    );
  if (command === '--version' || command === '-v') {
    terminal.out(`${terminal.version}\n`);
    return exitCodes.clean;
  }
  const load = ownValue(runs, command);
  if (!load) throw unknownCommand(command);
  if (rest.some((arg) => arg === '--help' || arg === '-h')) return showHelp(command, rest.includes('--all'), terminal);
  return (await load())(rest, terminal);
}

async function showHelp(name: string | undefined, isAll: boolean, terminal: Terminal): Promise<number> {
  const [{ helpOf, overview }, all] = await Promise.all([import('./help.ts'), import('./commands/commands.ts')]);
  const command = all.commands.find((each) => each.name === name);
  if (name !== undefined && !command) throw unknownCommand(name);
  terminal.out(command ? helpOf(command, `endpoints ${command.name}`, isAll) : overview(all, isAll));
  return exitCodes.clean;
}

function unknownCommand(command: string): UsageError {
  const meant = nearest(command, Object.keys(runs));
  const wayOut = meant ? `Did you mean "${meant}"?` : 'Run "endpoints --help" to see the commands.';
  return new UsageError(`There is no command "${command}". ${wayOut}`);
}
