/** Finds the text of an inline patch around an offset, from the lines alone, so that completion works inside of it. */
import { lineEndAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import type { Slot } from '../../tree/slot.ts';
import { framesAbove, isBlockScalar, pathOfFrames } from './frames.ts';
import { indentOf, lineStart, nextLine } from './lines.ts';

export interface PatchText {
  /** Without the indentation. */
  readonly text: string;
  readonly offset: number;
  /** A slot of the text as one of the outer text. */
  readonly outer: (slot: Slot) => Slot;
}

interface Row {
  /** The offset of its content in the outer text, and in the text of the patch. */
  readonly from: number;
  readonly at: number;
}

/** The patch in the block scalar around the offset; undefined outside of `patches[].patch`. */
export function patchTextAt(text: string, offset: number): PatchText | undefined {
  const own = lineStart(text, offset);
  const frames = framesAbove(text, 0, own);
  const header = frames.at(-1);
  if (!header || !isBlockScalar(text, header.value)) return undefined;
  const [list, item, name] = pathOfFrames(frames).slice(-3);
  if (name !== 'patch' || typeof item !== 'number' || !/^patches(?:Json6902)?$/.test(String(list))) return undefined;
  const starts = linesBelow(text, header.value.end, header.column, own);
  const first = starts.find((start) => !isBlank(text, start)) ?? own;
  const indent = isBlank(text, first) ? offset - own : indentOf(text, first);
  if (!starts.includes(own) || indent <= header.column || offset - own < indent) return undefined;
  const rows: Row[] = [];
  let inner = '';
  for (const start of starts) {
    const end = nextLine(text, start) ?? text.length;
    const from = Math.min(start + indent, lineEndAt(text, start));
    rows.push({ from, at: inner.length });
    inner += text.slice(from, end);
  }
  const row = rows[starts.indexOf(own)];
  return row && { text: inner, offset: row.at + offset - row.from, outer: (slot) => moved(slot, rows, indent) };
}

/** The starts of the lines of the scalar. Blank lines at its end belong to it only up to the line of the offset. */
function linesBelow(text: string, headerEnd: number, column: number, own: number): readonly number[] {
  const starts: number[] = [];
  let blanks: number[] = [];
  for (let at = nextLine(text, headerEnd); at !== undefined; at = nextLine(text, at)) {
    const isEmpty = isBlank(text, at);
    if (!isEmpty && indentOf(text, at) <= column) break;
    blanks.push(at);
    if (isEmpty && at !== own) continue;
    starts.push(...blanks);
    blanks = [];
  }
  return starts;
}

function isBlank(text: string, start: number): boolean {
  return text.slice(start, lineEndAt(text, start)).trim() === '';
}

function moved(slot: Slot, rows: readonly Row[], indent: number): Slot {
  const offsetOf = (offset: number): number => {
    const row = rows.findLast(({ at }) => at <= offset);
    return row ? row.from + offset - row.at : offset;
  };
  const spanOf = ({ start, end }: Span): Span => ({ start: offsetOf(start), end: offsetOf(end) });
  return {
    ...slot,
    typed: spanOf(slot.typed),
    edits: slot.edits.map(({ span, text }) => ({ span: spanOf(span), text })),
    indent: slot.indent + indent,
    column: slot.column + indent,
  };
}
