/** Moves parts to another object. Comments of dropped parts go to the next kept part. */
import { commentsOfPair, type ItemPart, type PairPart } from '../../edits/parts/part.ts';

export interface Carried<P> {
  readonly parts: readonly P[];
  /** Comments after the last kept part. */
  readonly rest: readonly string[];
}

/** Maps each part with `become`. Comments of a part without a result go above the next one. */
export function carried<P extends PairPart | ItemPart>(
  parts: readonly P[],
  become: (part: P) => readonly P[],
): Carried<P> {
  const made: P[] = [];
  let waiting: readonly string[] = [];
  for (const part of parts) {
    const [first, ...others] = become(part);
    if (!first) {
      waiting = [...waiting, ...commentsOfPair(part)];
      continue;
    }
    const before = commentsOfPair(part);
    const lost = before.length === 0 ? before : missingIn([first, ...others].flatMap(commentsOfPair), before);
    made.push(withAbove(first, [...waiting, ...lost]), ...others);
    waiting = [];
  }
  return { parts: made, rest: waiting };
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
