/** Prints readers as JSON. */
import { printableJson } from '../../text/quote.ts';
import type { PlacedReader } from './placed-readers.ts';

export function readersJson(readers: readonly PlacedReader[]): string {
  const rows = readers.map(({ file, line, column, kind, certainty, change, when, message, fix, edits, ...reader }) => ({
    file,
    line,
    column,
    kind,
    certainty,
    change,
    when,
    for: reader.for,
    message,
    fix: fix ? { title: fix.title, edits: edits } : null,
  }));
  return `${printableJson({ version: 1, readers: rows }, 2)}\n`;
}
