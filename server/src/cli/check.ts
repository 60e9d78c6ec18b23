/** `endpoints check`: reads the inputs, checks and, if asked to, fixes them, and reports. */
import { fileFacts } from '../analysis/workspace.ts';
import type { FileAround } from '../analysis/workspace.ts';
import { mergeConfigs } from '../config/config.ts';
import { applyFixes } from '../frontends/apply-fix.ts';
import { checkFile } from '../lint/check.ts';
import type { CheckSettings } from '../lint/check.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { errorText } from '../text/error-text.ts';
import { withoutControls } from '../text/quote.ts';
import type { SourceFile } from '../tree/document.ts';
import { readConfigFile } from './config-file.ts';
import { findInputs } from './inputs.ts';
import type { Input } from './inputs.ts';
import { locator } from './locate.ts';
import type { Terminal } from './main.ts';
import { readOptions } from './options.ts';
import type { CheckOptions } from './options.ts';
import { reportJson } from './report-json.ts';
import { reportText } from './report-text.ts';
import { resourceCount } from './report.ts';
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
  const bugs: string[] = [];
  const settings: CheckSettings = {
    rules,
    ...mergeConfigs([readConfigFile(options.configFile, terminal.cwd), options.config]),
    onBug: (code, error) => bugs.push(`The rule ${code} failed: ${errorText(error)}`),
  };
  const inputs = await findInputs(options.paths, terminal.cwd);
  const report = checkInputs(inputs.files, [...inputs.problems], settings, options);
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

/** Everything is read before anything is checked: what a file means depends on the files around it. */
function checkInputs(
  inputs: readonly Input[],
  problems: string[],
  settings: CheckSettings,
  options: CheckOptions,
): Report {
  const sources = new Sources(inputs, problems);
  const fixed = new Map<string, number>();
  for (const source of options.isFix ? sources.all() : [])
    fixed.set(source.uri, fix(source, sources, settings, problems));
  const files: CheckedFile[] = [];
  let resources = 0;
  for (const source of sources.all().filter((each) => sources.isChecked(each))) {
    const { uri, input } = source;
    const file = sources.fileOf(source);
    resources += resourceCount(file);
    const findings = checkFile(file, settings, sources.workspace.around(uri));
    const count = fixed.get(uri) ?? 0;
    if (findings.length > 0 || count > 0) files.push({ name: input.name, uri, file, findings, fixed: count });
  }
  const locate = locator(sources);
  return { files, fileCount: sources.all().length, resourceCount: resources, problems, locate };
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
    findings: file.findings.filter(({ severity }) => severity === 'error'),
  }));
  return { ...report, files };
}

function countOf({ files }: Report, severity: Severity): number {
  return files.reduce(
    (count, { findings }) => count + findings.filter((finding) => finding.severity === severity).length,
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
