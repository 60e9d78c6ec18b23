/** `endpoints check`: reads the inputs, checks and, if asked to, fixes them, and reports. */
import { writeFileSync } from 'node:fs';
import { mergeConfigs } from '../config/config.ts';
import { applyFixes } from '../frontends/apply-fix.ts';
import { readFile } from '../frontends/frontends.ts';
import { checkFile } from '../lint/check.ts';
import type { CheckSettings } from '../lint/check.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { errorText } from '../text/error-text.ts';
import type { SourceFile } from '../tree/document.ts';
import { readConfigFile } from './config-file.ts';
import { findInputs, reason } from './inputs.ts';
import type { Input } from './inputs.ts';
import { patchTest } from './kustomize.ts';
import type { Terminal } from './main.ts';
import { readOptions } from './options.ts';
import type { CheckOptions } from './options.ts';
import { readInput } from './read-input.ts';
import { reportJson } from './report-json.ts';
import { reportText } from './report-text.ts';
import { resourceCount } from './report.ts';
import type { CheckedFile, Report } from './report.ts';
import { exitCodes, UsageError } from './usage.ts';

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
  for (const problem of report.problems) terminal.err(`endpoints: ${problem}\n`);
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

function checkInputs(
  inputs: readonly Input[],
  problems: string[],
  settings: CheckSettings,
  options: CheckOptions,
): Report {
  const isPatch = patchTest();
  const files: CheckedFile[] = [];
  let fileCount = 0;
  let count = 0;
  for (const input of inputs) {
    const read = readInput(input);
    if (read.kind === 'problem') problems.push(read.message);
    if (read.kind !== 'text') continue;
    fileCount++;
    const isPartial = input.path !== undefined && /endpoint/i.test(read.text) && isPatch(input.path);
    const checked = checkInput(input, read, isPartial, settings, options, problems);
    count += resourceCount(checked.file);
    if (checked.findings.length > 0 || checked.fixed > 0) files.push(checked);
  }
  return { files, fileCount, resourceCount: count, problems };
}

function checkInput(
  input: Input,
  read: { text: string; bom: string },
  isPartial: boolean,
  settings: CheckSettings,
  options: CheckOptions,
  problems: string[],
): CheckedFile {
  let { text } = read;
  let fixed = 0;
  if (options.isFix && input.path !== undefined) {
    const result = applyFixes(input.name, text, { isPartial }, (file) => safeFixes(file, settings));
    if (result.count > 0 && write(input.path, read.bom + result.text, input.name, problems))
      ({ text, count: fixed } = result);
  }
  const file = readFile(input.name, text, { isPartial });
  return { name: input.name, file, findings: checkFile(file, settings), fixed };
}

function safeFixes(file: SourceFile, settings: CheckSettings) {
  return checkFile(file, settings).flatMap(({ diagnostic: { fix }, document, start }) =>
    fix?.safety === 'safe' ? [{ fix, document, start }] : [],
  );
}

function write(path: string, text: string, name: string, problems: string[]): boolean {
  try {
    writeFileSync(path, text);
    return true;
  } catch (error) {
    problems.push(`${name} cannot be written (${reason(error)}). Check its permissions.`);
    return false;
  }
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
