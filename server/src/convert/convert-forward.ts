/** Moves the Endpoints of files to slices, one file after the other. */
import { carryOut } from './carry-out.ts';
import type { Conditions } from './carry-out.ts';
import { planSlices } from './forward.ts';
import { Names } from './names.ts';
import type { Converted, Outcome } from './outcome.ts';
import type { Reading } from './reading.ts';
import { isStep } from './step.ts';
import { withoutHalfLists } from './typed-lists.ts';

/** The files with the slices of their Endpoints, in a step for each; the readings are by file. */
export function* convertToSlices(
  readings: readonly (readonly Reading[])[],
  conditions: Conditions,
): Generator<undefined, Converted, undefined> {
  const around = { ...conditions, names: new Names(conditions.workspace) };
  const done: Converted[] = [];
  for (const own of readings) {
    const plans = withoutHalfLists(own.map((reading) => planSlices(reading, around)));
    const { files, outcomes } = carryOut(plans, conditions);
    const all = plans.flatMap((plan): Outcome[] => {
      const outcome = isStep(plan) ? outcomes.get(plan.reading.resource) : plan;
      return outcome ? [outcome] : [];
    });
    done.push({ files, outcomes: all });
    yield;
  }
  return { files: done.flatMap(({ files }) => files), outcomes: done.flatMap(({ outcomes }) => outcomes) };
}
