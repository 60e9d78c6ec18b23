/** Where two lists differ, so that what was made of the members that stayed need not be made again. */

/** From `start` on, and up to `before` in the earlier list and `after` in the later one; the members around are the very same. */
export interface Difference {
  readonly start: number;
  readonly before: number;
  readonly after: number;
}

export function differenceOf<T>(before: readonly T[], after: readonly T[]): Difference {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { start, before: before.length - end, after: after.length - end };
}

/** The list with `made` where the two differ. */
export function spliced<T>(list: readonly T[], { start, before }: Difference, made: readonly T[]): readonly T[] {
  return list.slice(0, start).concat(made, list.slice(before));
}
