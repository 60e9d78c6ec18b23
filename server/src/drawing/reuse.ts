/** Keeps the objects of an earlier picture wherever a later one is equal, so that what is drawn of them stays. */

/** A value equal to `after`, with the objects of `before` in it. Both are plain data. Items of lists are compared by `id`, or else by index. */
export function reused<T>(before: unknown, after: T): T {
  if (before === after || !isObject(before) || !isObject(after)) return after;
  if (Array.isArray(after)) return Array.isArray(before) ? (reusedList(before, after) as T) : after;
  const keys = Object.keys(after);
  let isSame = !Array.isArray(before) && keys.length === Object.keys(before).length;
  const made: Record<string, unknown> = {};
  for (const key of keys) {
    made[key] = reused(before[key], after[key]);
    isSame &&= key in before && made[key] === before[key];
  }
  return (isSame ? before : made) as T;
}

function reusedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.flatMap((item) => (idOf(item) === undefined ? [] : [[idOf(item), item]])));
  const made = after.map((item, i) => reused(byId.get(idOf(item)) ?? before[i], item));
  return made.length === before.length && made.every((item, i) => item === before[i]) ? before : made;
}

function idOf(item: unknown): unknown {
  return isObject(item) ? item['id'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
