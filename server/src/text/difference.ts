/** Finds where two lists or two texts differ, so that results for what is unchanged can be reused. */
import { attachment, memo } from './memo.ts';

/**
 * The changed members, or UTF-16 units: from `start` to `before` in the earlier list or text, and to `after` in the later
 * one. All others are identical.
 */
export interface Difference {
  readonly start: number;
  readonly before: number;
  readonly after: number;
}

/** A number, because a WeakMap or WeakRef would keep every earlier list until the next full garbage collection. */
interface Origin {
  readonly list: number;
  readonly difference: Difference;
}

let lists = 0;
const numberOf = memo((_list: readonly unknown[]) => ++lists);
const originOf = attachment((_list: readonly unknown[]): { known?: Origin } => ({}));

/** For a list that was spliced from the other, the difference is known; other lists are compared from both ends. */
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

export function textDifference(before: string, after: string): Difference {
  if (before === after) return { start: before.length, before: before.length, after: after.length };
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  return { start, before: before.length - end, after: after.length - end };
}

/** How many UTF-16 units at the start of both texts are the same. */
export function commonStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  return start;
}

/** How many UTF-16 units at the end of both texts are the same, of those from an offset on. */
export function commonEnd(before: string, after: string, from: number): number {
  const most = Math.min(before.length, after.length) - from;
  let end = 0;
  while (end < most && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  return end;
}

export function spliced<T>(
  list: readonly T[],
  { start, before }: Pick<Difference, 'start' | 'before'>,
  made: readonly T[],
): readonly T[] {
  // Every platform accepts this many arguments, and `toSpliced` makes one copy instead of three.
  const isShort = made.length < 10_000;
  const after = isShort
    ? list.toSpliced(start, before - start, ...made)
    : list.slice(0, start).concat(made, list.slice(before));
  const difference = { start, before, after: start + made.length };
  originOf(after).known = { list: numberOf(list), difference };
  return after;
}
