/**
 * Caches the result of a pure function in a private member of its immutable argument. A WeakMap would keep results, and
 * all they refer to, until the next full garbage collection: checking took a third longer and twice the memory.
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

/** The same for a function of two objects: the first one keeps the results for its last two partners. */
export function memoWith<A extends object, B extends object, R>(
  compute: (argument: A, other: B) => R,
): (argument: A, other: B) => R {
  const lastOf = attachment((_argument: A): { readonly other: B; readonly result: R }[] => []);
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

/** Attaches a mutable object to each owner, such as a box for its last result or a map of results. */
export function attachment<A extends object, M extends object>(create: (owner: A) => M): (owner: A) => M {
  return memo(create);
}

/** Attaches a mutable object to the owner for each of the other objects that came with it last. */
export function attachmentWith<A extends object, B extends object, M extends object>(
  create: (owner: A, other: B) => M,
): (owner: A, other: B) => M {
  return memoWith(create);
}

/** The cached results of an object: functions, each followed by its result. They are so few that a Map would cost more. */
type Known = unknown[];

function give(given: object): object {
  return given;
}

/** Returns the given object instead of a new one, so that a derived class adds its private member to that object. */
export const Given = give as unknown as new (given: object) => object;

/** A private member is not copied with the others, and adding it is several times faster than adding a non-enumerable one. */
class Memory extends Given {
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
