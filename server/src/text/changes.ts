/** Several changes of a text, each at its place. */
import { growthOf, type TextChange } from './edit.ts';
import type { Span } from './span.ts';

/** In order, and apart from each other. Their spans are those of the text before all of them. */
export type Changes = readonly TextChange[];

/** The changes and one more, which refers to the text after them. Those that it touches become one with it. */
export function withChange(changes: Changes, next: TextChange): Changes {
  const above: TextChange[] = [];
  const below: TextChange[] = [];
  let { start, end } = next;
  let shift = 0;
  let growth = 0;
  for (const change of changes) {
    const from = change.start + shift + growth;
    const to = from + change.length;
    if (to < next.start) {
      above.push(change);
      shift += growthOf(change);
    } else if (from > next.end) below.push(change);
    else {
      start = Math.min(start, from);
      end = Math.max(end, to);
      growth += growthOf(change);
    }
  }
  const own = { start: start - shift, end: end - shift - growth, length: end - start + growthOf(next) };
  return [...above, own, ...below];
}

/** By how much an offset of the text before moves that is in none of the changes. What is inserted there comes before it. */
export function shiftAt(changes: Changes, offset: number): number {
  return changes.reduce((shift, change) => shift + (change.end <= offset ? growthOf(change) : 0), 0);
}

/** The span in the text after the changes, of which none is around its ends. What is inserted at its ends is in it. */
export function movedSpan({ start, end }: Span, changes: Changes): Span {
  const above = changes.filter((change) => change.start < start);
  return { start: start + shiftAt(above, start), end: end + shiftAt(changes, end) };
}

/** One change from the start of the first to the end of the last. Undefined if there is none. */
export function aroundAll(changes: Changes): TextChange | undefined {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return undefined;
  const { start } = first;
  const { end } = last;
  return { start, end, length: end - start + shiftAt(changes, end) };
}

/** One change with both and all between them. `second` refers to the text after `first`. */
export function mergeChanges(first: TextChange | undefined, second: TextChange): TextChange {
  return aroundAll(withChange(first ? [first] : [], second)) ?? second;
}
