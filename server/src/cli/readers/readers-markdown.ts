/** Prints readers as Markdown for a pull request. Long tables are folded. */
import { code, escaped } from '../../text/markdown.ts';
import { grouped } from '../../text/quote.ts';
import type { PlacedReader } from './placed-readers.ts';
import { readerNotes, readersSummary, whenTitles } from './readers-text.ts';
import type { ReaderSearchResult } from './search-readers.ts';

/** A pull request takes about 65,000 characters. */
const mostRows = 100;
const mostUnfolded = 10;

export function readersMarkdown(readers: readonly PlacedReader[], result: ReaderSearchResult): string {
  const sections = (['replaced', 'later'] as const).flatMap((when) => {
    const own = readers.filter((each) => each.when === when);
    return own.length === 0 ? [] : [`### ${whenTitles[when]}`, table(own)];
  });
  return `${['## Readers of Endpoints', escaped(readersSummary(readers, result)), ...sections].join('\n\n')}\n`;
}

function table(readers: readonly PlacedReader[]): string {
  const rows = readers.slice(0, mostRows).map((reader) => `| ${rowCells(reader).join(' | ')} |`);
  const left = readers.length - rows.length;
  const text = ['| Place | Reader | What to do |', '| --- | --- | --- |', ...rows].join('\n');
  const more = left > 0 ? `\n\n… and ${grouped(left)} more.` : '';
  if (readers.length <= mostUnfolded) return text + more;
  return `<details>\n<summary>${grouped(readers.length)} rows</summary>\n\n${text}${more}\n\n</details>`;
}

function rowCells(reader: PlacedReader): readonly string[] {
  const { file, line, column, kind, message } = reader;
  return [code(`${file}:${line}:${column}`), [code(kind), ...readerNotes(reader)].join('<br>'), escaped(message)];
}
