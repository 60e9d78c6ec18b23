/** Scores how well a text matches a search input. */

/** 5: equal, 4: starts with it, 3: a word starts with it, 2: contains it, 1: has its letters in order, 0: no match. */
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
