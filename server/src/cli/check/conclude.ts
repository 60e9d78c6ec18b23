/** The end of a check: writes its reports, says what is wrong beside the findings, and makes an exit code of all. */
import { counted, withoutControls } from '../../text/quote.ts';
import type { Terminal } from '../terminal.ts';
import { writeReports, type ReportOutput } from '../report-outputs.ts';
import { countOf, unchangedText, type Report } from '../../reports/report.ts';
import { exitCodes } from '../usage.ts';

interface Conclusion {
  readonly outputs: readonly ReportOutput[];
  readonly isQuiet: boolean;
  /** Infinity where warnings never fail the run. */
  readonly maxWarnings: number;
}

export interface Concluded {
  readonly report: Report;
  /** Sentences on rules that failed. */
  readonly bugs: readonly string[];
  /** What else is to be said, and changes nothing. */
  readonly remarks?: readonly string[];
}

/** Returns the exit code. */
export async function conclude(
  { report, bugs, remarks = [] }: Concluded,
  options: Conclusion,
  terminal: Terminal,
): Promise<number> {
  const incidents = bugs.map((bug) => `This is a bug of ours, please report it. ${bug}`);
  // Who judges by the report alone, "endpoints merge" among them, must not take it for whole. The trace is not for it.
  const failures = new Set(incidents.map((text) => text.replace(/\n.*/s, '')));
  const whole = { ...report, problems: [...report.problems, ...failures] };
  const unwritten = await writeReports(options.isQuiet ? errorsOnly(whole) : whole, options.outputs, options, terminal);
  const problems = [...report.problems, ...unwritten];
  for (const problem of problems) terminal.err(`endpoints: ${withoutControls(problem)}\n`);
  const isTold = options.outputs.some(({ format, file }) => !file && (format === 'text' || format === 'github'));
  const unchanged = isTold ? undefined : unchangedText(report);
  const said = unchanged === undefined ? remarks : [unchanged, ...remarks];
  if (!options.isQuiet) for (const remark of said) terminal.err(`endpoints: ${remark}\n`);
  const warnings = countOf(report, 'warning');
  if (warnings > options.maxWarnings) {
    const there = warnings === 1 ? 'There is 1 warning' : `There are ${counted(warnings, 'warning')}`;
    const unseen = options.isQuiet ? ' Leave --quiet out to see them.' : '';
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
