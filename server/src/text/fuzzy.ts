/** How well a text answers what somebody has typed to find it. */

/**
 * From 1 (the letters are there, in their order) over 2 (they stand together), 3 (at the start of a word) and 4 (at the
 * start) to 5 (nothing else is there); 0 where they are not. Case does not matter.
 */
export function fuzzyScore(typed: string, text: string): number {
  const [query, name] = [typed.toLowerCase(), text.toLowerCase()];
  const at = name.indexOf(query);
  if (at === 0) return name.length === query.length ? 5 : 4;
  if (at > 0) return /[a-z0-9]/.test(name[at - 1] ?? '') ? 2 : 3;
  let end = 0;
  for (const letter of query) {
    end = name.indexOf(letter, end) + 1;
    if (end === 0) return 0;
  }
  return 1;
}
