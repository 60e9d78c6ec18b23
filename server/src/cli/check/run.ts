/** Checks the files of a run, and fixes them with `--fix`. */
import type { Cache } from '../cache/cache.ts';
import type { RunProgress } from '../run-progress.ts';
import type { FileChecks } from './file-checks.ts';
import { fixFile } from './fix.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { CheckedFile, Report } from '../../reports/report.ts';
import { digestOfRun, stretchOf, type ShardNumber } from './shard.ts';
import { Sources, type OnRead } from '../sources.ts';
import type { Source } from '../source.ts';

export interface RunOptions {
  readonly isFix: boolean;
  readonly shard: ShardNumber | undefined;
  /** True for a file whose findings are reported; undefined if all files are reported. */
  readonly isReported?: ((source: Source) => boolean) | undefined;
  readonly cache?: Cache | undefined;
  /** Beside their files, the shards of one run must have this in common. */
  readonly sameness?: unknown;
}

export interface RunResult {
  readonly report: Report;
  readonly bugs: readonly string[];
  /** Sentences on problems that do not change the exit code. */
  readonly notes?: readonly string[];
  readonly reported: readonly string[];
  readonly read: readonly string[];
}

/** Findings depend on other files: none is reported before all files are read. */
export async function checkInputs(
  inputs: Inputs,
  checks: FileChecks,
  options: RunOptions,
  progress: RunProgress,
): Promise<RunResult> {
  const problems = [...inputs.problems];
  const onRead = options.isFix ? undefined : within(options, checks.checkOnRead);
  const sources = await Sources.reading(inputs.files, problems, {
    onRead,
    progress,
    cache: options.cache,
    isReported: options.isReported,
  });
  const fixed = options.isFix ? await fixAll(sources, checks, options, problems) : new Map<string, number>();
  const result = await progress.run(finishing(sources, checks, options, { problems, fixed }, progress));
  const unwritten = options.cache?.write(sources, (source) => checks.settingsOf(source));
  return unwritten === undefined ? result : { ...result, notes: [unwritten] };
}

/** The result of a run, all of whose files are read. */
export function resultOf(...run: Parameters<typeof finishing>): RunResult {
  const steps = finishing(...run);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, one file at a time. */
function* finishing(
  sources: Sources,
  checks: FileChecks,
  options: RunOptions,
  { problems, fixed }: { readonly problems: readonly string[]; readonly fixed: ReadonlyMap<string, number> },
  progress: RunProgress,
): Generator<void, RunResult> {
  const bugs = [...checks.takeBugs()];
  const files: CheckedFile[] = [];
  const own = stretch(sources, options);
  progress.enter('checking', own.length);
  for (const source of own) {
    progress.step();
    yield;
    if (!sources.checkable(source.uri)) continue;
    const { notices, accepted, resourceCount, bugs: ownBugs } = checks.finish(source, sources);
    const checked = { notices, accepted, resourceCount };
    bugs.push(...ownBugs);
    const count = fixed.get(source.uri) ?? 0;
    if (isReportable(checked) || count > 0) files.push({ name: source.input.name, ...checked, fixed: count });
  }
  const shard = options.shard && { ...options.shard, run: digestOfRun(sources.all(), options.sameness) };
  const report = { files, fileCount: own.length, problems, ...(shard ? { shard } : {}) };
  return { report, bugs, reported: own.map(nameOf), read: sources.all().map(nameOf) };
}

function nameOf({ input }: Source): string {
  return input.name;
}

/** False for a file without findings and without a resource of a checked kind. */
function isReportable({ notices, accepted, resourceCount }: Omit<CheckedFile, 'name' | 'fixed'>): boolean {
  return notices.length > 0 || accepted.length > 0 || resourceCount > 0;
}

function stretch(sources: Sources, { shard, isReported }: RunOptions): readonly Source[] {
  const all = shard ? stretchOf(sources.all(), shard) : sources.all();
  return isReported ? all.filter(isReported) : all;
}

/** Checks only files whose findings are reported; the others are read for their facts. */
function within(options: RunOptions, onRead: OnRead): OnRead {
  if (!options.shard && !options.isReported) return onRead;
  let own: ReadonlySet<Source> | undefined;
  return (source, sources) => {
    own ??= new Set(stretch(sources, options));
    if (own.has(source)) onRead(source, sources);
  };
}

async function fixAll(
  sources: Sources,
  checks: FileChecks,
  options: RunOptions,
  problems: string[],
): Promise<ReadonlyMap<string, number>> {
  const fixed = new Map<string, number>();
  for (const source of stretch(sources, options).filter(({ uri }) => sources.checkable(uri))) {
    const count = fixFile(source, sources, checks.settingsOf(source), problems);
    fixed.set(source.uri, count);
    // Handles an interrupt that came while the file was written.
    if (count > 0) await new Promise(setImmediate);
  }
  return fixed;
}
