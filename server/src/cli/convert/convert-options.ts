/** Reads the options of `endpoints convert`. */
import type { Config } from '../../config/config.ts';
import { managedByProblem } from '../../config/managed-by.ts';
import type { ConvertSettings } from '../../convert/outcome.ts';
import { listed, quote } from '../../text/quote.ts';
import { refuseBeside } from '../build/refuse-beside.ts';
import { parseOptions, readSizeLimit, readVersionOption, readWord, shown } from '../command-options.ts';
import { convertOptions } from '../commands/convert.ts';
import { UsageError } from '../usage.ts';

export type ConvertOptions = ReturnType<typeof readConvertOptions>;

/** Throws a UsageError for options that are not valid. */
export function readConvertOptions(args: readonly string[]) {
  const { values, positionals: paths } = parseOptions('convert', args, convertOptions);
  const { build } = values;
  const [output = build === undefined ? 'diff' : 'stdout', other] = (
    ['diff', 'stdout', 'write', 'report'] as const
  ).filter((name) => values[name]);
  if (values.output !== undefined)
    throw new UsageError('--output needs --to with a language, such as typescript. Use --write to change the files.');
  if (other !== undefined) throw new UsageError(`--${output} and --${other} cannot be used together. Use one of them.`);
  refuseBeside(build, paths);
  if (build !== undefined && output === 'write')
    throw new UsageError('--build prints what the built objects become and writes nothing. Remove --write.');
  if (build === undefined && paths.length === 0)
    throw new UsageError('"endpoints convert" needs files to convert. Name files, a directory, a glob or -.');
  if (output === 'write' && paths.includes('-'))
    throw new UsageError('--write cannot write to standard input. Name a file, or use --stdout.');
  if (values.yes && output !== 'write') throw new UsageError('--yes needs --write. Remove --yes, or add --write.');
  if (values.format !== undefined && output !== 'report')
    throw new UsageError(`--format ${values.format} needs --report. Remove --format, or add --report.`);
  refuseReaders(values, output, paths);
  return {
    hasReaders: values.readers,
    steps: values.steps,
    paths,
    root: build,
    output,
    format: readWord('format', values.format ?? 'text', ['text', 'json', 'markdown']),
    settings: {
      ...readSettings(values.to, values.mode, values['managed-by']),
      ...readAssumptions(values.to, values['address-type'], values['app-protocol']),
    },
    configFile: values.config,
    config: { ...readVersionOption(values['kubernetes-version']), ...readManagedBy(values['managed-by']) },
    isSure: values.yes,
    ignoresReaders: values['ignore-readers'],
    largest: readSizeLimit(values['max-file-size']),
  };
}

/** Throws a UsageError for options that make no sense with --readers, or without it. */
function refuseReaders(
  values: {
    readonly readers: boolean;
    readonly steps?: string;
    readonly to: string;
    readonly mode: string;
    readonly format?: string;
  },
  output: string,
  paths: readonly string[],
): void {
  const { readers, steps, to, mode, format } = values;
  if (steps !== undefined && !readers) throw new UsageError('--steps needs --readers. Add --readers.');
  if (!readers) return;
  if (steps === '') throw new UsageError('--steps must not be empty. Name a directory.');
  if (to !== 'endpointslice') throw new UsageError('--readers needs --to endpointslice. Remove --to or --readers.');
  if (mode !== 'replace')
    throw new UsageError('--readers plans both: slices beside the Endpoints, and their deletion. Remove --mode.');
  if (output === 'stdout')
    throw new UsageError('--readers needs files to change. Remove --stdout, --build or --readers.');
  if (steps !== undefined && output !== 'diff')
    throw new UsageError(`--steps writes patches and changes no file. Remove --${output}.`);
  if (format === 'json')
    throw new UsageError('--readers prints text or markdown. Use "endpoints readers --format json" for data.');
  if (paths.includes('-'))
    throw new UsageError('--readers needs the files of a repository, not standard input. Name a directory.');
}

function readSettings(kind: string, way: string, managedBy: string | undefined): Pick<ConvertSettings, 'to' | 'mode'> {
  if (kind !== 'endpointslice' && kind !== 'endpoints')
    throw new UsageError(`--to ${shown(kind)} is not a valid value. Use ${listed(convertOptions.to.words, 'or')}.`);
  const to = kind;
  const mode = readWord('mode', way, ['replace', 'add']);
  if (to === 'endpoints' && mode === 'add')
    throw new UsageError('--mode add needs --to endpointslice. Remove --mode, or change --to.');
  if (to === 'endpoints' && managedBy !== undefined)
    throw new UsageError('--managed-by needs --to endpointslice. Remove --managed-by, or change --to.');
  return { to, mode };
}

/** What the conversion takes for known. */
function readAssumptions(
  to: string,
  family: string | undefined,
  appProtocol: string | undefined,
): Pick<ConvertSettings, 'addressType' | 'appProtocol'> {
  const other = family === undefined ? 'app-protocol' : 'address-type';
  if (to === 'endpoints' && (family !== undefined || appProtocol !== undefined))
    throw new UsageError(`--${other} needs --to endpointslice. Remove --${other}, or change --to.`);
  if (appProtocol === '') throw new UsageError('--app-protocol must not be empty. Use a name such as postgresql.');
  return {
    ...(family !== undefined && { addressType: readWord('address-type', family, ['IPv4', 'IPv6']) }),
    ...(appProtocol !== undefined && { appProtocol }),
  };
}

function readManagedBy(managedBy: string | undefined): Config {
  if (managedBy === undefined) return {};
  const problem = managedByProblem(managedBy);
  if (problem !== undefined) throw new UsageError(`--managed-by ${quote(managedBy)} ${problem}`);
  return { managedBy };
}
