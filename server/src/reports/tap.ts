/** The Test Anything Protocol, version 14: a test point for each finding, and for each file without findings. */
import { counted, printableJson } from '../text/quote.ts';
import {
  acceptedWords,
  messageOf,
  readCountOf,
  type Accepted,
  type CheckedFile,
  type Notice,
  type Report,
  type TestedExpectation,
} from './report.ts';
import { printable, subjectText } from './printable.ts';

/** The report as TAP. Findings that are not errors are `not ok` points marked TODO, which does not fail the run. */
export function reportTap(report: Report): string {
  const points = [
    ...report.problems.map((problem) => ({ line: `not ok # - ${escaped(problem)}`, details: [] })),
    ...report.files.flatMap(pointsOf),
  ];
  const none = points.length === 0 ? ` # SKIP No Endpoints in ${counted(readCountOf(report), 'file')}` : '';
  const lines = points.flatMap(({ line, details }, i) => [line.replace('#', String(i + 1)), ...details]);
  return ['TAP version 14', `1..${points.length}${none}`, ...lines].map((line) => `${line}\n`).join('');
}

interface Point {
  /** The number of the point replaces the first `#`. */
  readonly line: string;
  readonly details: readonly string[];
}

function pointsOf({ name, notices, accepted, tests }: CheckedFile): readonly Point[] {
  if (tests) {
    const tested = new Set(tests.flatMap(({ failures }) => failures));
    const mistakes = notices.filter((notice) => !tested.has(notice));
    return [...mistakes.map((notice) => pointFor(name, notice)), ...tests.map((each) => expected(name, each))];
  }
  const points = [...notices.map((notice) => pointFor(name, notice)), ...accepted.map((each) => skipped(name, each))];
  return notices.length > 0 ? points : [{ line: `ok # - ${escaped(name)}`, details: [] }, ...points];
}

function expected(name: string, { title, range: { start }, failures }: TestedExpectation): Point {
  const head = escaped(`${name}:${start.line}:${start.column} ${title}`);
  const [first] = failures;
  if (!first) return { line: `ok # - ${head}`, details: [] };
  return { line: `not ok # - ${head}`, details: detailsOf(name, first, failures.map(messageOf).join(' ')) };
}

function pointFor(name: string, notice: Notice): Point {
  const { severity } = notice;
  const todo = severity === 'error' ? '' : ` # TODO ${severity}`;
  return { line: `not ok # - ${headOf(name, notice)}${todo}`, details: detailsOf(name, notice, messageOf(notice)) };
}

function detailsOf(name: string, notice: Notice, message: string): readonly string[] {
  const { severity, enforcedBy, range, fix } = notice;
  const details = {
    message: printable(message),
    severity,
    enforcedBy,
    at: { file: printable(name), ...range },
    subject: printable(subjectText(notice)) || null,
    fix,
  };
  // Each value is JSON, which is valid YAML.
  return ['  ---', ...Object.entries(details).map(([key, value]) => `  ${key}: ${printableJson(value)}`), '  ...'];
}

function skipped(name: string, { notice, by, reason }: Accepted): Point {
  const why = reason === null ? acceptedWords[by] : `${acceptedWords[by]}: ${escaped(reason)}`;
  return { line: `ok # - ${headOf(name, notice)} # SKIP ${why}`, details: [] };
}

function headOf(name: string, { code, range }: Notice): string {
  return escaped(`${name}:${range.start.line}:${range.start.column} ${code}`);
}

function escaped(text: string): string {
  return printable(text).replace(/[\\#]/g, '\\$&');
}
