/** Converts Endpoints to slices, one file after the other. */
import { executePlans, type Conditions } from '../execute-plans.ts';
import { planSlices } from './plan-slices.ts';
import { NameRegistry } from '../name-registry.ts';
import type { Converted, ConversionOutcome } from '../outcome.ts';
import type { ObjectReading } from '../reading.ts';
import { isStep } from '../conversion-step.ts';
import { withoutHalfLists } from '../typed-lists.ts';

/** Returns a function that converts the Endpoints of one file. It never assigns a slice name twice. */
export function sliceConverter(conditions: Conditions): (readings: readonly ObjectReading[]) => Converted {
  const names = new NameRegistry(conditions.workspace);
  const around = { ...conditions, names };
  const attempt = (
    readings: readonly ObjectReading[],
    refused: ReadonlyMap<ObjectReading, ConversionOutcome>,
  ): Attempt => {
    const planned = readings.map((reading) => refused.get(reading) ?? planSlices(reading, around));
    const plans = withoutHalfLists(planned);
    const { files, outcomes } = executePlans(plans, conditions);
    const all = plans.flatMap((plan) => (isStep(plan) ? (outcomes.get(plan.reading.resource) ?? []) : plan));
    const failed = readings.flatMap((reading, i) => {
      const outcome = all[i];
      const plan = planned[i];
      return plan && isStep(plan) && outcome?.what === 'person' ? [[reading, outcome] as const] : [];
    });
    return { files, outcomes: all, failed };
  };
  return (readings) => {
    let { files, outcomes, failed } = attempt(readings, new Map());
    if (failed.length > 0) {
      // Frees the names of failed steps, so that the numbering has no gaps.
      names.takeBack();
      ({ files, outcomes, failed } = attempt(readings, new Map(failed)));
    }
    names.keep();
    return { files, outcomes };
  };
}

interface Attempt extends Converted {
  /** The steps that could not be proven, with their outcomes. */
  readonly failed: readonly (readonly [ObjectReading, ConversionOutcome])[];
}
