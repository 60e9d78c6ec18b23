/** Selects the findings that count: not in the baseline, in changed files. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenBaseline } from '../baseline/apply-baseline.ts';
import type { Compare } from './committed.ts';
import type { Concluded } from './conclude.ts';
import { shownConfigPath } from '../config-file.ts';
import { isGlob } from '../inputs/globs.ts';
import type { RunResult } from './run.ts';
import type { Source } from '../source.ts';
import { UsageError } from '../usage.ts';

export interface CountingOptions {
  /** As the command line names it; undefined if only the settings can name one. */
  readonly baselineFile: string | undefined;
  readonly isBaselineWritten: boolean;
  readonly since: string | undefined;
  readonly paths: readonly string[];
}

/** Known before any file is checked. */
export interface Counting {
  readonly base?: string;
  readonly isReported?: (source: Source) => boolean;
  readonly compare?: Compare;
  readonly baselinePath: string | undefined;
  /** Removes the findings that do not count. */
  readonly settle: (result: RunResult) => Concluded;
}

/** Asks git and reads the baseline. `setting` is the URI of the baseline in the settings. Throws a UsageError. */
export async function openCounting(
  options: CountingOptions,
  setting: string | undefined,
  cwd: string,
): Promise<Counting> {
  const changes = options.since === undefined ? undefined : await changesSince(options.since, cwd);
  const baseline = await openBaseline(options, setting, cwd);
  return {
    ...changes,
    baselinePath: baseline?.opened.path,
    settle: (result) => naming(options.since, baseline?.settle(result) ?? result),
  };
}

function naming(since: string | undefined, concluded: Concluded): Concluded {
  return since === undefined ? concluded : { ...concluded, report: { ...concluded.report, since } };
}

async function changesSince(ref: string, cwd: string) {
  const git = await import('../git/changes.ts');
  const all = git.changesSince(ref, cwd);
  // Standard input has no committed state.
  const isReported = ({ input: { path } }: Source): boolean =>
    path === undefined || git.changeOf(all, path) !== undefined;
  const { comparing } = await import('./committed.ts');
  return { base: all.base, isReported, compare: comparing(all) };
}

/** `--write-baseline FILE` would check the file as a manifest, and write another one. */
function refuseBaselineAsPath(paths: readonly string[], name: string, cwd: string): void {
  const meant = paths.find((path) => {
    const at = resolve(cwd, path);
    return path.endsWith('.json') && !isGlob(path) && (at === resolve(cwd, name) || !existsSync(at));
  });
  if (meant !== undefined)
    throw new UsageError(`--write-baseline takes no file. Use --baseline ${meant} --write-baseline.`);
}

const baselineName = 'endpoints-baseline.json';

/** Settings come with a repository, so they never choose which file is written. */
function refuseOtherBaseline(name: string, cwd: string): void {
  if (resolve(cwd, name) !== resolve(cwd, baselineName))
    throw new UsageError(
      `--write-baseline writes ${baselineName} here, but the settings name ${name}. Use --baseline ${name} --write-baseline.`,
    );
}

async function openBaseline(
  { baselineFile, isBaselineWritten, paths }: CountingOptions,
  setting: string | undefined,
  cwd: string,
) {
  const named = baselineFile ?? (setting === undefined ? undefined : shownConfigPath(setting, cwd));
  if (named === undefined && !isBaselineWritten) return undefined;
  const file = named ?? baselineName;
  if (baselineFile === undefined && isBaselineWritten) {
    refuseBaselineAsPath(paths, file, cwd);
    refuseOtherBaseline(file, cwd);
  }
  const { openBaseline: open, applyBaseline } = await import('../baseline/apply-baseline.ts');
  const opened: OpenBaseline = open({ file, isWritten: isBaselineWritten, paths }, cwd);
  return { opened, settle: (result: RunResult): Concluded => applyBaseline(result, opened, cwd) };
}
