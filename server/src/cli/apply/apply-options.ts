/** Reads the options of `endpoints apply`. */
import { refuseBeside } from '../build/refuse-beside.ts';
import { parseOptions, readFormat, readSizeLimit, readOneVersion } from '../command-options.ts';
import { applyOptions } from '../commands/apply.ts';
import { UsageError } from '../usage.ts';

type ApplyOptions = ReturnType<typeof readApplyOptions>;

export type StepsOptions = Extract<ApplyOptions, { readonly kind: 'steps' }>;
export type ApplyFilesOptions = Extract<ApplyOptions, { readonly kind: 'files' }>;

/** Throws a UsageError for options that are not valid. */
export function readApplyOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('apply', args, applyOptions);
  const format = readFormat(values.format);
  const config = readOneVersion('apply', values['kubernetes-version']);
  const { steps, live, build, 'field-manager': fieldManager, 'force-conflicts': isForced } = values;
  const largest = readSizeLimit(values['max-file-size']);
  if (fieldManager === '') throw new UsageError('--field-manager must not be empty. Use a name such as kubectl.');
  if (steps === undefined) {
    refuseBeside(build, positionals);
    if (build === undefined && positionals.length === 0)
      throw new UsageError('"endpoints apply" needs files to apply. Name files, or use --steps FILE.');
    if (live === '-' && positionals.includes('-'))
      throw new UsageError('Standard input can be read only once. Use a file for --live, or name the files to apply.');
    return {
      kind: 'files' as const,
      paths: positionals,
      root: build,
      liveFile: live,
      format,
      config,
      fieldManager,
      isForced,
      largest,
    };
  }
  const beside = positionals[0] ?? beyondSteps.find((name) => args.some((arg) => arg.split('=')[0] === name));
  if (beside !== undefined)
    throw new UsageError(
      `--steps cannot be used with ${beside}: each step has its own field manager and object. Remove ${beside}.`,
    );
  return { kind: 'steps' as const, file: steps, config };
}

/** Options that apply only to files. */
const beyondSteps: readonly string[] = ['--build', '--live', '--field-manager', '--force-conflicts', '--max-file-size'];
