/** Adds labels and annotations to all objects: `labels`, `commonLabels` and `commonAnnotations` of a kustomization. */
import type { BuiltMapping, BuiltSequence, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { editFields } from './field-path.ts';
import type { FieldSpec } from './field-spec.ts';
import { mergeFieldSpecs, readFieldSpecs, type TransformContext } from './field-specs.ts';
import { fieldSpec } from './field-tables.ts';
import { isNoText, unwritableKey } from './plain-text.ts';
import { sharedCopy, sharedPairs, withSharedChanges } from './shared-labels.ts';
import { type BuildObject, entryAt, idOf, mapObjects, originOf, builtAt, builtText, withBuiltEntry } from './object.ts';

const metadataLabels = [fieldSpec('metadata/labels', '', true)];

/** Adds `labels`, a list: to metadata, and on request to selectors and templates. */
export function addLabels(
  objects: readonly BuildObject[],
  labels: BuiltSequence,
  { config }: TransformContext,
): readonly BuildObject[] {
  return labels.items.reduce((labeled, item) => {
    const pairs = builtAt(item, ['pairs']);
    if (pairs?.kind !== 'mapping') return labeled;
    const own = mergeFieldSpecs(readFieldSpecs(builtAt(item, ['fields'])), config.labels, item);
    const withTemplates = isTrue(item, 'includeTemplates') ? mergeFieldSpecs(own, config.templateLabels, item) : own;
    const fields = isTrue(item, 'includeSelectors')
      ? mergeFieldSpecs(own, config.commonLabels, item)
      : mergeFieldSpecs(withTemplates, metadataLabels, item);
    return writePairs(labeled, pairs, fields, 'labels');
  }, objects);
}

/** Adds `commonLabels`: to metadata, selectors and templates. */
export function addCommonLabels(
  objects: readonly BuildObject[],
  labels: BuiltMapping,
  { config }: TransformContext,
): readonly BuildObject[] {
  return writePairs(objects, labels, config.commonLabels, 'commonLabels');
}

/** Adds `commonAnnotations`: to metadata and templates. */
export function addAnnotations(
  objects: readonly BuildObject[],
  annotations: BuiltMapping,
  { config }: TransformContext,
): readonly BuildObject[] {
  return writePairs(objects, annotations, config.commonAnnotations, 'commonAnnotations');
}

/** Writes the pairs into the mappings that the fields name. `field` is what asks for it. */
export function writePairs(
  objects: readonly BuildObject[],
  pairs: BuiltMapping,
  fields: readonly FieldSpec[],
  field: string,
): readonly BuildObject[] {
  const [first] = pairs.entries;
  if (first === undefined || objects.length === 0) return objects;
  const numeric = pairs.entries.find(({ name }) => isNoText(name));
  if (numeric) throw new BuildError('unreadable', unwritableKey(numeric.name), numeric.key);
  return mapObjects(objects, (object) => {
    const own = sharedPairs(pairs);
    const set = (value: BuiltValue): BuiltValue => withPairs(value, own);
    const edited = editFields(object, fields, { set, create: 'mapping', by: first.key });
    if (edited === object) return object;
    const root = withSharedChanges(object.root, edited.root);
    return withAddedSelector(object, { ...edited, root }, pairs, field);
  });
}

function withPairs(value: BuiltValue, pairs: BuiltMapping): BuiltValue {
  if (value.kind !== 'mapping') {
    throw new BuildError(
      'other',
      'kustomize adds labels or annotations to this field, which is not a mapping. Write a mapping.',
      originOf(value),
    );
  }
  return pairs.entries.reduce((mapping, pair) => {
    const known = entryAt(mapping, pair.name);
    // A value that is there gets a new text, and shares nothing with the values that are added elsewhere.
    return withBuiltEntry(mapping, known ? { ...known, value: sharedCopy(pair.value) } : pair);
  }, value);
}

/** Notes where the selector of a Service comes from that has none of its own. */
function withAddedSelector(before: BuildObject, after: BuildObject, pairs: BuiltMapping, field: string): BuildObject {
  if (builtText(after.root, ['kind']) !== 'Service' || idOf(after).group !== '') return after;
  const selector = builtAt(after.root, ['spec', 'selector']);
  const earlier = builtAt(before.root, ['spec', 'selector']);
  if (selector === earlier || (hasEntries(earlier) && before.addedSelector === undefined)) return after;
  const keys = pairs.entries.map(({ key }) => key);
  const added = before.addedSelector ?? { field, keys: [] };
  return { ...after, addedSelector: { ...added, keys: [...added.keys, ...keys] } };
}

function hasEntries(value: BuiltValue | undefined): boolean {
  return value?.kind === 'mapping' && value.entries.length > 0;
}

function isTrue(item: BuiltValue, name: string): boolean {
  const value = builtAt(item, [name]);
  return value?.kind === 'scalar' && value.value === true;
}
