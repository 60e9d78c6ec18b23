/** Finds places in lists that are in the order of their offsets, in logarithmic time. */

/** How many offsets are smaller: the index of the first one that is not. */
export function countBefore(sorted: readonly number[], offset: number): number {
  return countBeforeBy(sorted, offset, (each) => each);
}

/** How many items have a smaller offset: the index of the first one that has not. */
export function countBeforeBy<T>(sorted: readonly T[], offset: number, offsetOf: (item: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item !== undefined && offsetOf(item) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
