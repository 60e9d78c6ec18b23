/** For people: a line for each finding, a frame of code for what must be mended, and a summary with the next step. */
import pc from 'picocolors';
import type { Finding } from '../lint/check.ts';
import type { Severity } from '../lint/rule.ts';
import { lineSpan, lineStarts, positionAt } from '../text/line-index.ts';
import { listed } from '../text/quote.ts';
import type { CheckedFile, Report } from './report.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** The report as text. Quiet: errors only, and no summary of a clean run. */
export function reportText(report: Report, isColored: boolean, isQuiet: boolean): string {
  const colors = pc.createColors(isColored);
  const blocks = report.files.map((file) => fileText(file, colors));
  const summary = summaryText(report, colors);
  return [
    ...blocks.filter((block) => block !== ''),
    ...(isQuiet && blocks.every((block) => block === '') ? [] : [summary]),
  ].join('\n');
}

function fileText({ name, file, findings }: CheckedFile, colors: Colors): string {
  if (findings.length === 0) return '';
  const starts = lineStarts(file.text);
  return findings.map((finding) => findingText(name, file.text, starts, finding, colors)).join('');
}

function findingText(name: string, text: string, starts: readonly number[], finding: Finding, colors: Colors): string {
  const { diagnostic, severity, span } = finding;
  const { line, character } = positionAt(starts, span.start);
  const place = colors.bold(`${name}:${line + 1}:${character + 1}`);
  const head = `${place}  ${paint(severity, colors)}  ${diagnostic.message}  ${colors.dim(diagnostic.rule.code)}\n`;
  if (severity !== 'error' && severity !== 'warning') return head;
  return head + frame(text, starts, finding, colors);
}

const tabWidth = 4;
const widest = 140;

/** The line, cut where it is very long, and below it the place. */
function frame(text: string, starts: readonly number[], { span, severity }: Finding, colors: Colors): string {
  const { line, character } = positionAt(starts, span.start);
  const whole = lineSpan(text, starts, line);
  const from = whole.start + (character > widest - 40 ? character - 20 : 0);
  const to = Math.min(whole.end, from + widest);
  const shown = expand(text.slice(from, to));
  const before = expand(text.slice(from, span.start)).length;
  const width = Math.max(1, Math.min(span.end, to) - span.start);
  const number = String(line + 1);
  const lead = ' '.repeat(before);
  const mark = severity === 'error' ? colors.red('^'.repeat(width)) : colors.yellow('^'.repeat(width));
  return `  ${colors.dim(`${number} |`)} ${shown}\n  ${colors.dim(`${' '.repeat(number.length)} |`)} ${lead}${mark}\n`;
}

/** Tabs as blanks, and control characters as a visible mark, so that a terminal shows columns as they are. */
function expand(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is replaced
  return text.replaceAll('\t', ' '.repeat(tabWidth)).replace(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD');
}

function paint(severity: Severity, colors: Colors): string {
  if (severity === 'error') return colors.red('error');
  if (severity === 'warning') return colors.yellow('warning');
  return colors.cyan(severity);
}

function summaryText({ files, fileCount, resourceCount, problems }: Report, colors: Colors): string {
  const findings = files.flatMap((file) => file.findings);
  const fixed = files.reduce((count, file) => count + file.fixed, 0);
  const checked = `${counted(resourceCount, 'resource')} in ${counted(fileCount, 'file')}`;
  const fixedText = fixed > 0 ? `Fixed ${counted(fixed, 'problem')}. ` : '';
  if (resourceCount === 0 && findings.length === 0) {
    return `${fixedText}No Endpoints found in ${counted(fileCount, 'file')}; nothing to check.\n`;
  }
  if (findings.length === 0) return `${fixedText}${colors.green('No problems')} in ${checked}.\n`;
  const counts = (['error', 'warning', 'info', 'hint'] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [severity === 'info' ? `${count} info` : counted(count, severity)] : [];
  });
  const safe = findings.filter(({ diagnostic }) => diagnostic.fix?.safety === 'safe').length;
  const next = safe > 0 ? `\n--fix mends ${safe === findings.length ? 'all' : safe} of them safely.` : '';
  const code = findings.find(({ severity }) => severity === 'error' || severity === 'warning')?.diagnostic.rule.code;
  const explain = code ? `\n"endpoints explain ${code}" says more.` : '';
  const unread = problems.length > 0 ? ` ${counted(problems.length, 'path')} could not be read.` : '';
  return `\n${fixedText}${colors.bold(listed(counts))} in ${checked}.${unread}${next}${colors.dim(explain)}\n`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
