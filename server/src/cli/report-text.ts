/** For people: a line for each finding, a frame of code for what must be mended, and a summary with the next step. */
import pc from 'picocolors';
import { writeEdits } from '../frontends/write.ts';
import type { Finding } from '../lint/check.ts';
import type { Related, Severity } from '../lint/rule.ts';
import { lineSpan, lineStarts, positionAt } from '../text/line-index.ts';
import { counted, grouped, listed, withoutControls } from '../text/quote.ts';
import type { CheckedFile, Place, Report } from './report.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** The report as text. Quiet: errors only, and no summary of a clean run. */
export function reportText(report: Report, isColored: boolean, isQuiet: boolean): string {
  const colors = pc.createColors(isColored);
  const notes = new Map<string, Note>();
  const findings = report.files.flatMap((file) => fileText(file, report, notes, colors));
  const remarks = [...notes.values()].map((note) => noteText(note, colors)).join('');
  const hasNothingToSay = findings.length === 0 && (isQuiet || (report.fileCount === 0 && report.problems.length > 0));
  const summary = hasNothingToSay ? '' : summaryText(report, colors);
  return [...findings, remarks, summary].filter((block) => block !== '').join('\n');
}

/** What is said for information only, and therefore once. */
interface Note {
  readonly finding: Finding;
  readonly place: string;
  count: number;
}

/** A block for each error and warning; information is noted for the end. */
function fileText(checked: CheckedFile, report: Report, notes: Map<string, Note>, colors: Colors): string[] {
  const { name, file, findings } = checked;
  const starts = lineStarts(file.text);
  return findings.flatMap((finding) => {
    const { diagnostic, severity, span } = finding;
    const { line, character } = positionAt(starts, span.start);
    const place = `${withoutControls(name)}:${line + 1}:${character + 1}`;
    if (severity === 'error' || severity === 'warning') {
      const related = diagnostic.related.map((each) =>
        relatedText(each, report.locate(each, checked, finding), colors),
      );
      return [headText(place, finding, colors) + frame(file.text, starts, finding, colors) + related.join('')];
    }
    const note = notes.get(diagnostic.message);
    if (note) note.count++;
    else notes.set(diagnostic.message, { finding, place, count: 1 });
    return [];
  });
}

function headText(place: string, { diagnostic, severity }: Finding, colors: Colors): string {
  const label = paint(severity, `${severity}[${diagnostic.rule.code}]`, colors);
  return `${colors.bold(place)}  ${label}  ${withoutControls(diagnostic.message)}\n`;
}

function relatedText({ message }: Related, place: Place | undefined, colors: Colors): string {
  if (!place) return '';
  const where = `${withoutControls(place.name)}:${place.line}:${place.column}`;
  return `  ${colors.dim('see')} ${where}  ${withoutControls(message)}\n`;
}

function noteText({ finding, place, count }: Note, colors: Colors): string {
  const more = count > 1 ? colors.dim(`  … and ${grouped(count - 1)} more like it\n`) : '';
  return headText(place, finding, colors) + more;
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

/** Tabs as spaces, so that a terminal shows columns as they are. */
function expand(text: string): string {
  return withoutControls(text.replaceAll('\t', ' '.repeat(tabWidth)));
}

function paint(severity: Severity, text: string, colors: Colors): string {
  if (severity === 'error') return colors.red(text);
  return severity === 'warning' ? colors.yellow(text) : colors.cyan(text);
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
    return count > 0 ? [severity === 'info' ? `${grouped(count)} info` : counted(count, severity)] : [];
  });
  const safe = findings.filter(isCorrectable).length;
  const next =
    safe > 0 ? `\n--fix can correct ${safe === findings.length ? 'all' : grouped(safe)} of them safely.` : '';
  const code = findings.find(({ severity }) => severity === 'error' || severity === 'warning')?.diagnostic.rule.code;
  const explain = code ? `\n"endpoints explain ${code}" says more.` : '';
  const unread = problems.length > 0 ? ` ${counted(problems.length, 'path')} could not be read.` : '';
  return `${fixedText}${colors.bold(listed(counts))} in ${checked}.${unread}${next}${colors.dim(explain)}\n`;
}

/** True where --fix can write the fix. */
function isCorrectable({ diagnostic: { fix }, document }: Finding): boolean {
  return fix?.safety === 'safe' && writeEdits(document, fix.edits) !== undefined;
}
