/**
 * Remembers what a pure function made of an immutable object, for as long as the object lives. The results stand on the
 * object itself, where nobody sees them: a WeakMap would keep them, and all that they hold, until the next full collection
 * of garbage, which made checking many files slower by a third and took twice the memory.
 */

/** The function, computed once for each argument. */
export function memo<A extends object, R>(compute: (argument: A) => R): (argument: A) => R {
  return (argument) => {
    const known = Memory.of(argument);
    const before = known.get(compute);
    if (before !== undefined || known.has(compute)) return before as R;
    const result = compute(argument);
    known.set(compute, result);
    return result;
  };
}

/** What is known of an object, by the function that made it. */
type Known = Map<unknown, unknown>;

/** Gives the object back instead of a new one, so that a class derived from it adds its private member to that. */
function give(given: object): object {
  return given;
}

/** A private member is not copied along with the others, and is added several times sooner than one that is hidden. */
class Memory extends (give as unknown as new (given: object) => object) {
  static readonly #frozen = new WeakMap<object, Known>();
  readonly #known: Known = new Map();

  static of(argument: object): Known {
    if (#known in argument) return argument.#known;
    if (Object.isExtensible(argument)) return new Memory(argument).#known;
    const known: Known = this.#frozen.get(argument) ?? new Map();
    this.#frozen.set(argument, known);
    return known;
  }
}
