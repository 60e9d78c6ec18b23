/** Finds values that JSON cannot represent; they are computed again instead of being cached. */

/** True for strings, finite numbers, booleans, null, and lists and objects of them. An undefined member counts as missing. */
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
