/** What `endpoints init` finds in a directory: its files, their findings, and the Kubernetes versions that its charts support. */
import { basename, relative } from 'node:path';
import { settingsPerFile } from '../../config/per-file.ts';
import { newestMinor, oldestMinor } from '../../contract/version.ts';
import { readSettingsFile } from '../../frontends/settings-file.ts';
import { rules } from '../../rules/rules.ts';
import { chartName } from '../../tree/kustomization.ts';
import { stringOf, valueOf } from '../../tree/value.ts';
import { RunProgress } from '../run-progress.ts';
import { FileChecks } from '../check/file-checks.ts';
import { findInputs, type Input } from '../inputs/inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import { slashed } from '../../disk/paths.ts';
import type { CheckedFile, Report } from '../../reports/report.ts';
import { onceCodes } from '../../reports/text-notes.ts';
import { checkInputs } from '../check/run.ts';

export interface Inspection {
  readonly charts: readonly ChartVersions[];
  readonly report: Report;
  /** The codes of infos and hints that say the same about every object, with the number of their files; the most frequent first. */
  readonly remarks: readonly (readonly [code: string, count: number])[];
  readonly leftOut: readonly ExclusionCandidate[];
}

/** A chart that supports older versions than the default. */
export interface ChartVersions {
  /** The path from the directory, with a slash at its end; empty for the directory itself. */
  readonly folder: string;
  readonly oldest: number;
  /** At most the default. */
  readonly newest: number;
}

/** A folder of test data or of third parties, which is probably never applied, with errors in it. */
export interface ExclusionCandidate {
  /** The path from the directory, with a slash at its end. */
  readonly folder: string;
  readonly errors: number;
  readonly files: number;
}

export async function inspect(folder: string): Promise<Inspection> {
  const inputs = findInputs([folder], folder);
  const named = inputs.files.map((input) => ({ ...input, name: nameIn(folder, input) }));
  const charts = chartsIn(named).flatMap((input) => versionsOf(input) ?? []);
  const settings = settingsPerFile([], (all) => all);
  const checks = new FileChecks(rules, settings);
  const options = { isFix: false, shard: undefined };
  const { report } = await checkInputs({ ...inputs, files: named }, checks, options, new RunProgress());
  return { charts, report, remarks: remarksIn(report), leftOut: candidatesIn(report.files) };
}

function nameIn(folder: string, { path = '' }: Input): string {
  return slashed(relative(folder, path));
}

/** The charts that are installed by themselves. Their subcharts and the charts of third parties do not count. */
function chartsIn(inputs: readonly Input[]): readonly Input[] {
  const all = inputs.filter(({ name }) => basename(name) === chartName && !unmeant.test(name));
  const below = all.map(({ name }) => `${name.slice(0, -chartName.length)}charts/`);
  return all.filter(({ name }) => !below.some((folder) => name.startsWith(folder)));
}

/** The versions that a chart supports, such as 1.25 to 1.33 for `>=1.25.0-0 <1.34.0`. */
function versionsOf(input: Input): ChartVersions | undefined {
  const read = readInput(input);
  if (read.kind !== 'text') return undefined;
  const { root } = readSettingsFile(input.name, read.text);
  const written = root?.kind === 'mapping' ? stringOf(valueOf(root, 'kubeVersion')) : undefined;
  const ranges = (written ?? '')
    .split('||')
    .map(minorsOfRange)
    .filter((each) => each !== undefined);
  if (ranges.length === 0) return undefined;
  const oldest = Math.max(Math.min(...ranges.map(([from]) => from)), oldestMinor);
  const newest = Math.min(Math.max(...ranges.map(([, to]) => to), oldest), newestMinor);
  return oldest < newestMinor ? { folder: input.name.slice(0, -chartName.length), oldest, newest } : undefined;
}

function minorsOfRange(range: string): readonly [from: number, to: number] | undefined {
  const [, operator = '', minor] = /^\s*(>=?|\^|~|=)?\s*v?1\.(\d+)/.exec(range) ?? [];
  if (minor === undefined) return undefined;
  const [, limit, last] = /(<=?|\s-)\s*v?1\.(\d+)/.exec(range) ?? [];
  const isOpen = operator.startsWith('>') || operator === '^';
  const end = last === undefined ? (isOpen ? newestMinor : Number(minor)) : Number(last) - (limit === '<' ? 1 : 0);
  return [Number(minor), end];
}

/** Without the finding of such a rule, no mistake passes unnoticed: it is about the kind, and not about one object. */
function remarksIn({ files }: Report): Inspection['remarks'] {
  const counts = new Map<string, number>();
  for (const { code, severity } of files.flatMap(({ notices }) => notices))
    if (onceCodes.has(code) && (severity === 'info' || severity === 'hint'))
      counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Folders whose manifests are usually wrong on purpose, or belong to third parties. */
const unmeant = /^(?:.*?\/)??(?:__fixtures__|fixtures|test-?data|testdata|vendor|third[_-]party|templates\/tests)\//;

function candidatesIn(files: readonly CheckedFile[]): readonly ExclusionCandidate[] {
  const found = new Map<string, ExclusionCandidate>();
  for (const { name, notices } of files) {
    const folder = unmeant.exec(name)?.[0];
    const errors = notices.filter(({ severity }) => severity === 'error').length;
    if (folder === undefined || errors === 0) continue;
    const known = found.get(folder) ?? { folder, errors: 0, files: 0 };
    found.set(folder, { folder, errors: known.errors + errors, files: known.files + 1 });
  }
  return [...found.values()];
}
