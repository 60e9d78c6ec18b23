/** Carries out plans: as many at once as can be proven together. */
import type { Workspace } from '../analysis/workspace.ts';
import type { CheckSettings } from '../lint/check.ts';
import type { Resource } from '../tree/document.ts';
import { metadataLosses } from './obstacles.ts';
import type { ConvertedFile, ConvertSettings, Outcome } from './outcome.ts';
import { claimKey, disproof } from './proof.ts';
import { outcomeOf, remarkAt } from './reading.ts';
import { isStep, textsAfter } from './step.ts';
import type { Step } from './step.ts';
import { nameText, namespaceText } from './words.ts';

export interface Conditions {
  readonly workspace: Workspace;
  readonly settings: ConvertSettings;
  readonly checks: CheckSettings;
}

export interface CarriedOut {
  readonly files: readonly ConvertedFile[];
  readonly outcomes: ReadonlyMap<Resource, Outcome>;
}

/** What comes of the plans; a step that cannot be proven changes nothing, and says why. */
export function carryOut(plans: readonly (Step | Outcome)[], conditions: Conditions): CarriedOut {
  const steps = plans.filter(isStep);
  const faults = new Map<Step, string>();
  const together = disproofOf(steps, conditions);
  if (together !== undefined) {
    for (const step of steps) {
      const own = steps.length === 1 ? together : disproofOf([step], conditions);
      if (own !== undefined) faults.set(step, own);
    }
    const rest = steps.filter((step) => !faults.has(step));
    const fault = faults.size > 0 ? disproofOf(rest, conditions) : together;
    if (fault !== undefined) for (const step of rest) faults.set(step, fault);
  }
  const files = textsAfter(steps.filter((step) => !faults.has(step)));
  return {
    files: files.map(({ reading: { uri, file }, text }) => ({ uri, before: file.text, after: text })),
    outcomes: new Map(steps.flatMap((step) => outcomesOf(step, faults.get(step)))),
  };
}

function outcomesOf({ reading, others, made }: Step, fault: string | undefined): readonly [Resource, Outcome][] {
  return [reading, ...others].map((each) => {
    if (fault === undefined)
      return [each.resource, outcomeOf(each, 'converted', { made, losses: metadataLosses(each) })];
    const message = `It cannot be converted without loss: ${fault.replace(/\.$/, '')}. Convert it by hand.`;
    return [each.resource, outcomeOf(each, 'person', { reasons: [remarkAt(each, undefined, message)] })];
  });
}

function disproofOf(steps: readonly Step[], { workspace, checks, settings }: Conditions): string | undefined {
  if (steps.length === 0) return undefined;
  const keyFor = ({ reading: { document, resource } }: Step, kind: string, name: string): string =>
    claimKey(kind, namespaceText(document, resource), name);
  const made = steps.flatMap((step) => step.made.map(({ kind, name }) => keyFor(step, kind, name)));
  const isAdding = settings.mode === 'add' && settings.to === 'endpointslice';
  const stays = isAdding
    ? steps.map((step) => keyFor(step, 'Endpoints', nameText(step.reading.document, step.reading.resource)))
    : [];
  const readings = steps.flatMap(({ reading, others }) => [reading, ...others]);
  const claim = {
    converted: new Set(readings.map(({ resource }) => resource)),
    made: new Set(made),
    stays: new Set(stays),
  };
  const changes = textsAfter(steps).map(({ reading: { uri, path, file }, text }) => ({
    uri,
    path,
    before: file,
    text,
  }));
  return disproof(changes, claim, { workspace, checks });
}
