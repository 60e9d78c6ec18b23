/**
 * Remembers what a pure function made of an immutable object, for as long as the object lives. The results stand on the
 * object itself, where nobody sees them: a WeakMap would keep them, and all that they hold, until the next full collection
 * of garbage, which made checking many files slower by a third and took twice the memory.
 */

/** The function, computed once for each argument. */
export function memo<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  return (argument) => {
    const known = Memory.of(argument);
    for (let i = 0; i < known.length; i += 2) if (known[i] === compute) return known[i + 1] as R;
    const result = compute(argument);
    known.push(compute, result);
    return result;
  };
}

/** The same for a function of an object and a key: computed once for each key. */
export function memoBy<A extends object, K, R>(compute: (argument: A, key: K) => R): (argument: A, key: K) => R {
  const resultsOf = memo((_argument: A) => new Map<K, { readonly result: R }>());
  return (argument, key) => {
    const results = resultsOf(argument);
    let known = results.get(key);
    if (!known) results.set(key, (known = { result: compute(argument, key) }));
    return known.result;
  };
}

/** The same for a function of two objects: what it made stands on the first, for the two that came along with it last. */
export function memoWith<A extends object, B extends object, R>(
  compute: (argument: A, other: B) => R,
): (argument: A, other: B) => R {
  const lastOf = memo((_argument: A): { readonly other: B; readonly result: R }[] => []);
  return (argument, other) => {
    const last = lastOf(argument);
    const known = last.find((each) => each.other === other);
    if (known) return known.result;
    const result = compute(argument, other);
    last.unshift({ other, result });
    last.length = Math.min(last.length, 2);
    return result;
  };
}

/** What is known of an object: functions, each followed by what it made. They are so few that a Map would cost more. */
type Known = unknown[];

/** Gives the object back instead of a new one, so that a class derived from it adds its private member to that. */
function give(given: object): object {
  return given;
}

/** A private member is not copied along with the others, and is added several times sooner than one that is hidden. */
class Memory extends (give as unknown as new (given: object) => object) {
  static readonly #frozen = new WeakMap<object, Known>();
  readonly #known: Known = [];

  static of(argument: object): Known {
    if (#known in argument) return argument.#known;
    if (Object.isExtensible(argument)) return new Memory(argument).#known;
    const known: Known = this.#frozen.get(argument) ?? [];
    this.#frozen.set(argument, known);
    return known;
  }
}
