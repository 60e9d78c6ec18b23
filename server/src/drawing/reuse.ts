/** Keeps the objects of an earlier picture wherever a later one is equal, so that what is drawn of them stays. */

/** A value equal to `after`, with the objects of `before` in it. Both are plain data. Items of lists are compared by `id`, or else by index. */
export function reused<T>(before: unknown, after: T): T {
  if (before === after || !isObject(before) || !isObject(after)) return after;
  if (Array.isArray(after)) return Array.isArray(before) ? (reusedList(before, after) as T) : after;
  if (Array.isArray(before)) return after;
  const keys = Object.keys(after);
  const values = keys.map((key) => reused(before[key], after[key]));
  const isSame = keys.every((key, i) => before[key] === values[i] && (values[i] !== undefined || key in before));
  if (isSame && keys.length === Object.keys(before).length) return before as T;
  return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as T;
}

function reusedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  let byId: ReadonlyMap<unknown, unknown> | undefined;
  const made = after.map((item, i) => {
    const id = idOf(item);
    if (id === undefined || id === idOf(before[i])) return reused(before[i], item);
    byId ??= new Map(before.map((each) => [idOf(each), each]));
    return reused(byId.get(id) ?? before[i], item);
  });
  return made.length === before.length && made.every((item, i) => item === before[i]) ? before : made;
}

function idOf(item: unknown): unknown {
  return isObject(item) ? item['id'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
