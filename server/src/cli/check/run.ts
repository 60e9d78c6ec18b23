/** Checks the files that were found, and fixes them where that is asked for. */
import type { Cache } from '../cache/cache.ts';
import type { RunProgress } from '../run-progress.ts';
import type { FileChecks } from './file-checks.ts';
import { fixFile } from './fix.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { CheckedFile, Report } from '../../reports/report.ts';
import { digestOfRun, stretchOf } from './shard.ts';
import type { ShardNumber } from './shard.ts';
import { Sources } from '../sources.ts';
import type { Source } from '../source.ts';
import type { Look } from '../sources.ts';

export interface RunOptions {
  readonly isFix: boolean;
  readonly shard: ShardNumber | undefined;
  /** True for a file whose findings count; all of them do where it is not given. */
  readonly isReported?: ((source: Source) => boolean) | undefined;
  readonly cache?: Cache | undefined;
  /** What the shards of one run must have in common beside their files. */
  readonly sameness?: unknown;
}

export interface Result {
  readonly report: Report;
  /** Sentences on rules that failed. */
  readonly bugs: readonly string[];
  /** Sentences on what is wrong and changes nothing. */
  readonly notes?: readonly string[];
  /** The names of all files that were looked into. */
  readonly looked: readonly string[];
  /** The names of all files that were read, since others may be judged by them. */
  readonly read: readonly string[];
}

/** What a file means depends on the files around it: nothing is said before all of them are known. */
export async function checkInputs(
  inputs: Inputs,
  checks: FileChecks,
  options: RunOptions,
  progress: RunProgress,
): Promise<Result> {
  const problems = [...inputs.problems];
  const look = options.isFix ? undefined : within(options, checks.look);
  const sources = new Sources(inputs.files, problems, { look, progress, cache: options.cache });
  const fixed = options.isFix ? await fixAll(sources, checks, options, problems) : new Map<string, number>();
  const result = resultOf(sources, checks, options, { problems, fixed }, progress);
  const unwritten = options.cache?.write(sources, (source) => checks.settingsOf(source));
  return unwritten === undefined ? result : { ...result, notes: [unwritten] };
}

/** Says of all files what holds, now that all of them are known. */
export function resultOf(
  sources: Sources,
  checks: FileChecks,
  options: RunOptions,
  { problems, fixed }: { readonly problems: readonly string[]; readonly fixed: ReadonlyMap<string, number> },
  progress: RunProgress,
): Result {
  const bugs = [...checks.takeBugs()];
  const files: CheckedFile[] = [];
  const own = stretch(sources, options);
  progress.enter('checking', own.length);
  for (const source of own) {
    progress.step();
    if (!sources.isChecked(source)) continue;
    const { notices, accepted, resourceCount, bugs: ownBugs } = checks.finish(source, sources);
    const checked = { notices, accepted, resourceCount };
    bugs.push(...ownBugs);
    const count = fixed.get(source.uri) ?? 0;
    if (isWorthTelling(checked) || count > 0) files.push({ name: source.input.name, ...checked, fixed: count });
  }
  const shard = options.shard && { ...options.shard, run: digestOfRun(sources.all(), options.sameness) };
  const report = { files, fileCount: own.length, problems, ...(shard ? { shard } : {}) };
  return { report, bugs, looked: own.map(nameOf), read: sources.all().map(nameOf) };
}

function nameOf({ input }: Source): string {
  return input.name;
}

/** False for a file without a resource of ours of which nothing is to be said. */
function isWorthTelling({ notices, accepted, resourceCount }: Omit<CheckedFile, 'name' | 'fixed'>): boolean {
  return notices.length > 0 || accepted.length > 0 || resourceCount > 0;
}

function stretch(sources: Sources, { shard, isReported }: RunOptions): readonly Source[] {
  const all = shard ? stretchOf(sources.all(), shard) : sources.all();
  return isReported ? all.filter(isReported) : all;
}

/** Of the other files only that is needed which these may ask for: they are read, and not looked at. */
function within(options: RunOptions, look: Look): Look {
  if (!options.shard && !options.isReported) return look;
  let own: ReadonlySet<Source> | undefined;
  return (source, file, sources) => {
    own ??= new Set(stretch(sources, options));
    if (own.has(source)) look(source, file, sources);
  };
}

async function fixAll(
  sources: Sources,
  checks: FileChecks,
  options: RunOptions,
  problems: string[],
): Promise<ReadonlyMap<string, number>> {
  const fixed = new Map<string, number>();
  for (const source of stretch(sources, options).filter((each) => sources.isChecked(each))) {
    const count = fixFile(source, sources, checks.settingsOf(source), problems);
    fixed.set(source.uri, count);
    // An interrupt that came while the file was written has its turn.
    if (count > 0) await new Promise(setImmediate);
  }
  return fixed;
}
