/** Keeps typed lists, such as an EndpointsList, consistent: all items are converted, or none. */
import { valueOf } from '../tree/value.ts';
import type { ConversionOutcome } from './outcome.ts';
import { unconverted, type ObjectReading } from './reading.ts';
import { isStep, typedListKind, type ConversionStep } from './conversion-step.ts';

/** Replaces the steps that would convert only a part of a typed list by outcomes with the reason. */
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
    return readingsOf(plan).map((reading) => unconverted(reading, 'person', message));
  });
}

function readingsOf({ reading, others }: ConversionStep): readonly ObjectReading[] {
  return [reading, ...others];
}

function obstacle({ document, holder, resource }: ObjectReading, converted: ReadonlySet<unknown>): string | undefined {
  if (!typedListKind(document) || holder?.kind !== 'item') return undefined;
  if (holder.list.items.some((item) => !converted.has(item))) {
    const only =
      resource.type === 'Endpoints'
        ? 'EndpointsList can contain only Endpoints'
        : 'EndpointSliceList can contain only EndpointSlices';
    return `Some items of this list cannot be converted, and an ${only}. Change its kind to List, or convert by hand.`;
  }
  if (['apiVersion', 'kind'].every((name) => valueOf(resource.properties, name))) return undefined;
  return 'This item takes its kind from the list, and the kind changes. Write "apiVersion" and "kind" into each item.';
}
