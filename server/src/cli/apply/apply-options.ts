/** The options of `endpoints apply`, read and judged. */
import type { Config } from '../../config/config.ts';
import { parseOptions, readFormat, readVersion } from '../command-options.ts';
import { applyOptions } from '../commands/apply.ts';
import { UsageError } from '../usage.ts';

/** A replay of recorded steps, or what is to be applied, with what there is already. */
export type ApplyOptions =
  | { readonly kind: 'steps'; readonly file: string; readonly config: Config }
  | ({ readonly kind: 'files' } & ApplyFilesOptions);

export interface ApplyFilesOptions {
  readonly paths: readonly string[];
  /** The object as the cluster has it, printed with its managedFields. */
  readonly liveFile: string | undefined;
  readonly format: 'text' | 'json';
  readonly config: Config;
  /** Who applies what names no field manager of its own. */
  readonly fieldManager: string | undefined;
  readonly isForced: boolean;
}

/** The options; throws a UsageError for anything that cannot be understood. */
export function readApplyOptions(args: readonly string[]): ApplyOptions {
  const { values, positionals } = parseOptions('apply', args, applyOptions);
  const format = readFormat(values.format);
  const config = readVersion(values['kubernetes-version']);
  const { steps, live, 'field-manager': fieldManager, 'force-conflicts': isForced } = values;
  if (fieldManager === '') throw new UsageError('--field-manager "" names nobody. Write a name such as kubectl.');
  if (steps === undefined) {
    if (positionals.length === 0)
      throw new UsageError('"endpoints apply" needs the files to apply, or --steps and a file of steps.');
    if (live === '-' && positionals.includes('-'))
      throw new UsageError('Standard input can be read once only. Name a file for --live, or for what is applied.');
    return { kind: 'files', paths: positionals, liveFile: live, format, config, fieldManager, isForced };
  }
  const beside = positionals[0] ?? beyondSteps.find((name) => args.some((arg) => arg.split('=')[0] === name));
  if (beside !== undefined) {
    const wayOut = `Remove ${beside}: the steps themselves say who applies what.`;
    throw new UsageError(`--steps replays one file by itself, without ${beside}. ${wayOut}`);
  }
  return { kind: 'steps', file: steps, config };
}

/** What only files need. */
const beyondSteps: readonly string[] = ['--live', '--field-manager', '--force-conflicts'];
