/** The report for people: a line for each finding, a frame of code below errors and warnings, and a summary with the next step. */
import pc from 'picocolors';
import type { EnforcedBy, Severity } from '../lint/rule.ts';
import { grouped, withoutControls } from '../text/quote.ts';
import { wrapped } from '../text/wrap.ts';
import { messageOf, noticesIn, type CheckedFile, type Excerpt, type Notice, type Report } from './report.ts';
import type { Reporting } from './reporters.ts';
import { reportSummary } from './summary.ts';

type Colors = ReturnType<typeof pc.createColors>;

interface Look {
  readonly colors: Colors;
  readonly width: number;
}

export function reportText(report: Report, { isColored, isQuiet, width = Infinity }: Reporting): string {
  const colors = pc.createColors(isColored);
  const notes = new Map<string, Note>();
  const findings = report.files.flatMap((file) => fileText(file, notes, { colors, width }));
  const remarks = [...notes.values()].map((note) => noteText(note, colors)).join('');
  const hasNothingToSay = findings.length === 0 && (isQuiet || (report.fileCount === 0 && report.problems.length > 0));
  const summary = hasNothingToSay ? '' : summaryText(report, colors);
  return [...findings, remarks, summary].filter((block) => block !== '').join('\n');
}

/** Infos and hints with the same message are printed once, with a count. */
interface Note {
  readonly notice: Notice;
  readonly place: string;
  count: number;
}

/** A block for each error and warning; infos and hints are collected for the end. */
function fileText(file: CheckedFile, notes: Map<string, Note>, look: Look): string[] {
  const { colors } = look;
  return file.notices.flatMap((notice) => {
    const { severity, range } = notice;
    const message = messageOf(notice);
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

function headText(place: string, notice: Notice, colors: Colors): string {
  const { code, severity } = notice;
  const label = paint(severity, `${severity}[${withoutControls(code)}]`, colors);
  return `${colors.bold(place)}  ${label}  ${withoutControls(messageOf(notice))}\n`;
}

function relatedText({ place, message }: Notice['related'][number], colors: Colors): string {
  const where = `${withoutControls(place.name)}:${place.line}:${place.column}`;
  return `  ${colors.dim('see')} ${where}  ${withoutControls(message)}\n`;
}

function noteText({ notice, place, count }: Note, colors: Colors): string {
  const head = headText(place, notice, colors).trimEnd();
  const more = count > 1 ? colors.dim(`  … and ${grouped(count - 1)} more like it\n`) : '';
  return `${head} ${colors.dim(`(${enforcement[notice.enforcedBy]})`)}\n${more}`;
}

const enforcement: Readonly<Record<EnforcedBy, string>> = {
  server: 'rejected by the API server',
  strict: 'rejected by strict validation',
  contract: 'violates the specification',
  pulumi: 'rejected by Pulumi',
  advice: 'advice',
};

const tabWidth = 4;

/** The line, and below it a mark and who enforces the rule. No line is wider than the terminal, which would wrap it. */
function frame({ range, excerpt, severity, enforcedBy }: Notice, { colors, width }: Look): string {
  const number = String(range.start.line);
  const columns = Math.max(width - number.length - 5, narrowest);
  const { before, marked, after } = cut(excerpt, columns);
  const mark = `${' '.repeat(before.length)}${'^'.repeat(Math.max(1, marked.length))}`;
  const label = enforcement[enforcedBy];
  const isBeside = mark.length + 1 + label.length <= columns;
  const below = isBeside ? [`${mark} ${label}`] : [mark, ...wrapped(label, columns)];
  const paintMark = severity === 'error' ? colors.red : colors.yellow;
  const gutter = colors.dim(`${' '.repeat(number.length)} |`);
  const lines = below.map((line) => `  ${gutter} ${indented(line, paintMark)}\n`);
  return `  ${colors.dim(`${number} |`)} ${before}${marked}${after}\n${lines.join('')}`;
}

function indented(line: string, color: (text: string) => string): string {
  const text = line.trimStart();
  return ' '.repeat(line.length - text.length) + color(text);
}

/** The minimum width of the excerpt, however narrow the terminal is. */
const narrowest = 20;

/** The excerpt in that many columns: the text after the mark is cut first, then the text before it, then the marked text. */
function cut(excerpt: Excerpt, room: number): Excerpt {
  const [before, marked, after] = [expand(excerpt.before), expand(excerpt.marked), expand(excerpt.after)];
  const shown = marked.slice(0, room);
  const lead = Math.min(before.length, Math.max(room - shown.length, 0));
  return {
    before: before.slice(before.length - lead),
    marked: shown,
    after: after.slice(0, room - lead - shown.length),
  };
}

/** Replaces tabs by spaces, so that the mark is below its text in every terminal. */
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
  const have =
    safe === 1 ? '1 finding has a safe fix. Apply it' : `${grouped(safe)} findings have a safe fix. Apply them`;
  const next = safe > 0 ? `\n${have} with --fix.` : '';
  const code = notices.find(({ severity }) => severity === 'error' || severity === 'warning')?.code;
  const explain = code ? `\nRun "endpoints explain ${withoutControls(code)}" for more.` : '';
  return `${reportSummary(report, { good: colors.green, bad: colors.bold })}${next}${colors.dim(explain)}\n`;
}
