/** Checks the files of a run, and fixes them with `--fix`. */
import { basename } from 'node:path';
import type { RunProgress } from '../run-progress.ts';
import type { FileChecks } from './file-checks.ts';
import type { GrammarFiles } from '../../frontends/code/load.ts';
import { mayBeManifest } from '../../frontends/concern.ts';
import { isTerraformPath, mayDeclareOurs } from '../../frontends/terraform/module-file.ts';
import { fixedText, writeFixed, type FixedText } from './fix.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { CheckedFile, Notice, Report, SkippedFile } from '../../reports/report.ts';
import { onceCodes } from '../../reports/text-notes.ts';
import { digestOfRun, stretchOf, type ShardNumber } from './shard.ts';
import { isBuiltWith, Sources, type OnRead } from '../sources.ts';
import type { Source } from '../source.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';

export interface RunOptions {
  readonly isFix: boolean;
  /** With `isFix`: true if no file is written, and the findings are those of the texts as they are. */
  readonly isDryRun?: boolean;
  readonly shard: ShardNumber | undefined;
  /** True for a file whose findings are reported; undefined if all files are reported. */
  readonly isReported?: ((source: Source) => boolean) | undefined;
  readonly grammars?: GrammarFiles | undefined;
  /** Beside their files, the shards of one run must have this in common. */
  readonly sameness?: unknown;
}

export interface RunResult {
  readonly report: Report;
  readonly bugs: readonly string[];
  /** Sentences on problems that do not change the exit code. */
  readonly notes?: readonly string[];
  /** The texts that the fixes change; empty without `isFix`. */
  readonly fixedTexts?: readonly FixedText[];
  /** The text of a named standard input after the fixes, with its byte order mark. */
  readonly stdinText?: string | undefined;
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
  const { leftOut, hasStrayPrograms, root } = inputs;
  // A build has all that it reads.
  const findAround = root === undefined ? inputs.findAround : undefined;
  const { grammars, isReported } = options;
  const sources = await Sources.reading(inputs.files, problems, {
    onRead,
    progress,
    grammars,
    findAround,
    isReported,
    // A shard is weighed by its texts, and fixes change them.
    isBrief: !options.shard && !options.isFix,
    root,
  });
  const fixedTexts = options.isFix ? await fixAll(sources, checks, options, problems) : [];
  const written = options.isDryRun ? [] : fixedTexts;
  const fixed = new Map(written.map(({ source, count }) => [source.uri, count]));
  const result = await progress.run(
    finishing(sources, checks, options, { problems, fixed, leftOut, hasStrayPrograms }, progress),
  );
  const stdin = sources.all().find(({ input }) => input.isStdin);
  const stdinText = stdin && stdin.bom + stdin.text;
  return { ...result, fixedTexts, stdinText };
}

/** The result of a run, all of whose files are read. */
export function resultOf(...run: Parameters<typeof finishing>): RunResult {
  const steps = finishing(...run);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

interface BeforeChecks {
  readonly problems: readonly string[];
  readonly leftOut: Inputs['leftOut'] | undefined;
  readonly hasStrayPrograms?: boolean | undefined;
  readonly fixed: ReadonlyMap<string, number>;
}

/** The same, one file at a time. */
function* finishing(
  sources: Sources,
  checks: FileChecks,
  options: RunOptions,
  { problems, fixed, leftOut = [], hasStrayPrograms }: BeforeChecks,
  progress: RunProgress,
): Generator<void, RunResult> {
  const bugs = [...checks.takeBugs()];
  const checkedFiles: CheckedFile[] = [];
  const skipped: SkippedFile[] = [];
  const own = stretch(sources, options);
  progress.enter('checking', own.length);
  // Findings of a build may be in a file that has no other ones.
  sources.settle();
  for (const source of own) {
    progress.step();
    yield;
    if (!sources.checkable(source.uri)) continue;
    const { notices, accepted, resourceCount, placeholderCount, unreadLanguage, ...result } = checks.finish(
      source,
      sources,
    );
    const checked = { notices, accepted, resourceCount, placeholderCount };
    if (unreadLanguage !== undefined) skipped.push({ name: source.input.name, reason: unreadLanguage });
    bugs.push(...result.bugs);
    const count = fixed.get(source.uri) ?? 0;
    if (isReportable(checked) || count > 0) checkedFiles.push({ name: source.input.name, ...checked, fixed: count });
  }
  // Another shard checks the other files.
  for (const source of options.shard ? [] : builtAlong(own, sources)) {
    yield;
    const { notices, accepted, resourceCount, placeholderCount, bugs: failed } = checks.finish(source, sources);
    bugs.push(...failed);
    const checked = { notices: notices.filter(isError), accepted, resourceCount, placeholderCount };
    if (isReportable(checked)) checkedFiles.push({ name: source.input.name, ...checked, fixed: 0 });
  }
  const shard = options.shard && { ...options.shard, run: digestOfRun(sources.all(), options.sameness) };
  const dumps = new Set(own.flatMap(({ input, origin }) => (origin ? input.name : [])));
  const files = joined(checkedFiles, dumps);
  // The parts of a dump share their input.
  const unused = options.isReported ? [] : sources.unused;
  const all = new Set(own.map(({ input }) => input)).size + unused.length;
  const fileCount = manifestCount(own, files);
  const more = {
    ...(fileCount < all ? { readCount: all } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(hasStrayPrograms ? { hasStrayPrograms } : {}),
    ...(shard ? { shard } : {}),
  };
  const report = { files, fileCount, problems, skipped, ...more };
  // Findings of a baseline may be missing where a part of the files around the inputs is unknown.
  const read = (sources.workspace.knowledge === 'all' ? [...sources.files.values()] : sources.all()).map(nameOf);
  const names = unused.map(({ name }) => name);
  const reported = [...own.map(nameOf), ...names];
  return { report, bugs, notes: sources.notes, reported, read: [...read, ...names] };
}

/** The other files of the builds that the checked files change: an error there is one of what the user checks. */
function builtAlong(own: readonly Source[], sources: Sources): readonly Source[] {
  const { builds, files } = sources;
  if (builds.roots.size === 0) return [];
  const checked = new Set(own.map(({ uri }) => uri));
  const roots = [...builds.roots.values()].filter((root) => isBuiltWith(root, (uri) => checked.has(uri)));
  return [...new Set(roots.flatMap(({ uris }) => [...uris]))].flatMap((uri) => {
    const source = checked.has(uri) ? undefined : files.get(uri);
    return source && sources.checkable(uri) ? [source] : [];
  });
}

/** The parts of a dump, which follow each other, are one file. */
function joined(files: readonly CheckedFile[], dumps: ReadonlySet<string>): readonly CheckedFile[] {
  const parts = files.filter(({ name }) => dumps.has(name));
  const [first] = parts;
  if (!first) return files;
  const whole: CheckedFile = {
    ...first,
    notices: oncePerFile(parts.flatMap(({ notices }) => notices)),
    accepted: parts.flatMap(({ accepted }) => accepted),
    resourceCount: parts.reduce((sum, { resourceCount }) => sum + resourceCount, 0),
    placeholderCount: parts.reduce((sum, { placeholderCount }) => sum + placeholderCount, 0),
  };
  return files.flatMap((file) => (file === first ? whole : dumps.has(file.name) ? [] : file));
}

/** The first finding of each rule that says the same about every object. */
function oncePerFile(notices: readonly Notice[]): readonly Notice[] {
  const seen = new Set<string>();
  return notices.filter(({ code }) => {
    if (!onceCodes.has(code)) return true;
    const isFirst = !seen.has(code);
    seen.add(code);
    return isFirst;
  });
}

/** Values and settings are read, but they are no manifests. */
function manifestCount(sources: readonly Source[], reported: readonly CheckedFile[]): number {
  const names = new Set(reported.map(({ name }) => name));
  const isManifest = (source: Source): boolean => {
    const { name } = source.input;
    if (names.has(name) || kustomizationNames.includes(basename(name))) return true;
    if (source.isManifest !== undefined) return source.isManifest;
    return isTerraformPath(name) ? mayDeclareOurs(source.text) : mayBeManifest(source.text);
  };
  return new Set(sources.filter(isManifest).map(({ input }) => input)).size;
}

function nameOf({ input }: Source): string {
  return input.name;
}

function isError({ severity }: Notice): boolean {
  return severity === 'error';
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

/** Each file is fixed after the ones before it. In a dry run, all have their own texts again at the end. */
async function fixAll(
  sources: Sources,
  checks: FileChecks,
  options: RunOptions,
  problems: string[],
): Promise<readonly FixedText[]> {
  const all: FixedText[] = [];
  // What kustomizations build decides which files have findings.
  sources.settle();
  for (const source of stretch(sources, options).filter(({ uri }) => sources.checkable(uri))) {
    const fixed = fixedText(source, sources, checks.settingsOf(source));
    if (!fixed) continue;
    const problem = options.isDryRun ? undefined : writeFixed(fixed);
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    sources.set({ ...source, text: fixed.after });
    all.push(fixed);
    // Handles an interrupt that came while the file was written.
    await new Promise(setImmediate);
  }
  if (options.isDryRun) for (const { source } of all) sources.set(source);
  return all;
}
