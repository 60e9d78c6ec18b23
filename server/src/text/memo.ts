/**
 * Remembers what a pure function made of an immutable object, for as long as the object lives. The result stands on the
 * object itself, where nobody sees it: a WeakMap would keep it, and all that it holds, until the next full collection of
 * garbage, which made checking many files slower by a third and took twice the memory.
 */

/** The function, computed once for each argument. */
export function memo<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  const key = Symbol('memo');
  const frozen = new WeakMap<A, Known<R>>();
  return (argument) => {
    const known = (argument as Holder<R>)[key] ?? frozen.get(argument);
    if (known) return known.result;
    const made = { result: compute(argument) };
    // Not to be copied along with the members of the object.
    if (Object.isExtensible(argument)) Object.defineProperty(argument, key, { value: made, enumerable: false });
    else frozen.set(argument, made);
    return made.result;
  };
}

interface Known<R> {
  readonly result: R;
}

type Holder<R> = Readonly<Record<symbol, Known<R> | undefined>>;
