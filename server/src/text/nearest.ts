/** Finds the candidate for "Did you mean …?": the one closest to the input. */

/** Nobody writes a longer name by hand, and comparing two of them letter by letter takes long. */
const longestWord = 300;

/** The closest candidate, or undefined if none is close enough. */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  const word = foldWord(typed);
  if (word.length > longestWord) return undefined;
  let limit = Math.max(1, Math.floor(word.length / 3)) + 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(word, foldWord(candidate), limit);
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

/** True if only letter case, `_` and `-` differ: `not_ready_addresses` and `notReadyAddresses`. */
export function isSameWord(a: string, b: string): boolean {
  return foldWord(a) === foldWord(b);
}

/** The word without the differences that `isSameWord` allows. */
export function foldWord(word: string): string {
  return word.toLowerCase().replace(/[-_]/g, '');
}

/** Optimal string alignment distance (a swap of neighbours counts one), or `limit` if it is not smaller. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  let leastAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    // No later row can be smaller than both of these.
    if (Math.min(least, leastAbove) >= limit) return limit;
    leastAbove = least;
    before = above;
    above = row;
  }
  return Math.min(limit, above[b.length] ?? limit);
}
