/** `endpoints check`: reads the inputs, checks and, if asked to, fixes them, and reports. */
import { fileFacts } from '../analysis/file-facts.ts';
import type { FileAround } from '../analysis/file-around.ts';
import { mergeConfigs } from '../config/config.ts';
import { applyFixes } from '../frontends/apply-fix.ts';
import { checkFile } from '../lint/check.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { withoutControls } from '../text/quote.ts';
import type { SourceFile } from '../tree/document.ts';
import { readConfigFile } from './config-file.ts';
import { FileChecks } from './file-checks.ts';
import { findInputs } from './inputs.ts';
import type { Inputs } from './inputs.ts';
import type { Terminal } from './main.ts';
import { readOptions } from './options.ts';
import type { CheckOptions } from './options.ts';
import { reportJson } from './report-json.ts';
import { reportText } from './report-text.ts';
import type { CheckedFile, Report } from './report.ts';
import { Sources } from './sources.ts';
import type { Source } from './sources.ts';
import { exitCodes, UsageError } from './usage.ts';
import { replaceFile } from './write-file.ts';

/** Runs the command and returns the exit code. */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args);
  if (options.isFix && options.paths.includes('-'))
    throw new UsageError('--fix cannot write to standard input. Name a file.');
  const config = mergeConfigs([readConfigFile(options.configFile, terminal.cwd), options.config]);
  const inputs = await findInputs(options.paths, terminal.cwd);
  const { report, bugs } = checkInputs(inputs, new FileChecks({ rules, ...config }), options);
  for (const problem of report.problems) terminal.err(`endpoints: ${withoutControls(problem)}\n`);
  const shown = options.isQuiet ? errorsOnly(report) : report;
  if (options.format === 'json') terminal.out(reportJson(shown));
  else terminal.out(reportText(shown, terminal.isColored, options.isQuiet));
  const warnings = countOf(report, 'warning');
  if (warnings > options.maxWarnings) {
    const allowed = `--max-warnings allows ${options.maxWarnings}`;
    terminal.err(
      `endpoints: ${warnings === 1 ? 'There is 1 warning' : `There are ${warnings} warnings`}, and ${allowed}.\n`,
    );
  }
  for (const bug of bugs) terminal.err(`endpoints: This is a bug of ours, please report it. ${bug}\n`);
  return exitCode(report, bugs.length > 0, options);
}

/** What a file means depends on the files around it: nothing is said before all of them are known. */
function checkInputs(
  inputs: Inputs,
  checks: FileChecks,
  options: CheckOptions,
): { readonly report: Report; readonly bugs: readonly string[] } {
  const problems = [...inputs.problems];
  const sources = new Sources(inputs.files, problems, options.isFix ? undefined : checks.look);
  const fixed = new Map<string, number>();
  const before = options.isFix ? sources.all().filter((source) => sources.isChecked(source)) : [];
  for (const source of before) fixed.set(source.uri, fix(source, sources, checks.settings, problems));
  const bugs = [...checks.takeBugs()];
  const files: CheckedFile[] = [];
  let resourceCount = 0;
  for (const source of sources.all()) {
    if (!sources.isChecked(source)) continue;
    const { input, uri, text } = source;
    const checked = checks.finish(source, sources);
    resourceCount += checked.resourceCount;
    bugs.push(...checked.bugs);
    const count = fixed.get(uri) ?? 0;
    const { notices } = checked;
    if (notices.length > 0 || count > 0) files.push({ name: input.name, text, notices, fixed: count });
  }
  return { report: { files, fileCount: sources.all().length, resourceCount, problems }, bugs };
}

/** Applies the safe fixes, and returns how many they were: none where the file cannot be written. */
function fix(source: Source, sources: Sources, settings: CheckSettings, problems: string[]): number {
  const { input, uri, text, bom } = source;
  const { workspace } = sources;
  if (input.path === undefined) return 0;
  const { text: after, count } = applyFixes(input.name, text, { isPartial: workspace.isPatch(uri) }, (file) =>
    safeFixes(file, settings, workspace.around(uri, fileFacts(file))),
  );
  if (count === 0) return 0;
  const problem = replaceFile({ path: input.path, name: input.name, before: bom + text, after: bom + after });
  if (problem !== undefined) {
    problems.push(problem);
    return 0;
  }
  sources.replace(source, after);
  return count;
}

function safeFixes(file: SourceFile, settings: CheckSettings, around: FileAround) {
  return checkFile(file, settings, around).flatMap(({ diagnostic: { fix }, document, start }) =>
    fix?.safety === 'safe' ? [{ fix, document, start }] : [],
  );
}

function errorsOnly(report: Report): Report {
  const files = report.files.map((file) => ({
    ...file,
    notices: file.notices.filter(({ severity }) => severity === 'error'),
  }));
  return { ...report, files };
}

function countOf({ files }: Report, severity: Severity): number {
  return files.reduce(
    (count, { notices }) => count + notices.filter((notice) => notice.severity === severity).length,
    0,
  );
}

function exitCode(report: Report, hasBug: boolean, { maxWarnings }: CheckOptions): number {
  if (hasBug) return exitCodes.bug;
  if (report.problems.length > 0) return exitCodes.usage;
  return countOf(report, 'error') > 0 || countOf(report, 'warning') > maxWarnings
    ? exitCodes.findings
    : exitCodes.clean;
}
