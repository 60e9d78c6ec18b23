/** Markdown of the small kind that hovers are written in, and the same as plain text for clients that show no Markdown. */

import { withoutControls } from './quote.ts';

/** The text without marks: code and emphasis bare, a link as its text and address, a table's cells set in columns. */
export function markdownToText(markdown: string): string {
  const lines = markdown.split('\n');
  const plain: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const rows: string[][] = [];
    while (/^\|.*\|$/.test(lines[i] ?? '')) rows.push(cellsOf(lines[i++] ?? ''));
    if (rows.length > 0) plain.push(...columns(rows));
    const line = lines[i];
    if (line !== undefined && !line.startsWith('```')) plain.push(plainLine(line));
  }
  return plain.join('\n').trim();
}

function plainLine(line: string): string {
  return line
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_link, text: string, href: string, at: number) => {
      if (href.startsWith('file:')) return text;
      return isWithinBrackets(line, at) ? `${text}, ${href}` : `${text} (${href})`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<!`)(`+)(?!`) ?(.*?[^`]) ?\1(?!`)/g, '$2')
    .replace(/^#+ /, '')
    .replace(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1')
    .replace(/ {2}$/, '');
}

/** True behind an opening bracket of the sentence, one of a link aside. */
function isWithinBrackets(line: string, at: number): boolean {
  const before = line.slice(0, at).replace(/\]\([^)\s]+\)/g, ']');
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plainLine(cell.trim()));
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  const widths = (shown[0] ?? []).map((_cell, i) => Math.max(...shown.map((cells) => (cells[i] ?? '').length)));
  return shown.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A table whose columns are as wide in its source, which some clients show. Cells are Markdown. */
export function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, i) => Math.max(3, head.length, ...rows.map((cells) => (cells[i] ?? '').length)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [heads, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
    .join('\n');
}

/** A text of the user's, so that no character of it acts as Markdown. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>]/g, '\\$&');
}

/** A text of the user's as code; backticks in it cannot end it: there is one more around it than it has in a row. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${withoutControls(text.replace(/\s+/g, ' '))}${gap}${fence}`;
}

/** Some clients make links of Markdown in a message, which may run commands. */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}
