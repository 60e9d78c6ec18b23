/** Groups items by a key. */

/** The items by their keys. Groups are in the order of their first items, and items keep their order. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The first item of each key, in order. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => unknown): readonly T[] {
  const seen = new Set<unknown>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}
