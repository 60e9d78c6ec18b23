/**
 * Finds what goes on naming the old objects after a conversion, or keeps them: rules of access, kustomizations, expressions and
 * options of programs, Prometheus, and slices that were mirrored. Words in comments and prose are none of them, and of what is
 * not known for certain nothing is said.
 */
import { expressionReferences } from './expression-references.ts';
import { kustomizeReferences } from './kustomize-references.ts';
import { mirroredReferences } from './mirrored-references.ts';
import { movedOf, type FindReferences, type NamedText } from './moved-objects.ts';
import type { Converted, ConvertSettings, StaleReference } from '../outcome.ts';
import { optionReferences } from './option-references.ts';
import { prometheusReferences } from './prometheus-references.ts';
import { rbacReferences } from './rbac-references.ts';

/**
 * In the order of the texts and, within them, of places, which are those of the texts before the conversion. The texts are
 * all those of the workspace, also those that hold nothing of ours.
 */
export function referencesTo(
  texts: readonly NamedText[],
  converted: Converted,
  settings: ConvertSettings,
): readonly StaleReference[] {
  const moved = movedOf(converted, settings);
  // What is added to the old object takes nothing away from those who name it.
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
