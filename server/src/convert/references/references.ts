/**
 * Finds references to the old objects after a conversion: RBAC rules, kustomizations, expressions and options of
 * programs, Prometheus and mirrored slices. Comments and prose are ignored, and so is everything uncertain.
 */
import { expressionReferences } from './expression-references.ts';
import { kustomizeReferences } from './kustomize-references.ts';
import { mirroredReferences } from './mirrored-references.ts';
import { convertedObjects, type FindReferences, type NamedText } from './converted-objects.ts';
import type { Converted, ConvertSettings, StaleReference } from '../outcome.ts';
import { optionReferences } from './option-references.ts';
import { prometheusReferences } from './prometheus-references.ts';
import { rbacReferences } from './rbac-references.ts';

/**
 * Returns the references in the order of the texts and of their places before the conversion. `texts` contains all
 * texts of the workspace, also those without Endpoints.
 */
export function referencesTo(
  texts: readonly NamedText[],
  converted: Converted,
  settings: ConvertSettings,
): readonly StaleReference[] {
  const moved = convertedObjects(converted, settings);
  // In this mode the old object stays, so references to it stay correct.
  if (settings.mode === 'add' || moved.outcomes.length === 0) return [];
  const finders: readonly [StaleReference['what'], FindReferences][] = [
    ['rbac', rbacReferences],
    ['kustomize', kustomizeReferences(texts)],
    ['expression', expressionReferences],
    ['option', optionReferences],
    ['prometheus', prometheusReferences],
    ['mirrored', mirroredReferences],
  ];
  return texts.flatMap((text) =>
    finders
      .flatMap(([what, find]) => find(text, moved).map(({ span, message }) => ({ uri: text.uri, span, what, message })))
      .sort((a, b) => a.span.start - b.span.start),
  );
}
