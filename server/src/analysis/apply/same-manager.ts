/** What two appliers that share a field manager do to each other: to the server each apply replaces the one before. */
import { valueAt } from './clearance.ts';
import { difference, emptySet, fieldsOf, intersection } from './field-set.ts';
import type { FieldSet, Steps } from './field-set.ts';
import { stepOf } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { compareJson } from './json.ts';
import { pathOf } from './owners.ts';
import { perform } from './server.ts';
import type { Live } from './step.ts';

export interface Tug {
  /** What one sets, and an apply of the other takes away. */
  readonly removed: readonly Steps[];
  /** What both set, to different values: the last one wins. */
  readonly changed: readonly Steps[];
}

/** An update applies either of them again, so that both orders count. */
export function compareApplies(start: Live | undefined, a: Participant, b: Participant, minor: number): Tug {
  const [one, two] = [after(start, a, b, minor), after(start, b, a, minor)];
  const removed = new Map([...one.removed, ...two.removed].map((steps) => [steps.join('\n'), steps]));
  return { removed: [...removed.values()], changed: one.changed };
}

function after(start: Live | undefined, first: Participant, second: Participant, minor: number): Tug {
  const one = perform(start, stepOf(first), minor);
  const two = one.kind === 'result' ? perform(one.live, stepOf(second), minor) : one;
  if (one.kind !== 'result' || two.kind !== 'result') return { removed: [], changed: [] };
  const [before, now] = [one.live, two.live];
  const [had, has] = [ownedBy(before, first), ownedBy(now, second)];
  const isChanged = (steps: Steps): boolean => {
    const [old, next] = [before, now].map(({ object }) => valueAt(object, pathOf(object, steps, minor)));
    return compareJson(old ?? null, next ?? null) === 'different';
  };
  return { removed: fieldsOf(difference(had, has)), changed: fieldsOf(intersection(had, has)).filter(isChanged) };
}

function ownedBy({ owners }: Live, { manager }: Participant): FieldSet {
  return owners.find((owner) => owner.manager === manager && owner.operation === 'Apply')?.fields ?? emptySet;
}
