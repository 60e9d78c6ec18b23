/** Adds a prefix or a suffix to the names of objects. */
import type { BuiltScalar, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { editFields } from './field-path.ts';
import { isSelected, type FieldSpec } from './field-spec.ts';
import type { TransformContext } from './field-specs.ts';
import { type BuildObject, idOf, joinOrigins, mapObjects, type ObjectId, originOf, builtScalarText } from './object.ts';

/** The objects with the prefix in front of their names and of the configured fields. */
export function addPrefix(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  { config }: TransformContext,
): readonly BuildObject[] {
  return renameObjects(objects, value, 'prefix', config.namePrefix);
}

/** The objects with the suffix behind their names and the configured fields. */
export function addSuffix(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  { config }: TransformContext,
): readonly BuildObject[] {
  return renameObjects(objects, value, 'suffix', config.nameSuffix);
}

/** The objects with the prefix or suffix in the fields; objects of some kinds keep their names. An empty one changes nothing. */
export function renameObjects(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  affix: 'prefix' | 'suffix',
  fields: readonly FieldSpec[],
): readonly BuildObject[] {
  if (builtScalarText(value) === '') return objects;
  return mapObjects(objects, (object) => {
    const first = object.previous[0] ?? idOf(object);
    if (keepsName(first)) return object;
    return fields
      .filter((field) => isSelected(first, field))
      .reduce((renamed, field) => withAffix(renamed, value, affix, field), object);
  });
}

/** Kinds whose names are not free. */
function keepsName({ group, kind }: ObjectId): boolean {
  return (
    kind === 'Namespace' ||
    kind === 'CustomResourceDefinition' ||
    (kind === 'APIService' && group === 'apiregistration.k8s.io')
  );
}

function withAffix(object: BuildObject, value: BuiltScalar, affix: 'prefix' | 'suffix', field: FieldSpec): BuildObject {
  const affixed = editFields(object, [field], {
    set: (before) => withText(before, value, affix),
    create: 'scalar',
    by: originOf(value),
  });
  if (field.path.join('/') !== 'metadata/name') return affixed;
  const previous = [...object.previous, idOf(object)];
  const text = builtScalarText(value);
  return affix === 'prefix'
    ? { ...affixed, previous, prefixes: [...object.prefixes, text] }
    : { ...affixed, previous, suffixes: [...object.suffixes, text] };
}

function withText(before: BuiltValue, value: BuiltScalar, affix: 'prefix' | 'suffix'): BuiltValue {
  if (before.kind !== 'scalar') {
    throw new BuildError(
      'other',
      `kustomize adds a ${affix} to this field, which is not a string. Correct the path in the configuration.`,
      originOf(before),
    );
  }
  const text = builtScalarText(before);
  const origins = text === '' ? value.origins : joinOrigins(before.origins, value.origins);
  return {
    ...before,
    value: affix === 'prefix' ? builtScalarText(value) + text : text + builtScalarText(value),
    origins,
  };
}
