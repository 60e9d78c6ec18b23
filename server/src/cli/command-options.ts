/** Reads the options of a command, and says in a sentence what is wrong with them. */
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { versionProblem } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { parseMinor } from '../contract/version.ts';
import { nearest } from '../text/nearest.ts';
import { UsageError } from './usage.ts';

/** The values and the other words; throws a UsageError for anything that cannot be understood. */
export function parseOptions<F extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: readonly string[],
  flags: F,
) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(parseProblem(error, command, Object.keys(flags)));
  }
}

export function readFormat(text: string): 'text' | 'json' {
  if (text === 'text' || text === 'json') return text;
  throw new UsageError(`--format ${shown(text)} does not exist. Write text or json.`);
}

/** What was given for an option, as a sentence can show it. */
export function shown(text: string): string {
  return text === '' ? '""' : text;
}

/** The settings that the option makes; none where it is not given. */
export function readVersion(text: string | undefined): Config {
  if (text === undefined) return {};
  const minor = parseMinor(text);
  if (minor === undefined) throw new UsageError(`--kubernetes-version: ${versionProblem(text)}`);
  return { minor };
}

/** Node's own message names the option; what it lacks is the likely one. */
function parseProblem(error: unknown, command: string, flags: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const option = /'(--?[^' ]*)/.exec(text)?.[1] ?? '';
  const help = `Run "endpoints ${command} --help" to see`;
  if (text.startsWith('Unknown option')) {
    const meant = nearest(option.replace(/^-+/, ''), flags);
    return `There is no option ${option}. ${meant ? `Did you mean --${meant}?` : `${help} them all.`}`;
  }
  if (/argument missing|ambiguous/.test(text)) return `${option} needs a value. ${help} how it is written.`;
  return `${text.split('\n')[0]?.replace(/\.?$/, '.')} ${help} the options.`;
}
