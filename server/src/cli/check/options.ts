/** Reads and validates the options of `endpoints check`. */
import type { Config } from '../../config/config.ts';
import { parseOptions, readSizeLimit, readMaxWarnings, readSeverities, readVersionOption } from '../command-options.ts';
import { checkOptions } from '../commands/check.ts';
import type { CountingOptions } from './counting.ts';
import type { InputOptions } from '../inputs/check-inputs.ts';
import { refuseBeside } from '../build/refuse-beside.ts';
import { readOutputs, type ReportOutput } from '../report-outputs.ts';
import { readShard, type ShardNumber } from './shard.ts';
import { UsageError } from '../usage.ts';

export interface CheckCommandOptions extends InputOptions, CountingOptions {
  readonly outputs: readonly ReportOutput[];
  readonly isDiff: boolean;
  readonly isQuiet: boolean;
  readonly isWhole: boolean;
  readonly configFile: string | undefined;
  readonly config: Config;
  readonly shard: ShardNumber | undefined;
  readonly isWatch: boolean;
  readonly isStats: boolean;
  readonly isListing: boolean;
  readonly isProgress: boolean;
}

/** Throws a UsageError for an invalid option. */
export function readOptions(args: readonly string[]): CheckCommandOptions {
  const { values, positionals, tokens } = parseOptions('check', args, checkOptions);
  const {
    'stdin-files': hasStdinFiles,
    'stdin-filename': stdinName,
    fix: isFix,
    diff: isDiff,
    watch: isWatch,
  } = values;
  refuseBeside(values.build, positionals);
  if (positionals.includes('-')) refuseStdin({ hasStdinFiles, stdinName, isFix, isWatch });
  else if (stdinName !== undefined && positionals.length > 0)
    throw new UsageError('--stdin-filename names the text of standard input. Add - to the paths, or remove it.');
  if (isFix && stdinName !== undefined && positionals.some((path) => path !== '-'))
    throw new UsageError('--fix with --stdin-filename prints one text. Remove the other paths.');
  if (isDiff && !isFix) throw new UsageError('--diff shows what --fix changes. Add --fix.');
  const outputs = readOutputs(tokens);
  if (values['list-files']) refuseFormats(outputs);
  refuseTogether(new Set(tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))));
  return {
    root: values.build,
    paths: positionals.length > 0 || hasStdinFiles ? positionals : [stdinName === undefined ? '.' : '-'],
    hasStdinFiles,
    stdinName: readFileName('stdin-filename', stdinName),
    hasMarkdown: values.markdown,
    maxFileSize: readSizeLimit(values['max-file-size']),
    isFix,
    isDiff,
    outputs,
    shard: readShard(values.shard),
    isWatch,
    isStats: values.stats,
    isListing: values['list-files'],
    isProgress: !values['no-progress'],
    baselineFile: readFileName('baseline', values.baseline),
    isBaselineWritten: values['write-baseline'],
    since: values.since,
    isQuiet: values.quiet,
    isWhole: values.all,
    configFile: values.config,
    config: {
      ...readVersionOption(values['kubernetes-version']),
      severities: readSeverities(values.severity),
      ...(values['max-warnings'] === undefined ? {} : { maxWarnings: readMaxWarnings(values['max-warnings']) }),
    },
  };
}

function refuseStdin({
  hasStdinFiles,
  stdinName,
  isFix,
  isWatch,
}: Pick<CheckCommandOptions, 'hasStdinFiles' | 'stdinName' | 'isFix' | 'isWatch'>): void {
  if (hasStdinFiles)
    throw new UsageError('--stdin-files reads names from standard input, but - reads a text from it. Use one of them.');
  if (isFix && stdinName === undefined)
    throw new UsageError('--fix cannot write to standard input. Use a file, or --stdin-filename to print the text.');
  if (isWatch) throw new UsageError('--watch cannot detect changes of standard input. Use a file.');
}

function refuseTogether(given: ReadonlySet<string>): void {
  for (const [option, excluded] of exclusions) {
    const other = given.has(option) ? excluded.find((name) => given.has(name)) : undefined;
    if (other !== undefined) throw new UsageError(`--${option} and --${other} cannot be combined. Remove one of them.`);
  }
}

/** --watch with --fix would overwrite the user's edits; a partial run cannot be compared with a whole one. */
const exclusions: readonly (readonly [option: string, excluded: readonly string[]])[] = [
  ['build', ['watch', 'shard', 'stdin-files', 'stdin-filename', 'markdown', 'list-files']],
  ['watch', ['fix', 'shard', 'stats', 'write-baseline', 'since', 'stdin-files', 'stdin-filename']],
  ['stdin-filename', ['stdin-files', 'shard', 'write-baseline']],
  ['shard', ['fix', 'write-baseline']],
  ['list-files', ['fix', 'watch', 'baseline', 'write-baseline', 'since', 'shard', 'stats', 'output']],
];

function refuseFormats(outputs: readonly ReportOutput[]): void {
  const other = outputs.find(({ format }) => format !== 'text' && format !== 'json');
  if (other) throw new UsageError(`--list-files cannot print ${other.format}. Use text or json.`);
}

function readFileName(option: string, name: string | undefined): string | undefined {
  if (name === '') throw new UsageError(`--${option} "" names nothing. Name a file.`);
  return name;
}
