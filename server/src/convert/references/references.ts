/**
 * Finds references to the old objects after a conversion: RBAC rules, kustomizations, expressions and options of
 * programs, Prometheus, monitors and mirrored slices. Comments and prose are ignored, and so is everything uncertain.
 */
import { areVariants, hasVariants } from '../../analysis/workspace/variants.ts';
import { expressionReferences } from './expression-references.ts';
import { kustomizeReferences } from './kustomize-references.ts';
import { mirroredReferences } from './mirrored-references.ts';
import {
  convertedObjects,
  type ConvertedObjects,
  type FindReferences,
  type FoundReference,
  type NamedText,
} from './converted-objects.ts';
import type { Converted, ConvertSettings, StaleReference } from '../outcome.ts';
import { monitorReferences } from './monitor-references.ts';
import { optionReferences } from './option-references.ts';
import { prometheusReferences } from './prometheus-references.ts';
import { rbacReferences } from './rbac-references.ts';
import { requiredReferences } from './required-references.ts';

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
    ['monitor', monitorReferences(texts)],
    ['required', requiredReferences],
    ['mirrored', mirroredReferences],
  ];
  const isMixed = hasVariants([...texts, ...moved.outcomes].map(({ uri }) => uri));
  return texts.flatMap((text) => {
    const isOther = otherCluster(text);
    return finders
      .flatMap(([what, find]) =>
        find(text, moved)
          // Only kustomizations name files.
          .flatMap((found) => (what === 'kustomize' || !isMixed ? found : (withoutOthers(found, isOther) ?? [])))
          .map((found) => ({ ...withReading(found, moved), uri: text.uri, what })),
      )
      .sort((a, b) => a.span.start - b.span.start);
  });
}

/** Whether an object belongs to another cluster or stage than the text. */
function otherCluster({ uri }: NamedText): (object: { readonly uri: string }) => boolean {
  const known = new Map<string, boolean>();
  return (object) => {
    const isOther = known.get(object.uri) ?? areVariants(uri, object.uri);
    known.set(object.uri, isOther);
    return isOther;
  };
}

/** Undefined if all objects belong to other clusters. */
function withoutOthers(found: FoundReference, isOther: ReturnType<typeof otherCluster>): FoundReference | undefined {
  const { reading } = found;
  const objects = reading?.objects.filter((object) => !isOther(object));
  if (!reading || !objects || objects.length === reading.objects.length) return found;
  return objects.length === 0 ? undefined : { ...found, reading: { ...reading, objects } };
}

/** The mirroring controller makes slices of Endpoints, so on the way back no reader loses anything. */
function withReading(found: FoundReference, { to }: ConvertedObjects): FoundReference {
  return to.kind === 'EndpointSlice' ? found : { span: found.span, message: found.message };
}
