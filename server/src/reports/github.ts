/** Workflow commands for GitHub Actions, which shows them as annotations beside the lines. */
import { grouped } from '../text/quote.ts';
import { placedMessageOf, readCountOf, standardInput, type Report } from './report.ts';
import { relativeName } from './file-names.ts';
import { printable, worstFirst, type InFile } from './printable.ts';
import type { Reporting } from './reporting.ts';
import { reportSummary } from './summary.ts';

/** GitHub shows ten annotations of each level for a step. One notice is reserved for the number of hidden ones. */
const mostShown = { error: 10, warning: 10, notice: 9 };

/** The report as commands, the most severe first. Findings above the limit follow as plain log lines, then the summary. */
export function reportGithub(report: Report, { cwd, isQuiet }: Reporting): string {
  const counts = { error: 0, warning: 0, notice: 0 };
  const commands = report.problems.map((problem) => `::error::${escaped(printable(problem))}`);
  counts.error = commands.length;
  const rest: string[] = [];
  for (const found of worstFirst(report)) {
    const level = levels[found.notice.severity];
    if (counts[level]++ < mostShown[level]) commands.push(commandFor(found, level, cwd));
    else rest.push(logLine(found));
  }
  if (rest.length > 0) {
    const are = rest.length === 1 ? '1 more is' : `${grouped(rest.length)} more are`;
    commands.push(`::notice::GitHub shows ten annotations of each level; ${are} in the log of this step.`);
  }
  // Without a summary, an empty log would not show that the check ran.
  const isMute = commands.length === 0 ? isQuiet : readCountOf(report) === 0 && report.problems.length > 0;
  const summary = isMute ? [] : [forLog(reportSummary(report))];
  return [...commands, ...rest, ...summary].map((line) => `${line}\n`).join('');
}

const levels = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' } as const;

function commandFor({ file, notice }: InFile, level: string, cwd: string): string {
  const { start, end } = notice.range;
  const properties = {
    ...(file.name === standardInput ? {} : { file: printable(relativeName(file.name, cwd)) }),
    line: start.line,
    endLine: end.line,
    // GitHub uses columns only if start and end are on the same line.
    ...(start.line === end.line ? { col: start.column, endColumn: end.column } : {}),
    title: printable(notice.code),
  };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapedValue(String(value))}`);
  return `::${level} ${written.join(',')}::${escaped(printable(placedMessageOf(notice)))}`;
}

function logLine({ file, notice }: InFile): string {
  const { code, severity, range } = notice;
  const place = `${file.name}:${range.start.line}:${range.start.column}`;
  return `- ${forLog(`${place}  ${severity}[${code}]  ${placedMessageOf(notice)}`)}`;
}

/** GitHub must not read a log line as a command: a command starts with `::` or contains `##[`. */
function forLog(text: string): string {
  return printable(text).replaceAll('##[', '## [');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedValue(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
