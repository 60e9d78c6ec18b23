/** Remembers what a pure function made of an immutable object, for as long as the object lives. */

/** The function, computed once for each argument. */
export function memo<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  const known = new WeakMap<A, { readonly result: R }>();
  return (argument) => {
    let entry = known.get(argument);
    if (!entry) {
      entry = { result: compute(argument) };
      known.set(argument, entry);
    }
    return entry.result;
  };
}
