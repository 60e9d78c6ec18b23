/** Moves the Endpoints of files to slices, one file after the other. */
import { carryOut, type Conditions } from '../carry-out.ts';
import { planSlices } from './forward.ts';
import { NameRegistry } from '../name-registry.ts';
import type { Converted, ConversionOutcome } from '../outcome.ts';
import type { ObjectReading } from '../reading.ts';
import { isStep } from '../conversion-step.ts';
import { withoutHalfLists } from '../typed-lists.ts';

/** Returns what makes slices of the Endpoints of a file; the names that it gave once, it gives to nobody else. */
export function slicer(conditions: Conditions): (readings: readonly ObjectReading[]) => Converted {
  const names = new NameRegistry(conditions.workspace);
  const around = { ...conditions, names };
  const attempt = (
    readings: readonly ObjectReading[],
    refused: ReadonlyMap<ObjectReading, ConversionOutcome>,
  ): Attempt => {
    const planned = readings.map((reading) => refused.get(reading) ?? planSlices(reading, around));
    const plans = withoutHalfLists(planned);
    const { files, outcomes } = carryOut(plans, conditions);
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
      // What is not made needs no name, so that the others have them without a gap.
      names.takeBack();
      ({ files, outcomes, failed } = attempt(readings, new Map(failed)));
    }
    names.keep();
    return { files, outcomes };
  };
}

interface Attempt extends Converted {
  /** What could not be proven, and why. */
  readonly failed: readonly (readonly [ObjectReading, ConversionOutcome])[];
}
