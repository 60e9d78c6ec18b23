/** Applies a baseline to the result of a check: accepts its findings, and reports or writes the changes to it. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { isOnRelations } from '../../lint/rule.ts';
import { rules } from '../../rules/rules.ts';
import { counted, grouped, withoutControls } from '../../text/quote.ts';
import { baselineText, keysIn, readBaselineFile, type Baseline, type BaselineFinding } from './baseline.ts';
import { compareNotices, standardInput, type Accepted, type CheckedFile, type Notice } from '../../reports/report.ts';
import type { RunResult } from '../check/run.ts';
import { isBelow, slashed } from '../../disk/paths.ts';
import { cannotWrite, writeWhole } from '../../disk/write-file.ts';

interface BaselineChoice {
  readonly file: string;
  readonly isWritten: boolean;
  readonly paths: readonly string[];
}

export interface OpenBaseline {
  readonly path: string;
  readonly name: string;
  readonly known: Baseline;
  readonly text: string;
  readonly isWritten: boolean;
  /** True if the folder of the baseline is checked, with or without exclusions. */
  readonly isWhole: boolean;
}

/** Reads the baseline before the check. Throws a UsageError for another file. */
export function openBaseline({ file, isWritten, paths }: BaselineChoice, cwd: string): OpenBaseline {
  const path = resolve(cwd, file);
  const name = withoutControls(file);
  const isWhole = paths.some((each) => isBelow(path, resolve(cwd, each)));
  return { path, name, ...readBaselineFile(path, name, isWritten), isWritten, isWhole };
}

/** The result without the findings of the baseline, with remarks on the baseline itself. */
export function applyBaseline(
  result: RunResult,
  opened: OpenBaseline,
  cwd: string,
): RunResult & { readonly remarks: readonly string[] } {
  const places = keyedFilesOf(result, opened, cwd);
  if (!opened.isWritten) {
    const gone = goneFrom(opened.known, places);
    return {
      ...accepting(result, opened.known, places),
      remarks: gone.length > 0 ? [goneText(gone, opened.name, places, cwd)] : [],
    };
  }
  const next = nextBaseline(opened.known, places);
  const { problem, remark }: Written =
    result.bugs.length > 0
      ? { problem: `${opened.name} was not written, because the check is incomplete.` }
      : write(opened, next);
  const { report, ...rest } = accepting(result, problem === undefined ? next : opened.known, places);
  const problems = [...report.problems, ...(problem === undefined ? [] : [problem])];
  return { ...rest, report: { ...report, problems }, remarks: remark === undefined ? [] : [remark] };
}

interface KeyedFiles {
  readonly keyOf: (name: string) => string;
  readonly pathOf: (key: string) => string;
  readonly checked: ReadonlySet<string>;
  /** True if existing files of the baseline were not read: then findings across files may be missing. */
  readonly isPart: boolean;
  readonly found: ReadonlyMap<string, readonly Notice[]>;
  /** The existing files of the baseline, in the run or not. */
  readonly existing: ReadonlySet<string>;
}

function keyedFilesOf(
  { report, reported, read }: RunResult,
  { path, known, isWhole }: OpenBaseline,
  cwd: string,
): KeyedFiles {
  const keys = keysIn(dirname(path));
  const keyOf = (name: string): string => (name === standardInput ? name : keys.of(resolve(cwd, name)));
  const found = new Map<string, Notice[]>();
  for (const { name, notices, accepted } of report.files) {
    const key = keyOf(name);
    // A finding that the API server accepts in an unchanged field counts again without --since.
    const passed = accepted.filter(({ by }) => by === 'unchanged').map(({ notice }) => notice);
    found.set(key, [...(found.get(key) ?? []), ...notices, ...passed]);
  }
  const existing = new Set([...known.keys()].filter((key) => key === standardInput || existsSync(keys.pathOf(key))));
  const readKeys = isWhole ? existing : new Set(read.map(keyOf));
  const isPart = [...existing].some((key) => key !== standardInput && !readKeys.has(key));
  return { keyOf, pathOf: keys.pathOf, checked: new Set(reported.map(keyOf)), isPart, found, existing };
}

function accepting(result: RunResult, known: Baseline, { keyOf }: KeyedFiles): RunResult {
  const files = result.report.files.map((file): CheckedFile => {
    const entries = known.get(keyOf(file.name));
    if (!entries || file.notices.length === 0) return file;
    const prints = new Set(entries.map(({ fingerprint }) => fingerprint));
    const old = file.notices.filter(({ fingerprint }) => prints.has(fingerprint));
    const accepted = old.map((notice): Accepted => ({ notice, by: 'baseline', reason: null }));
    return {
      ...file,
      notices: file.notices.filter(({ fingerprint }) => !prints.has(fingerprint)),
      accepted: [...file.accepted, ...accepted].sort((a, b) => compareNotices(a.notice, b.notice)),
    };
  });
  return { ...result, report: { ...result.report, files } };
}

interface Gone extends BaselineFinding {
  readonly key: string;
}

/** The findings of the baseline that were fixed. A file that was not checked counts only if it was deleted. */
function goneFrom(known: Baseline, places: KeyedFiles): readonly Gone[] {
  const { checked, found, existing } = places;
  return [...known].flatMap(([key, entries]) => {
    if (!checked.has(key) && existing.has(key)) return [];
    const kept = existing.has(key) ? missedAmong(entries, places) : [];
    const prints = new Set([...kept, ...(found.get(key) ?? [])].map(({ fingerprint }) => fingerprint));
    return entries.filter(({ fingerprint }) => !prints.has(fingerprint)).map((entry) => ({ ...entry, key }));
  });
}

const onRelations = new Set(rules.filter(isOnRelations).map(({ code }) => code));

/** The findings of a checked file that this run may have missed. */
function missedAmong(entries: readonly BaselineFinding[], { isPart }: KeyedFiles): readonly BaselineFinding[] {
  return isPart ? entries.filter(({ code }) => onRelations.has(code)) : [];
}

const mostNamed = 10;

function goneText(gone: readonly Gone[], name: string, { pathOf }: KeyedFiles, cwd: string): string {
  const lines = gone.slice(0, mostNamed).map(({ key, code, message }) => {
    const file = key === standardInput ? key : slashed(relative(cwd, pathOf(key)));
    return `  ${[file, code, message].map(withoutControls).join('  ')}\n`;
  });
  const more = gone.length > mostNamed ? `  … and ${grouped(gone.length - mostNamed)} more\n` : '';
  const head = `${counted(gone.length, 'finding')} in the baseline no longer ${gone.length === 1 ? 'occurs' : 'occur'}:\n`;
  return `${head}${lines.join('')}${more}  To remove ${gone.length === 1 ? 'it' : 'them'} from ${name}, run this with --write-baseline.`;
}

/** The new findings of checked files, and the old ones of other existing files. */
function nextBaseline(known: Baseline, places: KeyedFiles): Baseline {
  const { checked, found, existing } = places;
  const next = new Map<string, readonly BaselineFinding[]>();
  for (const [key, entries] of known)
    if (existing.has(key)) next.set(key, checked.has(key) ? missedAmong(entries, places) : entries);
  for (const [key, notices] of found) {
    const all = [...(next.get(key) ?? []), ...notices];
    next.set(key, [...new Map(all.map((each) => [each.fingerprint, each])).values()]);
  }
  return next;
}

interface Written {
  readonly problem?: string;
  readonly remark?: string;
}

function write({ path, name, text }: OpenBaseline, baseline: Baseline): Written {
  const after = baselineText(baseline);
  const lists = [...baseline.values()].filter((list) => list.length > 0);
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  const content = `${counted(count, 'finding')} in ${counted(lists.length, 'file')}`;
  if (after === text) return { remark: `${name} is unchanged: ${content}.` };
  try {
    writeWhole(path, after);
    return { remark: `Wrote ${name}: ${content}.` };
  } catch (error) {
    return { problem: cannotWrite(name, error) };
  }
}
