/** For people: a line for each finding, a frame of code for what must be mended, and a summary with the next step. */
import pc from 'picocolors';
import type { Severity } from '../lint/rule.ts';
import { grouped, withoutControls } from '../text/quote.ts';
import { noticesIn } from './report.ts';
import type { CheckedFile, Excerpt, Notice, Report } from './report.ts';
import type { Reporting } from './reporters.ts';
import { reportSummary } from './summary.ts';

type Colors = ReturnType<typeof pc.createColors>;

interface Look {
  readonly colors: Colors;
  /** Columns that a line may have. */
  readonly width: number;
}

/** The report as text. */
export function reportText(report: Report, { isColored, isQuiet, width = Infinity }: Reporting): string {
  const colors = pc.createColors(isColored);
  const notes = new Map<string, Note>();
  const findings = report.files.flatMap((file) => fileText(file, notes, { colors, width }));
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
function fileText(file: CheckedFile, notes: Map<string, Note>, look: Look): string[] {
  const { colors } = look;
  return file.notices.flatMap((notice) => {
    const { severity, range, message } = notice;
    const isNote = severity !== 'error' && severity !== 'warning';
    const note = isNote ? notes.get(message) : undefined;
    if (note) {
      note.count++;
      return [];
    }
    const place = `${withoutControls(file.name)}:${range.start.line}:${range.start.column}`;
    if (isNote) notes.set(message, { notice, place, count: 1 });
    const related = notice.related.map((each) => relatedText(each, colors)).join('');
    return isNote ? [] : [headText(place, notice, colors) + frame(notice, look) + related];
  });
}

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

/** The line, and below it the place; no wider than the terminal, which would break the line and with it what points to it. */
function frame({ range, excerpt, severity }: Notice, { colors, width }: Look): string {
  const number = String(range.start.line);
  const { before, marked, after } = cut(excerpt, width - number.length - 5);
  const mark = '^'.repeat(Math.max(1, marked.length));
  const painted = severity === 'error' ? colors.red(mark) : colors.yellow(mark);
  const below = `${colors.dim(`${' '.repeat(number.length)} |`)} ${' '.repeat(before.length)}${painted}`;
  return `  ${colors.dim(`${number} |`)} ${before}${marked}${after}\n  ${below}\n`;
}

/** So much stays readable, however narrow the terminal says it is. */
const narrowest = 20;

/** The excerpt as it is shown in that many columns: first what follows the place is cut, then what stands before it, then the place. */
function cut(excerpt: Excerpt, columns: number): Excerpt {
  const room = Math.max(columns, narrowest);
  const [before, marked, after] = [expand(excerpt.before), expand(excerpt.marked), expand(excerpt.after)];
  const shown = marked.slice(0, room);
  const lead = Math.min(before.length, Math.max(room - shown.length, 0));
  return {
    before: before.slice(before.length - lead),
    marked: shown,
    after: after.slice(0, room - lead - shown.length),
  };
}

/** Tabs as spaces, so that a terminal shows columns as they are. */
function expand(text: string): string {
  return withoutControls(text.replaceAll('\t', ' '.repeat(tabWidth)));
}

function paint(severity: Severity, text: string, colors: Colors): string {
  if (severity === 'error') return colors.red(text);
  return severity === 'warning' ? colors.yellow(text) : colors.cyan(text);
}

function summaryText(report: Report, colors: Colors): string {
  const notices = noticesIn(report);
  const safe = notices.filter(({ fix }) => fix === 'safe').length;
  const all = safe === 1 ? 'it' : 'all of them';
  const which = safe === notices.length ? all : `${grouped(safe)} of them`;
  const next = safe > 0 ? `\n--fix can correct ${which} safely.` : '';
  const code = notices.find(({ severity }) => severity === 'error' || severity === 'warning')?.code;
  const explain = code ? `\n"endpoints explain ${code}" says more.` : '';
  return `${reportSummary(report, { good: colors.green, bad: colors.bold })}${next}${colors.dim(explain)}\n`;
}
