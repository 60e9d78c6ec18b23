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

function pointsOf({ name, notices, accepted }: CheckedFile): readonly Point[] {
  const points = [...notices.map((notice) => pointFor(name, notice)), ...accepted.map((each) => skipped(name, each))];
  return notices.length > 0 ? points : [{ line: `ok # - ${escaped(name)}`, details: [] }, ...points];
}

function pointFor(name: string, notice: Notice): Point {
  const { severity, enforcedBy, range, fix } = notice;
  const todo = severity === 'error' ? '' : ` # TODO ${severity}`;
  const details = {
    message: printable(messageOf(notice)),
    severity,
    enforcedBy,
    at: { file: printable(name), ...range },
    subject: printable(subjectText(notice)) || null,
    fix,
  };
  return {
    line: `not ok # - ${headOf(name, notice)}${todo}`,
    // Each value is JSON, which is valid YAML.
    details: ['  ---', ...Object.entries(details).map(([key, value]) => `  ${key}: ${printableJson(value)}`), '  ...'],
  };
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
