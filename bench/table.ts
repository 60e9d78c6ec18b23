/** The table of rows, as text in columns and as Markdown. */
import type { Growth } from './growth.ts';
import { ms, times } from './row.ts';
import type { Row } from './row.ts';

const titles = ['What', 'Ours', 'Baseline', 'Ratio', 'Target', 'Met'];
/** The widest that each column may be; together they fit 120 columns. */
const widths = [46, 14, 27, 8, 10, 3];
const rights = [false, true, false, true, true, false];
const gap = '  ';

export function tableText(rows: readonly Row[]): string {
  const lines = [titles, titles.map((_, n) => '─'.repeat(widths[n] ?? 0)), ...rows.map(cellsOf)];
  return `${lines.map(lineOf).join('\n')}\n`;
}

export function tableMarkdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = rights.map((isRight) => (isRight ? '--:' : '---'));
  return [titles, rule, ...rows.map(cellsOf)].map(line).join('\n');
}

/** What a keystroke costs at each size. */
export function growthText(growths: readonly Growth[]): string {
  return growthLines(growths)
    .map((cells) => cells.map((cell, n) => (n === 0 ? cell.padEnd(30) : cell.padStart(15))).join(''))
    .join('\n')
    .concat('\n');
}

export function growthMarkdown(growths: readonly Growth[]): string {
  const [head = [], ...lines] = growthLines(growths);
  const rule = head.map((_, n) => (n === 0 ? '---' : '--:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function growthLines(growths: readonly Growth[]): readonly (readonly string[])[] {
  const sizes = growths[0]?.sizes ?? [];
  const [most, least] = [sizes.at(-1) ?? 0, 100];
  const spelled = (count: number): string => count.toLocaleString('en');
  return [
    ['Keystroke → diagnostics, p50', ...sizes.map(spelled), `${spelled(most)} : ${least}`],
    ...growths.map((each) => [
      each.what,
      ...each.times.map(ms),
      times((each.times.at(-1) ?? Number.NaN) / (each.times[sizes.indexOf(least)] ?? Number.NaN)),
    ]),
  ];
}

function cellsOf({ what, ours, baseline, ratio, target = '', isMet }: Row): readonly string[] {
  return [what, ours, baseline, times(ratio), target, isMet === undefined ? '' : isMet ? 'yes' : 'no'];
}

/** A row, over as many lines as its longest cell takes. */
function lineOf(cells: readonly string[]): string {
  const columns = cells.map((cell, n) => wrapped(cell, widths[n] ?? 0));
  const height = Math.max(...columns.map((column) => column.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, n) => {
        const [text, width] = [column[line] ?? '', widths[n] ?? 0];
        return rights[n] ? text.padStart(width) : text.padEnd(width);
      })
      .join(gap)
      .trimEnd(),
  ).join('\n');
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
