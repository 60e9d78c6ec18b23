/** Converts Endpoints to slices, with the kustomizations that take them in. */
import { executePlans, type Conditions } from '../execute-plans.ts';
import { planSlices } from './plan-slices.ts';
import { NameRegistry } from '../name-registry.ts';
import type { Converted, ConversionOutcome } from '../outcome.ts';
import { outcomeOf, unconverted, type ObjectReading } from '../reading.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import { adaptRoots, type AdaptedRoots } from '../kustomize/adapt-roots.ts';
import { patchKey } from '../kustomize/patch-edits.ts';
import type { RootBuilds } from '../kustomize/roots.ts';
import { isStep } from '../conversion-step.ts';
import { withoutHalfLists } from '../typed-lists.ts';

/** Returns a function that converts the Endpoints of some files. It never assigns a slice name twice. */
export function sliceConverter(
  conditions: Conditions,
  builds: RootBuilds | undefined,
): (readings: readonly ObjectReading[]) => Converted {
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
    const steps = plans.filter(isStep).filter(({ reading }) => outcomes.get(reading.resource)?.what === 'converted');
    if (!builds || failed.length > 0) return { files, outcomes: all, failed };
    const adapted = adaptRoots(steps, files, { ...conditions, builds });
    const faults = [...adapted.faults].map(
      ([reading, message]) => [reading, unconverted(reading, 'person', message)] as const,
    );
    const outcomesWith = all.map((outcome, i) => {
      const reading = readings[i];
      return (reading && patchOutcome(reading, adapted)) ?? outcome;
    });
    return { files: adapted.files, outcomes: outcomesWith, failed: faults, proven: adapted.proven };
  };
  return (readings) => {
    const refused = new Map<ObjectReading, ConversionOutcome>();
    for (;;) {
      const { failed, ...converted } = attempt(readings, refused);
      if (failed.length === 0) {
        names.keep();
        return converted;
      }
      // Frees the names of failed steps, so that the numbering has no gaps.
      names.takeBack();
      for (const [reading, outcome] of failed) refused.set(reading, outcome);
    }
  };
}

interface Attempt extends Converted {
  /** The steps that could not be proven, with their outcomes. */
  readonly failed: readonly (readonly [ObjectReading, ConversionOutcome])[];
}

/** The outcome of a patch that is converted with its target; undefined for another object. */
function patchOutcome(reading: ObjectReading, { patches }: AdaptedRoots): ConversionOutcome | undefined {
  const { uri, start, resource } = reading;
  const names = patches.get(patchKey(plainPath(uri), start + resource.properties.span.start));
  return names && outcomeOf(reading, 'converted', { made: names.map((name) => ({ kind: 'EndpointSlice', name })) });
}
