/** `endpoints check`: reads the inputs, checks and, if asked to, fixes them, and reports. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fileFacts, Workspace } from '../analysis/workspace.ts';
import type { FileAround } from '../analysis/workspace.ts';
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
import { findInputs } from './inputs.ts';
import type { Input } from './inputs.ts';
import { locator } from './locate.ts';
import type { Terminal } from './main.ts';
import { readOptions } from './options.ts';
import type { CheckOptions } from './options.ts';
import { readInput } from './read-input.ts';
import { reportJson } from './report-json.ts';
import { reportText } from './report-text.ts';
import { resourceCount } from './report.ts';
import type { CheckedFile, Report } from './report.ts';
import { surveyor } from './surroundings.ts';
import { exitCodes, UsageError } from './usage.ts';
import { reason } from './walk.ts';

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

/** Everything is read before anything is checked: what a file means depends on the files around it. */
function checkInputs(
  inputs: readonly Input[],
  problems: string[],
  settings: CheckSettings,
  options: CheckOptions,
): Report {
  const workspace = new Workspace();
  const texts = readTexts(inputs, workspace, problems);
  const read = texts.map((text) => readText(text, text.text, workspace));
  for (const file of read) workspace.set(file.uri, fileFacts(file.file));
  const fixed = options.isFix ? read.map((file) => fix(file, workspace, settings, problems)) : read;
  const files = fixed.map(({ input, uri, file, fixed: count }): CheckedFile => {
    return { name: input.name, uri, file, findings: checkFile(file, settings, workspace.around(uri)), fixed: count };
  });
  const count = files.reduce((sum, { file }) => sum + resourceCount(file), 0);
  const shown = files.filter((each) => each.findings.length > 0 || each.fixed > 0);
  const locate = locator(files);
  return { files: shown, fileCount: files.length, resourceCount: count, problems, locate };
}

interface InputText {
  readonly input: Input;
  readonly uri: string;
  readonly text: string;
  readonly bom: string;
}

interface InputFile extends InputText {
  readonly file: SourceFile;
  /** How many fixes were applied. */
  readonly fixed: number;
}

function readTexts(inputs: readonly Input[], workspace: Workspace, problems: string[]): readonly InputText[] {
  const survey = surveyor(workspace);
  return inputs.flatMap((input): InputText[] => {
    const read = readInput(input);
    if (read.kind === 'problem') problems.push(read.message);
    if (read.kind !== 'text') return [];
    if (input.path !== undefined) survey(input.path);
    const uri = input.path === undefined ? 'stdin:' : pathToFileURL(input.path).href;
    return [{ input, uri, text: read.text, bom: read.bom }];
  });
}

function readText(from: InputText, text: string, workspace: Workspace): InputFile {
  const file = readFile(from.input.name, text, { isPartial: workspace.isPatch(from.uri) });
  return { ...from, text, file, fixed: 0 };
}

/** The file after its safe fixes, or as it was where there are none, or where it cannot be written. */
function fix(from: InputFile, workspace: Workspace, settings: CheckSettings, problems: string[]): InputFile {
  const { input, uri, text, bom } = from;
  if (input.path === undefined) return from;
  const isPartial = workspace.isPatch(uri);
  const { text: after, count } = applyFixes(input.name, text, { isPartial }, (file) =>
    safeFixes(file, settings, workspace.around(uri, fileFacts(file))),
  );
  if (count === 0 || !write(input.path, bom + after, input.name, problems)) return from;
  const fixed = readText(from, after, workspace);
  workspace.set(uri, fileFacts(fixed.file));
  return { ...fixed, fixed: count };
}

function safeFixes(file: SourceFile, settings: CheckSettings, around: FileAround) {
  return checkFile(file, settings, around).flatMap(({ diagnostic: { fix }, document, start }) =>
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
