/** A list that says what its items are holds nothing else, so that all of them are converted, or none. */
import { valueOf } from '../tree/value.ts';
import type { ConversionOutcome } from './outcome.ts';
import { outcomeOf, remarkAt, type ObjectReading } from './reading.ts';
import { isStep, typedListKind, type ConversionStep } from './conversion-step.ts';

/** The plans without those that would leave such a list half converted. */
export function withoutHalfLists(
  plans: readonly (ConversionStep | ConversionOutcome)[],
): readonly (ConversionStep | ConversionOutcome)[] {
  const steps = plans.filter(isStep);
  const converted = new Set(steps.flatMap((step) => readingsOf(step).map(({ resource }) => resource.properties)));
  return plans.flatMap((plan): readonly (ConversionStep | ConversionOutcome)[] => {
    if (!isStep(plan)) return [plan];
    const message = readingsOf(plan)
      .map((reading) => obstacle(reading, converted))
      .find((each) => each !== undefined);
    if (message === undefined) return [plan];
    return readingsOf(plan).map((reading) =>
      outcomeOf(reading, 'person', { reasons: [remarkAt(reading, undefined, message)] }),
    );
  });
}

function readingsOf({ reading, others }: ConversionStep): readonly ObjectReading[] {
  return [reading, ...others];
}

function obstacle({ document, holder, resource }: ObjectReading, converted: ReadonlySet<unknown>): string | undefined {
  if (!typedListKind(document) || holder?.kind !== 'item') return undefined;
  if (holder.list.items.some((item) => !converted.has(item)))
    return 'Not all items of this list can be converted, and a list of its kind holds nothing else. Make it a List, or convert by hand.';
  if (['apiVersion', 'kind'].every((name) => valueOf(resource.properties, name))) return undefined;
  return 'The list says what its items are, and they become something else. Write "apiVersion" and "kind" into each item.';
}
