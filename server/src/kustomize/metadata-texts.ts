/** Labels and annotations where kustomize makes texts of all values: a number, null, and empty for a collection. */
import type { BuiltEntry, BuiltMapping, BuiltValue } from '../tree/built.ts';
import {
  builtScalar,
  entryAt,
  mapObjects,
  originOf,
  withBuiltEntry,
  withoutEntry,
  type BuildObject,
} from './object.ts';

/** At the end of the build, annotations are texts, and without any the field is dropped. */
export function withTextAnnotations(objects: readonly BuildObject[]): readonly BuildObject[] {
  return mapObjects(objects, (object) => withTexts(object, ['annotations']));
}

/**
 * A merge patch with a target gets its labels and annotations as texts, so that null does not remove (kustomize issue
 * 5995).
 */
export function withTextMetadata(patch: BuildObject): BuildObject {
  return withTexts(patch, ['labels', 'annotations']);
}

function withTexts(object: BuildObject, names: readonly string[]): BuildObject {
  const metadata = entryAt(object.root, 'metadata');
  if (metadata?.value.kind !== 'mapping') return object;
  const value = names.reduce<BuiltMapping>((changed, name) => {
    const entry = entryAt(changed, name);
    if (!entry) return changed;
    if (entry.value.kind !== 'mapping' || entry.value.entries.length === 0) return withoutEntry(changed, name);
    const texts = entry.value.entries.map(asText);
    if (texts.every((text, i) => entry.value.kind === 'mapping' && text === entry.value.entries[i])) return changed;
    return withBuiltEntry(changed, { ...entry, value: { ...entry.value, entries: texts } });
  }, metadata.value);
  return value === metadata.value ? object : { ...object, root: withBuiltEntry(object.root, { ...metadata, value }) };
}

function asText(entry: BuiltEntry): BuiltEntry {
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'string' && value.raw === undefined) return entry;
  return { ...entry, value: textOf(value) };
}

function textOf(value: BuiltValue): BuiltValue {
  if (value.kind !== 'scalar') return builtScalar('', originOf(value));
  return builtScalar(value.raw ?? String(value.value), ...value.origins);
}

/** kustomize keeps former ids in annotations, and the present one before `patches`: a JSON patch finds some. */
export function withAnnotations({ root, previous }: BuildObject, isOld: boolean): BuiltMapping {
  const metadata = entryAt(root, 'metadata');
  if (metadata?.value.kind !== 'mapping' || entryAt(metadata.value, 'annotations')) return root;
  if (isOld && previous.length === 0) return root;
  const annotations = { kind: 'mapping', entries: [], origin: metadata.value.origin } as const;
  const value = withBuiltEntry(metadata.value, { name: 'annotations', key: metadata.key, value: annotations });
  return withBuiltEntry(root, { ...metadata, value });
}
