/** Looks up values of a chart by their path, where the conditions around their use hold. */
import {
  childrenOf,
  valueOf,
  type ChartCondition,
  type ChartPath,
  type ChartValueUse,
  type Value,
} from '../tree/value.ts';

/** A value with its path, in which an index stands for each `*`. */
interface Default {
  readonly value: Value;
  readonly steps: ChartPath;
}

/** Several for the path of a `range`; empty where the value is not rendered. */
export function defaultsOf(
  { path, conditions }: Pick<ChartValueUse, 'path' | 'conditions'>,
  root: Value | undefined,
): readonly Default[] {
  let found: readonly Default[] = root ? [{ value: root, steps: [] }] : [];
  for (const step of path) found = found.flatMap((each) => below(each, step));
  return found.filter(({ steps }) => conditions.every((each) => holds(each, { path, steps }, root)));
}

function below({ value, steps }: Default, step: string): readonly Default[] {
  if (step === '*') return childrenOf(value).map((child, i) => ({ value: child, steps: [...steps, String(i)] }));
  const index = Number(step);
  const own = value.kind === 'mapping' ? valueOf(value, step) : undefined;
  const isIndex = !own && /^\d+$/.test(step) && (value.kind === 'sequence' || value.kind === 'mapping');
  const child = isIndex ? childrenOf(value)[index] : own;
  return child ? [{ value: child, steps: [...steps, step] }] : [];
}

/** False where the condition cannot be decided. */
function holds(
  { path, equals, isNegated }: ChartCondition,
  use: { readonly path: ChartPath; readonly steps: ChartPath },
  root: Value | undefined,
): boolean {
  const own = path.map((step, i) => (step === '*' ? sharedStep(path, i, use) : step));
  if (own.includes(undefined) || !root) return false;
  const [found] = defaultsOf({ path: own.filter((step) => step !== undefined), conditions: [] }, root);
  const value = found?.value;
  if (value?.kind === 'opaque') return false;
  const isMet = equals === undefined ? isFilled(value) : value?.kind === 'scalar' && String(value.value) === equals;
  return isMet !== isNegated;
}

/** The item of the use, if the condition is about the same item. */
function sharedStep(
  path: ChartPath,
  index: number,
  use: { readonly path: ChartPath; readonly steps: ChartPath },
): string | undefined {
  return path.slice(0, index + 1).every((step, i) => step === use.path[i]) ? use.steps[index] : undefined;
}

/** What Go templates count as true. */
function isFilled(value: Value | undefined): boolean {
  if (value?.kind !== 'scalar') return value !== undefined && childrenOf(value).length > 0;
  return value.value !== null && value.value !== '' && value.value !== false && value.value !== 0n && value.value !== 0;
}
