/** The report for people: a line for each finding, a frame of code below errors and warnings, and a summary with the next step. */
import pc from 'picocolors';
import { counted, withoutControls } from '../text/quote.ts';
import { wrapped } from '../text/wrap.ts';
import { foldRepeats, unfolded, type FoldedNotice } from './fold-repeats.ts';
import { worstFirst } from './printable.ts';
import { noticesIn, readCountOf, testsIn, type Excerpt, type Notice, type Report } from './report.ts';
import type { Reporting } from './reporting.ts';
import { reportSummary } from './summary.ts';
import { enforcementOf, foldLine, headLine, planLine, relatedLine, type Colors } from './text-line.ts';
import { isNote, noteHead, Notes } from './text-notes.ts';

interface Look {
  readonly colors: Colors;
  readonly width: number;
}

export function reportText(report: Report, { isColored, isQuiet, isWhole, width = Infinity }: Reporting): string {
  const colors = pc.createColors(isColored);
  const folded = report.files.flatMap(({ name, notices }) =>
    (isWhole ? unfolded : foldRepeats)(notices).map((each) => ({ name, each })),
  );
  const blocks = folded
    .filter(({ each }) => !isNote(each.notice))
    .map(({ name, each }) => blockText(name, each, { colors, width }));
  const remarks = folded.filter(({ each }) => isNote(each.notice));
  const notes = new Notes();
  for (const { name, each } of isWhole ? [] : remarks) notes.add(name, each);
  const last = isWhole
    ? remarks.map(({ name, each }) => noteHead(name, each.notice, colors)).join('')
    : notes.lines(colors);
  const hasNothingToSay = folded.length === 0 && (isQuiet || (readCountOf(report) === 0 && report.problems.length > 0));
  const summary = hasNothingToSay ? '' : summaryText(report, colors);
  return [...blocks, last, summary].filter((block) => block !== '').join('\n');
}

function blockText(name: string, { notice, repeats }: FoldedNotice, look: Look): string {
  const { colors } = look;
  const related = notice.related.map((each) => relatedLine(each, colors)).join('');
  const head = headLine(name, notice, colors) + planLine(notice, colors);
  return head + frame(notice, look) + related + foldLine([notice], repeats.length, colors);
}

const tabWidth = 4;

/** The line, and below it a mark and who enforces the rule. No line is wider than the terminal, which would wrap it. */
function frame(notice: Notice, { colors, width }: Look): string {
  const { range, excerpt, severity } = notice;
  const number = String(range.start.line);
  const columns = Math.max(width - number.length - 5, narrowest);
  const { before, marked, after } = cut(excerpt, columns);
  const mark = `${' '.repeat(before.length)}${'^'.repeat(Math.max(1, marked.length))}`;
  const label = enforcementOf(notice);
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

function summaryText(report: Report, colors: Colors): string {
  const lines = [
    reportSummary(report, { good: colors.green, bad: colors.bold }),
    fixLine(report),
    colors.dim(explainLine(report)),
  ];
  return lines.flatMap((line) => (line === '' ? [] : `${line}\n`)).join('');
}

function fixLine(report: Report): string {
  const safe = noticesIn(report).filter(({ fix }) => fix === 'safe').length;
  if (safe === 0) return '';
  return safe === 1
    ? '1 finding has a safe fix. Apply it with --fix.'
    : `${counted(safe, 'finding')} have a safe fix. Apply them with --fix.`;
}

/** Names the rule of the first error, or else of the first warning. */
function explainLine(report: Report): string {
  const [worst] = worstFirst(report);
  if (!worst || isNote(worst.notice) || testsIn(report)) return '';
  return `Run "endpoints explain ${withoutControls(worst.notice.code)}" for more.`;
}
