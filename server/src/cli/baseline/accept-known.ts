/** The step between a check and its reports in which a baseline takes what it knows out of what counts, or is written anew. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { isOnRelations } from '../../lint/rule.ts';
import { rules } from '../../rules/rules.ts';
import { counted, grouped, withoutControls } from '../../text/quote.ts';
import { baselineText, keysIn, readBaselineFile, readForWriting } from './baseline.ts';
import type { Baseline, Known } from './baseline.ts';
import { compareNotices, standardInput } from '../../reports/report.ts';
import type { Accepted, CheckedFile, Notice } from '../../reports/report.ts';
import type { RunResult } from '../check/run.ts';
import { isBelow, reason, slashed } from '../../disk/paths.ts';
import { writeWhole } from '../../disk/write-file.ts';

interface BaselineChoice {
  /** The file, as it is called. */
  readonly file: string;
  /** Whether it is written, and not only read. */
  readonly isWritten: boolean;
  /** What is checked. */
  readonly paths: readonly string[];
}

export interface OpenBaseline {
  readonly path: string;
  readonly name: string;
  readonly known: Baseline;
  /** What is to be replaced; undefined where the file is only read. */
  readonly text: string | undefined;
  /** True where the folder of the baseline is checked, whatever is left out of it. */
  readonly isWhole: boolean;
}

/** Reads the baseline before anything is checked. Throws a UsageError for what cannot be one. */
export function openBaseline({ file, isWritten, paths }: BaselineChoice, cwd: string): OpenBaseline {
  const path = resolve(cwd, file);
  const name = withoutControls(file);
  const isWhole = paths.some((each) => isBelow(path, resolve(cwd, each)));
  if (!isWritten) return { path, name, known: readBaselineFile(path, name), text: undefined, isWhole };
  const { baseline, text } = readForWriting(path, name);
  return { path, name, known: baseline, text, isWhole };
}

/** The result without what the baseline knows, and what is to be said of the baseline. */
export function acceptKnown(
  result: RunResult,
  opened: OpenBaseline,
  cwd: string,
): RunResult & { readonly remarks: readonly string[] } {
  const places = placesOf(result, opened, cwd);
  if (opened.text === undefined) {
    const gone = goneFrom(opened.known, places);
    return {
      ...accepting(result, opened.known, places),
      remarks: gone.length > 0 ? [goneText(gone, opened.name, places, cwd)] : [],
    };
  }
  const next = nextBaseline(opened.known, places);
  const { problem, remark } = result.bugs.length > 0 ? unwritten(opened) : write(opened, next);
  const { report, ...rest } = accepting(result, next, places);
  const problems = [...report.problems, ...(problem === undefined ? [] : [problem])];
  return { ...rest, report: { ...report, problems }, remarks: remark === undefined ? [] : [remark] };
}

/** Where a baseline has the files of a run. */
interface Places {
  readonly keyOf: (name: string) => string;
  readonly pathOf: (key: string) => string;
  readonly looked: ReadonlySet<string>;
  /** True where the baseline knows of files that are there and were not read: then what several files decide may not be found. */
  readonly isPart: boolean;
  /** What was found and counts, by the key of its file. */
  readonly found: ReadonlyMap<string, readonly Notice[]>;
  /** The files of the baseline that are there, although they may not be part of the run. */
  readonly there: ReadonlySet<string>;
}

function placesOf({ report, looked, read }: RunResult, { path, known, isWhole }: OpenBaseline, cwd: string): Places {
  const keys = keysIn(dirname(path));
  const keyOf = (name: string): string => (name === standardInput ? name : keys.of(resolve(cwd, name)));
  const found = new Map<string, Notice[]>();
  for (const { name, notices, accepted } of report.files) {
    const key = keyOf(name);
    // What the server lets pass is there all the same, and counts again where nothing is compared.
    const passed = accepted.filter(({ by }) => by === 'unchanged').map(({ notice }) => notice);
    found.set(key, [...(found.get(key) ?? []), ...notices, ...passed]);
  }
  const there = new Set([...known.keys()].filter((key) => key === standardInput || existsSync(keys.pathOf(key))));
  const readKeys = isWhole ? there : new Set(read.map(keyOf));
  const isPart = [...there].some((key) => key !== standardInput && !readKeys.has(key));
  return { keyOf, pathOf: keys.pathOf, looked: new Set(looked.map(keyOf)), isPart, found, there };
}

function accepting(result: RunResult, known: Baseline, { keyOf }: Places): RunResult {
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

interface Gone extends Known {
  readonly key: string;
}

/** What the baseline knows and is not found any more. Nothing is said of files that were not looked into, unless they are gone. */
function goneFrom(known: Baseline, places: Places): readonly Gone[] {
  const { looked, found, there } = places;
  return [...known].flatMap(([key, entries]) => {
    if (!looked.has(key) && there.has(key)) return [];
    const kept = there.has(key) ? unjudged(entries, places) : [];
    const prints = new Set([...kept, ...(found.get(key) ?? [])].map(({ fingerprint }) => fingerprint));
    return entries.filter(({ fingerprint }) => !prints.has(fingerprint)).map((entry) => ({ ...entry, key }));
  });
}

const onRelations = new Set(rules.filter(isOnRelations).map(({ code }) => code));

/** Of what is known of a file that was looked into, what this run may not find although it is still there. */
function unjudged(entries: readonly Known[], { isPart }: Places): readonly Known[] {
  return isPart ? entries.filter(({ code }) => onRelations.has(code)) : [];
}

const mostNamed = 10;

function goneText(gone: readonly Gone[], name: string, { pathOf }: Places, cwd: string): string {
  const lines = gone.slice(0, mostNamed).map(({ key, code, message }) => {
    const file = key === standardInput ? key : slashed(relative(cwd, pathOf(key)));
    return `  ${[file, code, message].map(withoutControls).join('  ')}\n`;
  });
  const more = gone.length > mostNamed ? `  … and ${grouped(gone.length - mostNamed)} more\n` : '';
  const are = gone.length === 1 ? 'is' : 'are';
  const head = `${counted(gone.length, 'finding')} in the baseline ${are} no longer there:\n`;
  return `${head}${lines.join('')}${more}  To take ${gone.length === 1 ? 'it' : 'them'} out of ${name}, run this with --write-baseline.`;
}

/** Of the files that were looked into what was found, and of the others that are still there what was known. */
function nextBaseline(known: Baseline, places: Places): Baseline {
  const { looked, found, there } = places;
  const next = new Map<string, readonly Known[]>();
  for (const [key, entries] of known)
    if (there.has(key)) next.set(key, looked.has(key) ? unjudged(entries, places) : entries);
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
  if (after === text) return { remark: `${name} stays as it is: ${content}.` };
  try {
    writeWhole(path, after);
    return { remark: `${name} is written: ${content}.` };
  } catch (error) {
    return { problem: `${name} cannot be written (${reason(error)}). Check the path and the space on the disk.` };
  }
}

function unwritten({ name }: OpenBaseline): Written {
  return { problem: `${name} is not written, because not everything could be checked.` };
}
