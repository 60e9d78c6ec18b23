/** Readers with the names of their files, lines and columns. */
import { positionAtOffset } from '../../reports/locate.ts';
import type { Span } from '../../text/span.ts';
import type { Reader } from '../../readers/reader.ts';
import type { SearchedInput } from './search-readers.ts';

/** Lines and columns count from 1; columns in UTF-16 units. */
export interface PlacedReader extends Reader {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The edits of the fix; empty without one. */
  readonly edits: readonly PlacedEdit[];
}

/** Replaces the text of a range. */
export interface PlacedEdit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly newText: string;
}

export function placedReaders(
  readers: readonly Reader[],
  texts: ReadonlyMap<string, SearchedInput>,
): readonly PlacedReader[] {
  return readers.map((reader) => {
    const file = texts.get(reader.uri) ?? { text: '', input: undefined };
    const { input } = file;
    const rangeOf = ({ start, end }: Span) => {
      const { line, column } = positionAtOffset(file, start);
      const last = positionAtOffset(file, end);
      return { line, column, endLine: last.line, endColumn: last.column };
    };
    const edits = (reader.fix?.edits ?? []).map((edit) => ({ ...rangeOf(edit.span), newText: edit.text }));
    return { ...reader, file: input?.name ?? reader.uri, ...rangeOf(reader.span), edits };
  });
}
