/** Reads the options of `endpoints convert --to` with a language. */
import { targetLanguages } from '../../convert/translate/carried.ts';
import { refuseBeside } from '../build/refuse-beside.ts';
import { parseOptions, readSizeLimit } from '../command-options.ts';
import { convertOptions } from '../commands/convert.ts';
import { UsageError } from '../usage.ts';

export type TranslateOptions = NonNullable<ReturnType<typeof readTranslateOptions>>;

/** The options that say how Endpoints become slices, and how files change. */
const others = [
  'write',
  'report',
  'format',
  'mode',
  'managed-by',
  'address-type',
  'app-protocol',
  'ignore-readers',
  'diff',
  'kubernetes-version',
] as const;

/** Undefined where `--to` names a kind. Throws a UsageError for options that are not valid. */
export function readTranslateOptions(args: readonly string[]) {
  const { values, positionals: paths, tokens } = parseOptions('convert', args, convertOptions);
  const to = targetLanguages.find((language) => language === values.to);
  if (to === undefined) return undefined;
  const other = others.find((name) => tokens.some((token) => token.kind === 'option' && token.name === name));
  if (other !== undefined)
    throw new UsageError(
      `--${other} has no effect with --to ${to}, which prints a new text. ${other === 'write' ? 'Use --output FILE.' : 'Remove it.'}`,
    );
  const { build: root, output } = values;
  refuseBeside(root, paths);
  if (root === undefined && paths.length === 0)
    throw new UsageError('"endpoints convert" needs files to convert. Name files, a directory, a glob or -.');
  if (output === '') throw new UsageError('--output must not be empty. Use a file.');
  if (output === '-')
    throw new UsageError('--output - is not a file. Remove it: without --output, the text is printed.');
  if (output !== undefined && values.stdout)
    throw new UsageError('--output and --stdout cannot be used together. Use one of them.');
  if (values.yes && output === undefined) throw new UsageError('--yes needs --output. Remove --yes, or add --output.');
  return {
    to,
    paths,
    root,
    output,
    isSure: values.yes,
    configFile: values.config,
    config: {},
    largest: readSizeLimit(values['max-file-size']),
  };
}
