/** Finds what comes twice in a list. */

/** The pairs of an item and the first one with the same key; items whose key is undefined are left out. */
export function repeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly { item: T; first: T }[] {
  const seen = new Map<string, T>();
  return items.flatMap((item) => {
    const key = keyOf(item);
    if (key === undefined) return [];
    const first = seen.get(key);
    if (first === undefined) seen.set(key, item);
    return first === undefined ? [] : [{ item, first }];
  });
}
