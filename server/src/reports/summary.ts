/** The last sentences of a report for people: the number of findings, resources and files, and what does not count. */
import { counted, grouped, listed, withoutControls } from '../text/quote.ts';
import {
  acceptedWords,
  countOf,
  noticesIn,
  placeholdersIn,
  readCountOf,
  resourcesIn,
  testsIn,
  unchangedText,
  type Report,
  type TestedExpectation,
} from './report.ts';

interface Accents {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

const plainly: Accents = { good: (text) => text, bad: (text) => text };

export function reportSummary(report: Report, accents: Accents = plainly): string {
  const sentences = [
    fixedText(report),
    foundText(report, accents),
    uncountedText(report),
    placeholderText(report),
    skippedText(report),
    leftOutText(report.leftOut ?? []),
    resourcesIn(report) === 0 ? strayText(report) : '',
    incompleteText(report),
  ];
  return unchangedText(report) ?? sentences.filter((sentence) => sentence !== '').join(' ');
}

function fixedText({ files }: Report): string {
  const fixed = files.reduce((count, file) => count + file.fixed, 0);
  return fixed > 0 ? `Fixed ${counted(fixed, 'problem')}.` : '';
}

function foundText(report: Report, { good, bad }: Accents): string {
  const { fileCount } = report;
  const tests = testsIn(report);
  if (tests) return testedText(report, tests, { good, bad });
  const resourceCount = resourcesIn(report);
  const checked = `${counted(resourceCount, 'resource')} in ${counted(fileCount, 'file')}`;
  if (noticesIn(report).length > 0) return `${bad(listed(severityCounts(report)))} in ${checked}.`;
  if (resourceCount > 0) return `${good('No problems')} in ${checked}.`;
  if (report.skipped.length > 0) return `No Endpoints read in ${counted(readCountOf(report), 'file')}.`;
  return `No Endpoints found in ${counted(readCountOf(report), 'file')}; nothing to check.`;
}

/** Such as `2 of 5 expectations fail, in 1 file.` */
function testedText(report: Report, tests: readonly TestedExpectation[], { good, bad }: Accents): string {
  const files = counted(report.files.length, 'file');
  const failed = tests.filter(({ failures }) => failures.length > 0).length;
  const mistakes = noticesIn(report).length - tests.reduce((sum, { failures }) => sum + failures.length, 0);
  if (mistakes > 0) return `${bad(counted(mistakes, 'mistake'))} in ${files}.`;
  if (failed > 0) return `${bad(`${grouped(failed)} of ${counted(tests.length, 'expectation')}`)} not met in ${files}.`;
  return `${good(`${counted(tests.length, 'expectation')} met`)} in ${files}.`;
}

function severityCounts(report: Report): readonly string[] {
  return (['error', 'warning', 'info', 'hint'] as const).flatMap((severity) => {
    const count = countOf(report, severity);
    return count > 0 ? [severity === 'info' ? `${grouped(count)} info` : counted(count, severity)] : [];
  });
}

/** Findings that an ignore comment silences are not mentioned. */
function uncountedText({ files }: Report): string {
  const accepted = files.flatMap((file) => file.accepted);
  const counts = (['baseline', 'unchanged'] as const).flatMap((by) => {
    const count = accepted.filter((each) => each.by === by).length;
    return count > 0 ? [`${grouped(count)} ${acceptedWords[by]}`] : [];
  });
  return counts.length > 0 ? `Not counted: ${listed(counts)}.` : '';
}

function placeholderText(report: Report): string {
  const count = placeholdersIn(report);
  return count > 0 ? `${counted(count, 'placeholder')} not checked.` : '';
}

/** This many files of a language, and this many directories, are named. */
const mostNamed = 3;

/** Such as `2 skipped: Jinja (nas.yaml.j2), ytt (db.yaml).`; empty where everything was read. */
export function skippedText({ skipped }: Pick<Report, 'skipped'>): string {
  if (skipped.length === 0) return '';
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].sort();
  const parts = reasons.map((reason) => {
    const names = skipped.flatMap((each) => (each.reason === reason ? [each.name] : [])).sort();
    const more = names.length > mostNamed ? [`${grouped(names.length - mostNamed)} more`] : [];
    return `${withoutControls(reason)} (${[...names.slice(0, mostNamed), ...more].map(withoutControls).join(', ')})`;
  });
  return `${grouped(skipped.length)} skipped: ${parts.join(', ')}.`;
}

/** Where nothing is found, an unread program may be what the user means. Empty where none was met. */
export function strayText({ hasStrayPrograms }: Pick<Report, 'hasStrayPrograms'>): string {
  return hasStrayPrograms === true
    ? 'Programs are read if a Pulumi.yaml is in their folder or above, or if you name the file.'
    : '';
}

function incompleteText({ problems }: Report): string {
  return problems.length > 0 ? 'The run is incomplete: see standard error.' : '';
}

/** A setting includes these directories, so the sentence names it. Empty where none is left out. */
export function leftOutText(folders: readonly string[]): string {
  if (folders.length === 0) return '';
  const more = folders.length - mostNamed;
  const names = folders.slice(0, mostNamed).map((each) => withoutControls(`${each}/`));
  return `Left out (setting exclude): ${listed(more > 0 ? [...names, `${grouped(more)} more`] : names)}.`;
}
