/** For people: a line for each finding, a frame of code for what must be mended, and a summary with the next step. */
import pc from 'picocolors';
import type { Severity } from '../lint/rule.ts';
import { lineSpan, lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import { counted, grouped, listed, withoutControls } from '../text/quote.ts';
import type { CheckedFile, Notice, Report } from './report.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** The report as text. Quiet: errors only, and no summary of a clean run. */
export function reportText(report: Report, isColored: boolean, isQuiet: boolean): string {
  const colors = pc.createColors(isColored);
  const notes = new Map<string, Note>();
  const findings = report.files.flatMap((file) => fileText(file, notes, colors));
  const remarks = [...notes.values()].map((note) => noteText(note, colors)).join('');
  const hasNothingToSay = findings.length === 0 && (isQuiet || (report.fileCount === 0 && report.problems.length > 0));
  const summary = hasNothingToSay ? '' : summaryText(report, colors);
  return [...findings, remarks, summary].filter((block) => block !== '').join('\n');
}

/** What is said for information only, and therefore once. */
interface Note {
  readonly notice: Notice;
  readonly place: string;
  count: number;
}

/** A block for each error and warning; information is noted for the end. */
function fileText(file: CheckedFile, notes: Map<string, Note>, colors: Colors): string[] {
  const { name, text } = file;
  return file.notices.flatMap((notice) => {
    const { severity, span, message } = notice;
    const isNote = severity !== 'error' && severity !== 'warning';
    const note = isNote ? notes.get(message) : undefined;
    if (note) {
      note.count++;
      return [];
    }
    const starts = startsOf(file);
    const { line, character } = positionAt(starts, span.start);
    const place = `${withoutControls(name)}:${line + 1}:${character + 1}`;
    if (isNote) notes.set(message, { notice, place, count: 1 });
    const related = notice.related.map((each) => relatedText(each, colors)).join('');
    return isNote ? [] : [headText(place, notice, colors) + frame(text, starts, notice, colors) + related];
  });
}

/** Asked for only where something is shown. */
const startsOf = memo(({ text }: CheckedFile) => lineStarts(text));

function headText(place: string, { code, severity, message }: Notice, colors: Colors): string {
  const label = paint(severity, `${severity}[${code}]`, colors);
  return `${colors.bold(place)}  ${label}  ${withoutControls(message)}\n`;
}

function relatedText({ place, message }: Notice['related'][number], colors: Colors): string {
  const where = `${withoutControls(place.name)}:${place.line}:${place.column}`;
  return `  ${colors.dim('see')} ${where}  ${withoutControls(message)}\n`;
}

function noteText({ notice, place, count }: Note, colors: Colors): string {
  const more = count > 1 ? colors.dim(`  … and ${grouped(count - 1)} more like it\n`) : '';
  return headText(place, notice, colors) + more;
}

const tabWidth = 4;
const widest = 140;

/** The line, cut where it is very long, and below it the place. */
function frame(text: string, starts: readonly number[], { span, severity }: Notice, colors: Colors): string {
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
  const notices = files.flatMap((file) => file.notices);
  const fixed = files.reduce((count, file) => count + file.fixed, 0);
  const checked = `${counted(resourceCount, 'resource')} in ${counted(fileCount, 'file')}`;
  const fixedText = fixed > 0 ? `Fixed ${counted(fixed, 'problem')}. ` : '';
  if (resourceCount === 0 && notices.length === 0) {
    return `${fixedText}No Endpoints found in ${counted(fileCount, 'file')}; nothing to check.\n`;
  }
  if (notices.length === 0) return `${fixedText}${colors.green('No problems')} in ${checked}.\n`;
  const counts = (['error', 'warning', 'info', 'hint'] as const).flatMap((severity) => {
    const count = notices.filter((notice) => notice.severity === severity).length;
    return count > 0 ? [severity === 'info' ? `${grouped(count)} info` : counted(count, severity)] : [];
  });
  const safe = notices.filter(({ fix }) => fix === 'safe').length;
  const next = safe > 0 ? `\n--fix can correct ${safe === notices.length ? 'all' : grouped(safe)} of them safely.` : '';
  const code = notices.find(({ severity }) => severity === 'error' || severity === 'warning')?.code;
  const explain = code ? `\n"endpoints explain ${code}" says more.` : '';
  const unread = problems.length > 0 ? ` ${counted(problems.length, 'path')} could not be read.` : '';
  return `${fixedText}${colors.bold(listed(counts))} in ${checked}.${unread}${next}${colors.dim(explain)}\n`;
}
