/** Sets the namespace of all objects, as `namespace:` of a kustomization does. */
import type { BuiltMapping, BuiltScalar, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { editFields, editItems, editPath, type FieldEdit } from './field-path.ts';
import type { FieldSpec } from './field-spec.ts';
import type { TransformContext } from './field-specs.ts';
import { idKey, isClusterKind } from './identity.ts';
import { type BuildObject, idOf, originOf, builtScalarText, builtText } from './object.ts';

export interface NamespaceOptions {
  readonly fields: readonly FieldSpec[];
  /** True if a written namespace stays. */
  readonly unsetOnly: boolean;
  /** The subjects of role bindings that get the namespace too. */
  readonly subjects: 'named-default' | 'service-accounts' | 'none';
}

/** The objects with `namespace:` of the kustomization. Throws where two objects get one identity. */
export function setNamespace(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  { config }: TransformContext,
): readonly BuildObject[] {
  return setNamespaces(objects, value, { fields: config.namespace, unsetOnly: false, subjects: 'named-default' });
}

/** With the options that only a document of `transformers:` can give. */
export function setNamespaces(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  options: NamespaceOptions,
): readonly BuildObject[] {
  if (builtScalarText(value) === '') return objects;
  const edit: FieldEdit = {
    set: (before) => (isWritten(before, options.unsetOnly) ? before : value),
    create: 'scalar',
    by: originOf(value),
  };
  // Both have rules of their own, whatever a configuration says.
  const fields = options.fields.filter(
    ({ path, kind }) =>
      path.join('/') !== 'metadata/namespace' && !(isRoleBinding(kind) && path.join('/') === 'subjects'),
  );
  const changed = objects.map((object) => withNamespace(object, fields, edit, options));
  requireUniqueIds(changed, value);
  return changed;
}

function withNamespace(
  object: BuildObject,
  fields: readonly FieldSpec[],
  edit: FieldEdit,
  { subjects }: NamespaceOptions,
): BuildObject {
  const id = idOf(object);
  let root: BuiltValue = object.root;
  if (!isClusterKind(id)) root = editPath(root, ['metadata', 'namespace'], true, edit);
  if (isRoleBinding(id.kind) && subjects !== 'none') {
    root = editPath(root, ['subjects'], false, {
      ...edit,
      set: (list) => editItems(list, (item) => (isSubject(item, subjects) ? withSubject(item, edit) : item)),
    });
  }
  const previous = [...object.previous, id];
  return root.kind === 'mapping' ? editFields({ ...object, root, previous }, fields, edit) : object;
}

/** True if the namespace stays. Throws for a mapping or a list. */
function isWritten(before: BuiltValue, unsetOnly: boolean): boolean {
  if (before.kind === 'scalar') return unsetOnly && builtScalarText(before) !== '';
  throw new BuildError(
    'other',
    'A namespace must be a string, so kustomize cannot set it. Write a string.',
    originOf(before),
  );
}

function isRoleBinding(kind: string): boolean {
  return kind === 'RoleBinding' || kind === 'ClusterRoleBinding';
}

function isSubject(item: BuiltValue, subjects: NamespaceOptions['subjects']): item is BuiltMapping {
  if (item.kind !== 'mapping') return false;
  return subjects === 'service-accounts'
    ? builtText(item, ['kind']) === 'ServiceAccount'
    : builtText(item, ['name']) === 'default';
}

function withSubject(item: BuiltMapping, edit: FieldEdit): BuiltValue {
  return editPath(item, ['namespace'], true, edit);
}

function requireUniqueIds(objects: readonly BuildObject[], value: BuiltScalar): void {
  const seen = new Set<string>();
  for (const object of objects) {
    const id = idOf(object);
    const key = idKey(id);
    if (seen.has(key)) {
      throw new BuildError(
        'duplicate-object',
        `The namespace ${builtScalarText(value)} gives two objects one identity: ${id.kind} ${id.name}. Remove or rename one of them.`,
        originOf(value),
      );
    }
    seen.add(key);
  }
}
