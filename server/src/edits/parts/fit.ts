/** Breaks a new flow collection over several lines if it would be too long for one line. */
import { commentsOfPart, type ItemPart, type ListPart, type MapPart, type PairPart, type Part } from './part.ts';
import { flowLines, type WritingStyle } from './write-parts.ts';

/** The object, fitted for this column. A collection that was on one line stays there. */
export function fitToColumn(object: MapPart, column: number, style: WritingStyle): MapPart {
  return hasLines(object) ? broken(object, column, style) : object;
}

function hasLines(part: MapPart | ListPart): boolean {
  return !part.isFlow || (part.isSpread && part.lines === undefined);
}

/** A collection with one line for each part, and each part fitted to the remaining width. */
function broken<P extends MapPart | ListPart>(part: P, column: number, style: WritingStyle): P;
function broken(part: MapPart | ListPart, column: number, style: WritingStyle): MapPart | ListPart {
  const isBlock = !part.isFlow;
  if (part.kind === 'list') {
    const inner = column + (isBlock ? style.dash.length : style.step);
    const start = isBlock ? column + style.dash.length : inner;
    const fit = (item: ItemPart): ItemPart => ({
      ...item,
      value: placed(item.value, { inner, start, isBlock }, style),
    });
    return { ...part, items: part.items.map(fit) };
  }
  const own = isBlock ? column : column + style.step;
  const fit = (pair: PairPart): PairPart => {
    const start = own + pair.key.length + (isBlock ? 2 : style.colon.length);
    const inner = isBlock ? own + belowKey(pair.value, style) : own;
    return { ...pair, value: placed(pair.value, { inner, start, isBlock }, style) };
  };
  return { ...part, pairs: part.pairs.map(fit) };
}

function belowKey(value: Part, { offset, step }: WritingStyle): number {
  if (value.kind === 'text') return 0;
  return value.indent ?? (value.kind === 'list' ? offset : step);
}

interface Room {
  /** The column of its lines, if it gets lines; for a flow collection, the column of the line where it starts. */
  readonly inner: number;
  /** The column where it starts if it is on one line. */
  readonly start: number;
  readonly isBlock: boolean;
}

function placed(part: Part, { inner, start, isBlock }: Room, style: WritingStyle): Part {
  if (part.kind === 'text') return part;
  if (hasLines(part)) return broken(part, inner, style);
  const isFilled = (part.kind === 'map' ? part.pairs : part.items).length > 0;
  if (part.lines !== undefined || !isFilled || commentsOfPart(part).length > 0) return part;
  const lines = flowLines(part, style);
  if (lines.length > 1 || start + (lines[0] ?? '').length <= style.width) return part;
  // Among block lines it needs no brackets either.
  const open = isBlock && !style.isJson ? { ...part, isFlow: false } : { ...part, isSpread: true };
  return broken(open, inner, style);
}
