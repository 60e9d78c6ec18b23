/** Writes the simple Markdown of hovers, and converts it to plain text for clients without Markdown. */

import { withoutControls } from './quote.ts';

/** Markdown as plain text: code and emphasis without marks, a link as its text and address, a table in aligned columns. */
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

/** True inside parentheses, not counting those of links. */
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

/** A table with aligned columns in its source, which some clients show. Cells are Markdown. */
export function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, i) => Math.max(3, head.length, ...rows.map((cells) => (cells[i] ?? '').length)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [heads, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
    .join('\n');
}

/** Escapes a user's text, so that none of its characters acts as Markdown. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>]/g, '\\$&');
}

/** A user's text as code. The fence has one more backtick than the longest run in the text, so the text cannot end it. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${withoutControls(text.replace(/\s+/g, ' '))}${gap}${fence}`;
}

/** Breaks Markdown links in a message: some clients would render them, and a link may run commands. */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}
