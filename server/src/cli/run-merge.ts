/** `endpoints merge`: merges the reports of all shards into the report of the whole run. */
import { resolve } from 'node:path';
import { counted, listed } from '../text/quote.ts';
import { parseOptions, readMaxWarnings } from './command-options.ts';
import { mergeOptions } from './commands/merge.ts';
import { conclude } from './check/conclude.ts';
import { rejectCollisions } from './output-collisions.ts';
import type { Terminal } from './terminal.ts';
import { readOutputs } from './report-outputs.ts';
import { readCountOf, type Report, type Shard } from '../reports/report.ts';
import { readJsonReport } from '../reports/read-json.ts';
import { UsageError } from './usage.ts';
import { readNamed } from '../disk/read-named.ts';

export async function runMerge(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, tokens } = parseOptions('merge', args, mergeOptions);
  const options = { outputs: readOutputs(tokens), isQuiet: values.quiet, isWhole: values.all };
  const asked = values['max-warnings'] === undefined ? undefined : readMaxWarnings(values['max-warnings']);
  if (positionals.length === 0)
    throw new UsageError('"endpoints merge" needs the JSON reports of all shards. Name their files.');
  rejectCollisions(options.outputs, positionals, terminal.cwd);
  const parts = positionals.map((name) => readPart(name, terminal.cwd));
  // The setting is in the reports: all shards of a run have the same settings.
  const maxWarnings = asked ?? parts[0]?.shard.maxWarnings ?? Infinity;
  return conclude({ report: mergeParts(parts), bugs: [] }, { ...options, maxWarnings }, terminal);
}

interface Part {
  readonly name: string;
  readonly report: Report;
  readonly shard: Shard;
}

/** Throws a UsageError unless the parts are all shards of one run, each once. */
function mergeParts(parts: readonly Part[]): Report {
  const byIndex = new Map<number, Part>();
  const [first] = parts;
  const count = first?.shard.count ?? 0;
  for (const part of parts) {
    const { name, shard } = part;
    const before = byIndex.get(shard.index);
    if (first) requireSameRun(first, part);
    if (before)
      throw new UsageError(`${before.name} and ${name} are both shard ${shard.index} of ${count}. Name one of them.`);
    byIndex.set(shard.index, part);
  }
  if (byIndex.size < count) throw new UsageError(missingText(byIndex, count));
  const sorted = [...byIndex.values()].sort((a, b) => a.shard.index - b.shard.index).map(({ report }) => report);
  const { since, leftOut } = first?.report ?? {};
  return {
    files: sorted.flatMap(({ files }) => files),
    fileCount: sorted.reduce((sum, { fileCount }) => sum + fileCount, 0),
    ...(sorted.some(({ readCount }) => readCount !== undefined)
      ? { readCount: sorted.reduce((sum, report) => sum + readCountOf(report), 0) }
      : {}),
    problems: problemsIn(sorted),
    skipped: sorted.flatMap(({ skipped }) => skipped),
    ...(since === undefined ? {} : { since }),
    ...(leftOut ? { leftOut } : {}),
  };
}

function requireSameRun(first: Part, part: Part): void {
  const [a, b] = [first.shard, part.shard];
  if (a.count !== b.count)
    throw new UsageError(
      `${first.name} is from a run with ${counted(a.count, 'shard')}, but ${part.name} from one with ${b.count}. Name the reports of one run.`,
    );
  if (a.run === b.run) return;
  throw new UsageError(
    `${part.name} and ${first.name} are from different runs: the files, the settings or the versions of endpoints differ. Check the same commit with the same options in each shard.`,
  );
}

const mostNamed = 5;

function missingText(known: ReadonlyMap<number, Part>, count: number): string {
  const missing = count - known.size;
  const named: string[] = [];
  for (let index = 1; named.length < Math.min(missing, mostNamed); index++)
    if (!known.has(index)) named.push(String(index));
  if (missing === 1) return `Shard ${named[0]} of ${count} is missing. Name its report, too.`;
  const more = missing - named.length;
  const which = more > 0 ? [...named, `${more} more`] : named;
  return `Shards ${listed(which)} of ${count} are missing. Name their reports, too.`;
}

/** Without duplicates: each shard has read all files, and reports every file that cannot be read. */
function problemsIn([first, ...others]: readonly Report[]): readonly string[] {
  const own = first?.problems ?? [];
  const known = new Set(own);
  return [...own, ...new Set(others.flatMap(({ problems }) => problems.filter((each) => !known.has(each))))];
}

function readPart(name: string, cwd: string): Part {
  const read = readJsonReport(name, readText(name, cwd));
  if ('problem' in read) throw new UsageError(read.problem);
  const { report } = read;
  if (!report.shard)
    throw new UsageError(`${name} is the report of a whole run, not of a shard. Name reports written with --shard.`);
  const { index, count } = report.shard;
  if (index > count)
    throw new UsageError(`${name} is shard ${index} of ${count}, which is impossible. Write it again with --shard.`);
  return { name, report, shard: report.shard };
}

function readText(name: string, cwd: string): string {
  if (name === '') throw new UsageError('An empty path is not a file. Name the file of a report.');
  const bytes = readNamed(resolve(cwd, name));
  if (bytes === undefined) throw new UsageError(`${name} does not exist. Check the path.`);
  if (typeof bytes === 'string') throw new UsageError(`${name} ${bytes}`);
  return bytes.toString('utf8');
}
