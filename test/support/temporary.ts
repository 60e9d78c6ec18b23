/** What a test makes and nobody needs after it: folders, repositories. */

/** Makes such things for the tests of a suite; each is removed as soon as its test has ended. */
export function temporary<A extends readonly unknown[], T extends { readonly remove: () => void }>(
  make: (...args: A) => T,
): (...args: A) => T {
  const made: T[] = [];
  afterEach(() => {
    for (const each of made.splice(0)) each.remove();
  });
  return (...args) => {
    const one = make(...args);
    made.push(one);
    return one;
  };
}
