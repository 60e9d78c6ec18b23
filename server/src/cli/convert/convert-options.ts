/** The options of `endpoints convert`, read and judged. */
import type { Config } from '../../config/config.ts';
import { managedByProblem } from '../../config/managed-by.ts';
import type { ConvertSettings } from '../../convert/outcome.ts';
import { quote } from '../../text/quote.ts';
import { parseOptions, readVersion, readWord } from '../command-options.ts';
import { convertOptions } from '../commands/convert.ts';
import { UsageError } from '../usage.ts';

/** What is done with the result. */
export type ConvertMode = 'diff' | 'stdout' | 'write' | 'report';

export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly way: ConvertMode;
  /** Of a report. */
  readonly format: 'text' | 'json' | 'markdown';
  readonly settings: Omit<ConvertSettings, 'minor' | 'managedBy'>;
  readonly configFile: string | undefined;
  readonly config: Config;
  /** True where nobody is asked before files are written. */
  readonly isSure: boolean;
}

/** The options; throws a UsageError for anything that cannot be understood. */
export function readConvertOptions(args: readonly string[]): ConvertOptions {
  const { values, positionals: paths } = parseOptions('convert', args, convertOptions);
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
    format: readWord('format', values.format ?? 'text', ['text', 'json', 'markdown']),
    settings: readSettings(values.to, values.mode, values['managed-by']),
    configFile: values.config,
    config: { ...readVersion(values['kubernetes-version']), ...readManagedBy(values['managed-by']) },
    isSure: values.yes,
  };
}

function readWay(ways: readonly ConvertMode[]): ConvertMode {
  const [way = 'diff', other] = ways;
  if (other !== undefined) throw new UsageError(`--${way} and --${other} exclude one another. Write one of them.`);
  return way;
}

function readSettings(kind: string, way: string, managedBy: string | undefined): ConvertOptions['settings'] {
  const to = readWord('to', kind, ['endpointslice', 'endpoints']);
  const mode = readWord('mode', way, ['replace', 'add']);
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
