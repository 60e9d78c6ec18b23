/** Prints readers for people: those that break at the conversion first. */
import pc from 'picocolors';
import { groupBy } from '../../text/group.ts';
import { counted, grouped, listed, withoutControls } from '../../text/quote.ts';
import { wrapped } from '../../text/wrap.ts';
import type { PlacedReader } from './placed-readers.ts';
import type { ReaderSearchResult } from './search-readers.ts';

export const whenTitles = {
  replaced: 'Break when EndpointSlices replace the Endpoints',
  later: 'Break later, when the cluster stops the controllers of Endpoints',
} as const;

const width = 100;

export function readersText(readers: readonly PlacedReader[], result: ReaderSearchResult, isColored: boolean): string {
  const colors = pc.createColors(isColored);
  const blocks = (['replaced', 'later'] as const).flatMap((when) => {
    const own = readers.filter((each) => each.when === when);
    if (own.length === 0) return [];
    const files = [...groupBy(own, ({ file }) => file)].map(([file, all]) => {
      const rows = all.map((reader) => rowText(reader, colors));
      return `  ${colors.bold(withoutControls(file))}\n${rows.join('')}`;
    });
    return [`${colors.bold(whenTitles[when])}\n\n${files.join('\n')}`];
  });
  return [...blocks, `${wrapped(readersSummary(readers, result), width).join('\n')}\n`].join('\n');
}

function rowText(reader: PlacedReader, colors: ReturnType<typeof pc.createColors>): string {
  const { line, column, kind, certainty, message } = reader;
  const code = certainty === 'certain' ? colors.red(kind) : colors.yellow(kind);
  const notes = readerNotes(reader);
  const note = notes.length > 0 ? colors.dim(` (${notes.join(', ')})`) : '';
  const head = `    ${colors.dim(`${line}:${column}`)}  ${code}${note}\n`;
  return (
    head +
    wrapped(withoutControls(message), width - 6)
      .map((each) => `      ${each}\n`)
      .join('')
  );
}

export function readerNotes({ certainty, change }: PlacedReader): readonly string[] {
  return [...(certainty === 'likely' ? ['likely'] : []), ...(change === 'rewrite' ? ['can be rewritten'] : [])];
}

/** `3 readers in 2 of 40 files: 2 certain, 1 likely. …` */
export function readersSummary(readers: readonly PlacedReader[], { fileCount, objects }: ReaderSearchResult): string {
  const searched = counted(fileCount, 'file');
  if (readers.length === 0) {
    const what = objects.length === 0 ? ' No hand-written Endpoints in sight.' : '';
    return `No readers of Endpoints in ${searched}.${what}`;
  }
  const count = (test: (reader: PlacedReader) => boolean): number => readers.filter(test).length;
  const certain = count(({ certainty }) => certainty === 'certain');
  const likely = readers.length - certain;
  const rewritten = count(({ change }) => change === 'rewrite');
  const parts = [
    ...(certain > 0 ? [`${grouped(certain)} certain`] : []),
    ...(likely > 0 ? [`${grouped(likely)} likely`] : []),
  ];
  const files = new Set(readers.map(({ file }) => file)).size;
  const way = rewritten > 0 ? ` "endpoints convert --write --readers" can change ${grouped(rewritten)}.` : '';
  return `${counted(readers.length, 'reader')} in ${grouped(files)} of ${searched}: ${listed(parts)}.${way}`;
}
