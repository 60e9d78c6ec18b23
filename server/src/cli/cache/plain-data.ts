/** Tells what comes back from JSON as it went in; what does not is made anew instead of being kept. */

/** True for texts, whole and broken numbers, and lists and objects of them. A member that is undefined is as good as none. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return isPlainObject(value) && Object.values(value).every((each) => each === undefined || isPlain(each));
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype && Object.getOwnPropertySymbols(value).length === 0;
}
