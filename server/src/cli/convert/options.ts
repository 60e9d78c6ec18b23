/** The options of `endpoints convert`, read and judged. */
import type { Config } from '../../config/config.ts';
import { managedByProblem } from '../../config/managed-by.ts';
import type { ConvertSettings } from '../../convert/outcome.ts';
import { quote } from '../../text/quote.ts';
import { parseOptions, readVersion, shown } from '../command-options.ts';
import { UsageError } from '../usage.ts';

/** What is done with the result. */
export type Way = 'diff' | 'stdout' | 'write' | 'report';

export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly way: Way;
  /** Of a report. */
  readonly format: 'text' | 'json' | 'markdown';
  readonly settings: Omit<ConvertSettings, 'minor' | 'managedBy'>;
  readonly configFile: string | undefined;
  readonly config: Config;
  /** True where nobody is asked before files are written. */
  readonly isSure: boolean;
}

const flags = {
  to: { type: 'string', default: 'endpointslice' },
  mode: { type: 'string', default: 'replace' },
  'managed-by': { type: 'string' },
  diff: { type: 'boolean', default: false },
  stdout: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  report: { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  format: { type: 'string' },
  'kubernetes-version': { type: 'string' },
  config: { type: 'string' },
} as const;

/** The options; throws a UsageError for anything that cannot be understood. */
export function readConvertOptions(args: readonly string[]): ConvertOptions {
  const { values, positionals: paths } = parseOptions('convert', args, flags);
  const way = readWay((['diff', 'stdout', 'write', 'report'] as const).filter((name) => values[name]));
  if (paths.length === 0)
    throw new UsageError('"endpoints convert" needs the files to convert. Name files, a directory, a glob or -.');
  if (way === 'write' && paths.includes('-'))
    throw new UsageError('--write cannot write to standard input. Name a file, or write --stdout.');
  if (values.yes && way !== 'write')
    throw new UsageError('--yes answers the question of --write. Remove it, or add --write.');
  if (values.format !== undefined && way !== 'report')
    throw new UsageError(`--format ${values.format} is for a report. Remove it, or add --report.`);
  return {
    paths,
    way,
    format: readReportFormat(values.format ?? 'text'),
    settings: readSettings(values.to, values.mode, values['managed-by']),
    configFile: values.config,
    config: { ...readVersion(values['kubernetes-version']), ...readManagedBy(values['managed-by']) },
    isSure: values.yes,
  };
}

function readWay(ways: readonly Way[]): Way {
  const [way = 'diff', other] = ways;
  if (other !== undefined) throw new UsageError(`--${way} and --${other} exclude one another. Write one of them.`);
  return way;
}

function readReportFormat(text: string): ConvertOptions['format'] {
  if (text === 'text' || text === 'json' || text === 'markdown') return text;
  throw new UsageError(`--format ${shown(text)} does not exist. Write text, json or markdown.`);
}

function readSettings(to: string, mode: string, managedBy: string | undefined): ConvertOptions['settings'] {
  if (to !== 'endpointslice' && to !== 'endpoints')
    throw new UsageError(`--to ${shown(to)} does not exist. Write endpointslice or endpoints.`);
  if (mode !== 'replace' && mode !== 'add')
    throw new UsageError(`--mode ${shown(mode)} does not exist. Write replace or add.`);
  if (to === 'endpoints' && mode === 'add')
    throw new UsageError('--mode add is for slices beside Endpoints. Remove it, or write --to endpointslice.');
  if (to === 'endpoints' && managedBy !== undefined)
    throw new UsageError('--managed-by is for slices. Remove it, or write --to endpointslice.');
  return { to, mode };
}

function readManagedBy(managedBy: string | undefined): Config {
  if (managedBy === undefined) return {};
  const problem = managedByProblem(managedBy);
  if (problem !== undefined) throw new UsageError(`--managed-by ${quote(managedBy)} ${problem}`);
  return { managedBy };
}
