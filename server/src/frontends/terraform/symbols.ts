/** Tells which expressions have the same value, though it is not known. */
import { innerExpressions, type HclExpression } from '../hcl/hcl.ts';

/** Functions that give another value with each call. */
const changing = /^(?:uuid|timestamp|plantimestamp|bcrypt)$/;

interface SymbolPlace {
  readonly text: string;
  /** What `count` or `for_each` is around the expression; undefined outside of a resource with one of them. */
  readonly instances: string | undefined;
  /** True for a name that stands for each item of a collection in turn. */
  readonly isBound: (name: string) => boolean;
}

/** Equal for expressions with the same value in the same module; undefined where that is not certain. */
export function symbolOf(expression: HclExpression, place: SymbolPlace): string | undefined {
  const { text, instances, isBound } = place;
  const waiting: HclExpression[] = [expression];
  let isByInstance = false;
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if (each.kind === 'call' && changing.test(each.name)) return undefined;
    if (each.kind === 'reference' && typeof each.root === 'string') {
      if (isBound(each.root) || each.root === 'self') return undefined;
      isByInstance ||= each.root === 'each' || each.root === 'count';
    }
    waiting.push(...innerExpressions(each));
  }
  const { start, end } = expression.span;
  if (end === start || end - start > 300) return undefined;
  const written = text
    .slice(start, end)
    .replace(/\s+/g, '')
    .replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  if (!isByInstance) return written;
  return instances === undefined ? undefined : `${written} of ${instances}`;
}
