/** Reads the options of a command, and says in a sentence what is wrong with them. */
import { parseArgs } from 'node:util';
import { readSeverity, versionProblem } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { parseMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed } from '../text/quote.ts';
import type { CommandOptions } from './commands/command.ts';
import { UsageError } from './usage.ts';

/** The values, the other words and the order of all; throws a UsageError for anything that cannot be understood. */
export function parseOptions<O extends CommandOptions>(command: string, args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new UsageError(parseProblem(error, command, Object.keys(options)));
  }
}

/** One of the words that can be written for an option. */
export function readWord<W extends string>(option: string, text: string, words: readonly W[]): W {
  const known = words.find((word) => word === text);
  if (known !== undefined) return known;
  throw new UsageError(`--${option} ${shown(text)} does not exist. Write ${listed(words, 'or')}.`);
}

export function readFormat(text: string): 'text' | 'json' {
  return readWord('format', text, ['text', 'json']);
}

/** What was given for an option, as a sentence can show it. */
export function shown(text: string): string {
  if (text.length > longest) return `${text.slice(0, longest)}…`;
  return text === '' ? '""' : text;
}

/** In UTF-16 units: what is longer was hardly meant. */
const longest = 200;

/** The settings that the option makes; none where it is not given. */
export function readVersion(text: string | undefined): Config {
  if (text === undefined) return {};
  const minor = parseMinor(text);
  if (minor === undefined) throw new UsageError(`--kubernetes-version: ${versionProblem(text)}`);
  return { minor };
}

/** Infinity where no limit is given. */
export function readMaxWarnings(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d+$/.test(text))
    throw new UsageError(`--max-warnings ${shown(text)} is no count. Write a whole number such as 0.`);
  return Number(text);
}

export function readSeverities(pairs: readonly string[]): ReadonlyMap<string, Severity | 'off'> {
  return new Map(
    pairs.map((pair) => {
      const cut = pair.indexOf('=');
      if (cut < 0)
        throw new UsageError(`--severity ${shown(pair)} has no level. Write it as CODE=LEVEL, such as null-value=off.`);
      const code = pair.slice(0, cut);
      const read = readSeverity(code, pair.slice(cut + 1));
      if (typeof read !== 'string') throw new UsageError(`--severity ${pair}: ${read.problem}`);
      return [code, read];
    }),
  );
}

/** Node's own message names the option; what it lacks is the likely one. */
function parseProblem(error: unknown, command: string, names: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const option = /'(--?[^' ]*)/.exec(text)?.[1] ?? '';
  const help = `Run "endpoints ${command} --help" to see`;
  if (text.startsWith('Unknown option')) {
    const meant = nearest(option.replace(/^-+/, ''), names);
    return `There is no option ${option}. ${meant ? `Did you mean --${meant}?` : `${help} them all.`}`;
  }
  if (/ambiguous/.test(text)) return `${option} needs a value. One that begins with - is written ${option}=VALUE.`;
  if (/argument missing/.test(text)) return `${option} needs a value. ${help} how it is written.`;
  return `${text.split('\n')[0]?.replace(/\.?$/, '.')} ${help} the options.`;
}
