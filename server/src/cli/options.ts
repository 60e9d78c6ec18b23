/** The options of `endpoints check`, read and judged. */
import { readSeverity } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import type { Severity } from '../lint/rule.ts';
import { parseOptions, readFormat, readVersion } from './command-options.ts';
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
  const { values, positionals } = parseOptions('check', args, flags);
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    format: readFormat(values.format),
    isFix: values.fix,
    isQuiet: values.quiet,
    maxWarnings: readCount(values['max-warnings']),
    configFile: values.config,
    config: { ...readVersion(values['kubernetes-version']), severities: readSeverities(values.severity) },
  };
}

function readCount(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d+$/.test(text)) throw new UsageError(`--max-warnings ${text} is no count. Write a whole number such as 0.`);
  return Number(text);
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
