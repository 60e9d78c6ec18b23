/** The options of `endpoints check`, read and judged. */
import { parseArgs } from 'node:util';
import { readSeverity, versionProblem } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { parseMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { UsageError } from './usage.ts';

export interface CheckOptions {
  readonly paths: readonly string[];
  readonly format: 'text' | 'json';
  readonly isFix: boolean;
  readonly isQuiet: boolean;
  /** Infinity where warnings never fail the run. */
  readonly maxWarnings: number;
  readonly configFile: string | undefined;
  readonly config: Config;
}

const flags = {
  fix: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  format: { type: 'string', default: 'text' },
  'kubernetes-version': { type: 'string' },
  severity: { type: 'string', multiple: true, default: [] as string[] },
  'max-warnings': { type: 'string' },
  config: { type: 'string' },
} as const;

/** The options; throws a UsageError for anything that cannot be understood. */
export function readOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parse(args);
  if (values.format !== 'text' && values.format !== 'json') {
    throw new UsageError(`--format ${values.format} does not exist. Write text or json.`);
  }
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    format: values.format,
    isFix: values.fix,
    isQuiet: values.quiet,
    maxWarnings: readCount(values['max-warnings']),
    configFile: values.config,
    config: { ...readVersion(values['kubernetes-version']), severities: readSeverities(values.severity) },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(parseProblem(error));
  }
}

/** Node's own message names the option; what it lacks is the likely one. */
function parseProblem(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const option = /'(--?[^' ]*)/.exec(text)?.[1] ?? '';
  if (text.startsWith('Unknown option')) {
    const meant = nearest(option.replace(/^-+/, ''), Object.keys(flags));
    return `There is no option ${option}. ${meant ? `Did you mean --${meant}?` : 'Run "endpoints check --help" to see them all.'}`;
  }
  if (/argument missing|ambiguous/.test(text))
    return `${option} needs a value. Run "endpoints check --help" to see how it is written.`;
  return `${text.split('\n')[0]?.replace(/\.?$/, '.')} Run "endpoints check --help" to see the options.`;
}

function readCount(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d+$/.test(text)) throw new UsageError(`--max-warnings ${text} is no count. Write a whole number such as 0.`);
  return Number(text);
}

function readVersion(text: string | undefined): Config {
  if (text === undefined) return {};
  const minor = parseMinor(text);
  if (minor === undefined) throw new UsageError(`--kubernetes-version: ${versionProblem(text)}`);
  return { minor };
}

function readSeverities(pairs: readonly string[]): ReadonlyMap<string, Severity | 'off'> {
  return new Map(
    pairs.map((pair) => {
      const cut = pair.indexOf('=');
      if (cut < 0)
        throw new UsageError(`--severity ${pair} has no level. Write it as CODE=LEVEL, such as null-value=off.`);
      const code = pair.slice(0, cut);
      const read = readSeverity(code, pair.slice(cut + 1));
      if (typeof read !== 'string') throw new UsageError(`--severity ${pair}: ${read.problem}`);
      return [code, read];
    }),
  );
}
