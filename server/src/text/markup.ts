/** Writes a text as Markdown, or as plain text for clients that show no Markdown. */
import { code, escaped } from './markdown.ts';
import { withoutControls } from './quote.ts';

export interface Markup {
  /** As the protocol's `MarkupKind`. */
  readonly kind: 'markdown' | 'plaintext';
  /** Separates two lines of a paragraph. */
  readonly lineBreak: string;
  /** A text of this program, in which backticks enclose code. */
  readonly doc: (text: string) => string;
  /** A text of the user, of which no character acts as a mark. */
  readonly text: (text: string) => string;
  readonly code: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly link: (text: string, href: string) => string;
  readonly cell: (text: string) => string;
  /** The first row has the headings. */
  readonly table: (rows: readonly (readonly string[])[]) => string;
}

export const markdown: Markup = {
  kind: 'markdown',
  lineBreak: '  \n',
  doc: (text) => text,
  text: escaped,
  code,
  strong: (text) => `**${escaped(text)}**`,
  link: (text, href) => `[${text}](${href})`,
  // Escaped text is hard to read where a client shows the source.
  cell: (text) => (escaped(text) === text ? text : code(text).replaceAll('|', '\\|')),
  table: (rows) => {
    const [heads = [], ...others] = padded(rows, 3);
    const rule = heads.map((head) => '-'.repeat(head.length));
    return [heads, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  },
};

export const plainText: Markup = {
  kind: 'plaintext',
  lineBreak: '\n',
  doc: (text) => text.replaceAll('`', ''),
  text: (text) => text,
  code: (text) => withoutControls(text.replace(/\s+/g, ' ')),
  strong: (text) => text,
  // The path of a file on this machine helps no reader.
  link: (text, href) => (href.startsWith('file:') ? text : `${text} (${href})`),
  cell: (text) => text,
  table: (rows) =>
    padded(rows)
      .map((cells) => cells.join('  ').trimEnd())
      .join('\n'),
};

function padded(rows: readonly (readonly string[])[], least = 0): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_head, i) => Math.max(least, ...rows.map((cells) => (cells[i] ?? '').length)));
  return rows.map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)));
}
