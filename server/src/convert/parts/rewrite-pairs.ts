/** Rewrites the entries of a mapping; comments of an entry that is left out go to the next one. */
import { commentsOfPair, withPairs, type ItemPart, type MapPart, type PairPart } from '../../edits/parts/part.ts';

/** The mapping with the entries that `become` returns for each entry. */
export function rewritePairs(map: MapPart, become: (pair: PairPart) => readonly PairPart[]): MapPart {
  const made: PairPart[] = [];
  let waiting: readonly string[] = [];
  for (const pair of map.pairs) {
    const before = commentsOfPair(pair);
    const [first, ...others] = become(pair);
    if (!first) {
      waiting = [...waiting, ...before];
      continue;
    }
    const lost = before.length === 0 ? before : missingIn([first, ...others].flatMap(commentsOfPair), before);
    made.push(withAbove(first, [...waiting, ...lost]), ...others);
    waiting = [];
  }
  return { ...withPairs(map, made), below: [...waiting, ...map.below] };
}

/** The mapping without the entries with these names. */
export function withoutPairs(map: MapPart, names: ReadonlySet<string>): MapPart {
  return rewritePairs(map, (pair) => (names.has(pair.name) ? [] : [pair]));
}

/** The mapping with another value for a mapping below it. */
export function withMapping(
  map: MapPart,
  isChanged: (pair: PairPart) => boolean,
  become: (value: MapPart) => MapPart,
): MapPart {
  const pairs = map.pairs.map((pair) =>
    pair.value.kind === 'map' && isChanged(pair) ? { ...pair, value: become(pair.value) } : pair,
  );
  return withPairs(map, pairs);
}

/** Adds comments above those of the part. */
export function withAbove<P extends PairPart | ItemPart>(part: P, comments: readonly string[]): P {
  return comments.length === 0 ? part : { ...part, above: [...comments, ...part.above] };
}

/** The comments of `before` that are missing in `after`, with repetitions. */
export function missingIn(after: readonly string[], before: readonly string[]): readonly string[] {
  if (before.length === 0) return before;
  const left = new Map<string, number>();
  for (const comment of after) left.set(comment, (left.get(comment) ?? 0) + 1);
  return before.filter((comment) => {
    const count = left.get(comment) ?? 0;
    if (count > 0) left.set(comment, count - 1);
    return count === 0;
  });
}
