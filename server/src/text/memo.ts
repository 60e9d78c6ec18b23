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

/** The same for a function of two objects: what it made stands on the first, for the two that came along with it last. */
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
