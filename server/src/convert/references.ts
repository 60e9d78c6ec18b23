/**
 * Finds what goes on naming the old objects after a conversion: rules of access, kustomizations, expressions of programs, and
 * Prometheus. Words in comments and prose are none of them, and of what is not known for certain nothing is said.
 */
import { expressionReferences } from './expression-references.ts';
import { kustomizeReferences } from './kustomize-references.ts';
import { movedOf } from './moved.ts';
import type { NamedText } from './moved.ts';
import type { ConvertSettings, Outcome, Reference } from './outcome.ts';
import { prometheusReferences } from './prometheus-references.ts';
import { rbacReferences } from './rbac-references.ts';

/**
 * In the order of the texts and, within them, of places, which are those of the texts before the conversion. The texts are
 * all those of the workspace, also those that hold nothing of ours.
 */
export function referencesTo(
  texts: readonly NamedText[],
  outcomes: readonly Outcome[],
  settings: ConvertSettings,
): readonly Reference[] {
  const moved = movedOf(outcomes, settings);
  // What is added to the old object takes nothing away from those who name it.
  if (settings.mode === 'add' || moved.outcomes.length === 0) return [];
  const kustomize = kustomizeReferences(texts);
  return texts.flatMap((text) =>
    [rbacReferences, kustomize, expressionReferences, prometheusReferences]
      .flatMap((find) => find(text, moved))
      .sort((a, b) => a.span.start - b.span.start),
  );
}
