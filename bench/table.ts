/** Formats rows of the bench as text in columns and as Markdown. */
import { times, type BenchRow } from './row.ts';

/** Together the widths and the gaps fit 120 columns. */
const columns = [
  { title: 'What', width: 46, isRight: false },
  { title: 'Ours', width: 14, isRight: true },
  { title: 'Baseline', width: 27, isRight: false },
  { title: 'Ratio', width: 8, isRight: true },
  { title: 'Target', width: 10, isRight: true },
  { title: 'Met', width: 3, isRight: false },
];

export function benchText(rows: readonly BenchRow[]): string {
  const head = [columns.map(({ title }) => title), columns.map(({ width }) => '─'.repeat(width))];
  return `${[...head, ...rows.map(cellsOf)].map(lineOf).join('\n')}\n`;
}

export function benchMarkdown(rows: readonly BenchRow[], earlier: (row: BenchRow) => string): string {
  const head = [
    [...columns.map(({ title }) => title), 'Earlier runs'],
    [...columns.map(({ isRight }) => (isRight ? '--:' : '---')), '--:'],
  ];
  return markdownTable([...head, ...rows.map((row) => [...cellsOf(row), earlier(row)])]);
}

/** Each line has the cells of one row; the second line aligns the columns. */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ what, ours, baseline, ratio, target = '', isMet }: BenchRow): readonly string[] {
  return [what, ours, baseline, times(ratio), target, isMet === undefined ? '' : isMet ? 'yes' : 'no'];
}

/** A row, over as many lines as its longest cell needs. */
function lineOf(cells: readonly string[]): string {
  const wrapped = columns.map(({ width }, n) => wrap(cells[n] ?? '', width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  const line = (n: number): string =>
    columns
      .map(
        ({ width, isRight }, column) =>
          wrapped[column]?.[n]?.[isRight ? 'padStart' : 'padEnd'](width) ?? ' '.repeat(width),
      )
      .join('  ')
      .trimEnd();
  return Array.from({ length: height }, (_, n) => line(n)).join('\n');
}

function wrap(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`\\S(?:.{0,${width - 2}}\\S)?(?=\\s|$)|\\S+`, 'g')) ?? [''];
}
