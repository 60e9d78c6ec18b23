/** Makes temporary folders and repositories for tests. */

/** Each one is removed when its test ends. */
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
