/** Ends a check: writes its reports, prints problems and notes, and computes the exit code. */
import { counted, withoutControls } from '../../text/quote.ts';
import type { Terminal } from '../terminal.ts';
import { writeReports, type ReportOutput } from '../report-outputs.ts';
import { countOf, unchangedText, type Report } from '../../reports/report.ts';
import { exitCodes } from '../usage.ts';

interface Conclusion {
  readonly outputs: readonly ReportOutput[];
  readonly isQuiet: boolean;
  readonly isWhole: boolean;
  /** Infinity if warnings never fail the run. */
  readonly maxWarnings: number;
}

export interface Concluded {
  readonly report: Report;
  readonly bugs: readonly string[];
  readonly remarks?: readonly string[];
}

/** Returns the exit code. */
export async function conclude(
  { report, bugs, remarks = [] }: Concluded,
  options: Conclusion,
  terminal: Terminal,
): Promise<number> {
  const incidents = bugs.map((bug) => `Internal error. Please report it. ${bug}`);
  // `endpoints merge` must see that the report is incomplete. The stack trace is omitted.
  const failures = new Set(incidents.map((text) => text.replace(/\n.*/s, '')));
  const whole = { ...report, problems: [...report.problems, ...failures] };
  const unwritten = await writeReports(options.isQuiet ? errorsOnly(whole) : whole, options.outputs, options, terminal);
  const problems = [...report.problems, ...unwritten];
  for (const problem of problems) terminal.err(`endpoints: ${withoutControls(problem)}\n`);
  const isInReport = options.outputs.some(({ format, file }) => !file && (format === 'text' || format === 'github'));
  const unchanged = isInReport ? undefined : unchangedText(report);
  const notes = unchanged === undefined ? remarks : [unchanged, ...remarks];
  if (!options.isQuiet) for (const remark of notes) terminal.err(`endpoints: ${remark}\n`);
  const warnings = countOf(report, 'warning');
  if (warnings > options.maxWarnings) {
    const there = warnings === 1 ? 'There is 1 warning' : `There are ${counted(warnings, 'warning')}`;
    const unseen = options.isQuiet ? ' Remove --quiet to see them.' : '';
    terminal.err(`endpoints: ${there}; the limit is ${options.maxWarnings}.${unseen}\n`);
  }
  for (const incident of incidents) terminal.err(`endpoints: ${incident}\n`);
  if (bugs.length > 0) return exitCodes.bug;
  if (problems.length > 0) return exitCodes.usage;
  return countOf(report, 'error') > 0 || warnings > options.maxWarnings ? exitCodes.findings : exitCodes.clean;
}

function errorsOnly(report: Report): Report {
  const files = report.files.map((file) => ({
    ...file,
    notices: file.notices.filter(({ severity }) => severity === 'error'),
    accepted: file.accepted.filter(({ notice }) => notice.severity === 'error'),
  }));
  return { ...report, files };
}
