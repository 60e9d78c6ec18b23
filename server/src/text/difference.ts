/** Where two lists differ, so that what was made of the members that stayed need not be made again. */
import { attachment, memo } from './memo.ts';

/** From `start` on, and up to `before` in the earlier list and `after` in the later one; the members around are the very same. */
export interface Difference {
  readonly start: number;
  readonly before: number;
  readonly after: number;
}

/**
 * What a list was made of: by a number, so that it is not held. Of the lists of a text that is typed in, the latest alone is
 * needed, and a WeakMap or a WeakRef would hold them all, with their trees, until the next full collection of garbage.
 */
interface Origin {
  readonly list: number;
  readonly difference: Difference;
}

let lists = 0;
const numberOf = memo((_list: readonly unknown[]) => ++lists);
const originOf = attachment((_list: readonly unknown[]): { known?: Origin } => ({}));

/** Of a list that was spliced from the other, it is known where; others are compared from both ends. */
export function differenceOf<T>(before: readonly T[], after: readonly T[]): Difference {
  const { known } = originOf(after);
  if (known?.list === numberOf(before)) return known.difference;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, before: before.length - end, after: after.length - end };
}

/** The list with `made` in the place of its members from `start` to `before`. */
export function spliced<T>(
  list: readonly T[],
  { start, before }: Pick<Difference, 'start' | 'before'>,
  made: readonly T[],
): readonly T[] {
  // So many arguments a call takes on every platform; one copy is made instead of three.
  const isShort = made.length < 10_000;
  const after = isShort
    ? list.toSpliced(start, before - start, ...made)
    : list.slice(0, start).concat(made, list.slice(before));
  const difference = { start, before, after: start + made.length };
  originOf(after).known = { list: numberOf(list), difference };
  return after;
}
