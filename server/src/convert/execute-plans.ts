/** Applies conversion steps and proves the results, as many steps at once as possible. */
import type { Workspace } from '../analysis/workspace/workspace.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import type { Resource } from '../tree/document.ts';
import { metadataLosses } from './forward/endpoints-obstacles.ts';
import type { ConvertedFile, ConvertSettings, ConversionOutcome } from './outcome.ts';
import { objectKey, proofFault, type ObjectMove } from './proof/proof.ts';
import type { FindRequirement } from './required-endpoints.ts';
import { outcomeOf, unconverted } from './reading.ts';
import { isStep, textsAfter, type ConversionStep } from './conversion-step.ts';
import { nameText, namespaceText } from './value-text.ts';

export interface Conditions {
  readonly workspace: Workspace;
  readonly settings: ConvertSettings;
  readonly checks: CheckSettings;
  readonly requirementOf: FindRequirement;
}

export interface ExecutedPlans {
  readonly files: readonly ConvertedFile[];
  readonly outcomes: ReadonlyMap<Resource, ConversionOutcome>;
}

/** Applies the steps. A step that cannot be proven changes nothing and returns the reason. */
export function executePlans(
  plans: readonly (ConversionStep | ConversionOutcome)[],
  conditions: Conditions,
): ExecutedPlans {
  const steps = plans.filter(isStep);
  const texts = textsAfter(steps);
  const faults = new Map(faultsIn(steps, conditions, texts));
  const files = faults.size === 0 ? texts : textsAfter(steps.filter((step) => !faults.has(step)));
  return {
    files: files.map(({ reading: { uri, file }, text }) => ({ uri, before: file.text, after: text })),
    outcomes: new Map(steps.flatMap((step) => outcomesOf(step, faults.get(step)))),
  };
}

/** Finds the steps that cannot be proven, by bisection. */
function faultsIn(
  steps: readonly ConversionStep[],
  conditions: Conditions,
  texts = textsAfter(steps),
): readonly (readonly [ConversionStep, string])[] {
  const together = disproofOf(steps, conditions, texts);
  if (together === undefined) return [];
  const half = Math.ceil(steps.length / 2);
  if (half === steps.length) return steps.map((step) => [step, together]);
  const faults = [...faultsIn(steps.slice(0, half), conditions), ...faultsIn(steps.slice(half), conditions)];
  const faulty = new Set(faults.map(([step]) => step));
  const rest = steps.filter((step) => !faulty.has(step));
  const fault = faults.length > 0 ? disproofOf(rest, conditions) : together;
  return fault === undefined ? faults : [...faults, ...rest.map((step) => [step, fault] as const)];
}

function outcomesOf(
  { reading, others, made }: ConversionStep,
  fault: string | undefined,
): readonly [Resource, ConversionOutcome][] {
  return [reading, ...others].map((each) => {
    if (fault === undefined)
      return [each.resource, outcomeOf(each, 'converted', { made, losses: metadataLosses(each) })];
    const message = `It cannot be converted without loss: ${fault.replace(/\.$/, '')}. Convert it by hand.`;
    return [each.resource, unconverted(each, 'person', message)];
  });
}

function disproofOf(
  steps: readonly ConversionStep[],
  { workspace, checks, settings }: Conditions,
  texts = textsAfter(steps),
): string | undefined {
  if (steps.length === 0) return undefined;
  const isAdding = settings.mode !== 'replace' && settings.to === 'endpointslice';
  const moves = steps.map(({ reading, others, made }): ObjectMove => {
    const { uri, document, resource } = reading;
    const key = (kind: string, name: string): string => objectKey(kind, namespaceText(document, resource), name);
    return {
      converted: [reading, ...others].map((each) => each.resource),
      uri,
      made: made.map(({ kind, name }) => key(kind, name)),
      stays: isAdding ? [key('Endpoints', nameText(document, resource))] : [],
    };
  });
  const changes = texts.map(({ reading: { uri, path, file }, text }) => ({ uri, path, before: file, text }));
  return proofFault(changes, moves, { workspace, checks, appProtocol: settings.appProtocol });
}
