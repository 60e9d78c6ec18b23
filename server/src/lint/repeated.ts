/** Finds repeated items of a list. */

/** The pairs of an item and the first one with the same key; items whose key is undefined are left out. */
export function repeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly { item: T; first: T }[] {
  const found: { item: T; first: T }[] = [];
  if (items.length < 2) return found;
  const seen = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, item);
    else found.push({ item, first });
  }
  return found;
}
