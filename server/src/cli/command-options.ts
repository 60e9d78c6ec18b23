/** Parses the options of a command and reports wrong ones as a UsageError. */
import { parseArgs } from 'node:util';
import { readVersions, type Config } from '../config/config.ts';
import { perRule, readSeverity } from '../config/severities.ts';
import type { Severities } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed } from '../text/quote.ts';
import type { CommandOptions } from './commands/command.ts';
import { UsageError } from './usage.ts';

/** The option values, the operands and the tokens in order. Throws a UsageError for an unknown option or a missing value. */
export function parseOptions<O extends CommandOptions>(command: string, args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new UsageError(parseProblem(error, command, Object.keys(options)));
  }
}

export function readWord<W extends string>(option: string, text: string, words: readonly W[]): W {
  const known = words.find((word) => word === text);
  if (known !== undefined) return known;
  throw new UsageError(`--${option} ${shown(text)} is not a valid value. Use ${listed(words, 'or')}.`);
}

export function readFormat(text: string): 'text' | 'json' {
  return readWord('format', text, ['text', 'json']);
}

/** The value of an option for a message: quoted if empty, truncated if long. */
export function shown(text: string): string {
  if (text.length > longest) return `${text.slice(0, longest)}…`;
  return text === '' ? '""' : text;
}

/** In UTF-16 units. */
const longest = 200;

/** The settings of --kubernetes-version; none if it is absent. */
export function readVersionOption(text: string | undefined): Config {
  if (text === undefined) return {};
  const read = readVersions(text);
  if ('problem' in read) throw new UsageError(`--kubernetes-version: ${read.problem}`);
  return read;
}

/** The same for a command that simulates one version. */
export function readOneVersion(command: string, text: string | undefined): Config {
  const config = readVersionOption(text);
  if ((config.minors ?? []).length < 2) return config;
  throw new UsageError(
    `"endpoints ${command}" takes one Kubernetes version, not ${shown(text ?? '')}. Run it once for each version.`,
  );
}

/** The limit; Infinity if --max-warnings is absent. */
export function readMaxWarnings(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d+$/.test(text))
    throw new UsageError(`--max-warnings ${shown(text)} is not a number. Use a whole number such as 0.`);
  return Number(text);
}

/** In bytes. The trees of a larger file have no room. */
const mostFileSize = 256 * 1024 * 1024;

const sizeUnits: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** In bytes; undefined if --max-file-size is absent. Units are powers of 1024, whatever their spelling. */
export function readSizeLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits = '', unit = ''] = /^(\d{1,12})(?: ?([kmg]?)i?b?)?$/i.exec(text) ?? [];
  const size = Number(digits) * (sizeUnits[unit.toLowerCase()] ?? 1);
  if (size < 1) throw new UsageError(`--max-file-size ${shown(text)} is not a size. Use a size such as 64MiB.`);
  if (size > mostFileSize)
    throw new UsageError(`--max-file-size ${shown(text)} is more than can be read. Use at most 256MiB.`);
  return size;
}

export function readSeverities(pairs: readonly string[]): Severities {
  return perRule(
    pairs.map((pair) => {
      const cut = pair.indexOf('=');
      if (cut < 0)
        throw new UsageError(`--severity ${shown(pair)} has no level. Use CODE=LEVEL, such as null-value=off.`);
      const code = pair.slice(0, cut);
      const read = readSeverity(code, pair.slice(cut + 1));
      if (typeof read !== 'string') throw new UsageError(`--severity ${pair}: ${read.problem}`);
      return [code, read] as const;
    }),
  );
}

/** Rewrites the message of Node's `parseArgs` and suggests the most similar option. */
function parseProblem(error: unknown, command: string, names: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const option = /'(?:-\w, )?(--?[^' ]*)/.exec(text)?.[1] ?? '';
  const help = `Run "endpoints ${command} --help --all" to see`;
  if (text.startsWith('Unknown option')) {
    const meant = nearest(option.replace(/^-+/, ''), names);
    return `There is no option ${option}. ${meant ? `Did you mean --${meant}?` : `${help} all options.`}`;
  }
  if (/ambiguous/.test(text)) return `${option} needs a value. Write a value that starts with - as ${option}=VALUE.`;
  if (/argument missing/.test(text)) return `${option} needs a value. ${help} its format.`;
  return `${text.split('\n')[0]?.replace(/\.?$/, '.')} ${help} the options.`;
}
