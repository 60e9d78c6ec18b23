/** Edits the fields at a path of names: through lists, and adding what is missing where that is asked for. */
import type { BuiltMapping, BuiltScalar, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { isSelected, type FieldSpec } from './field-spec.ts';
import { builtScalar, entryAt, idOf, type BuildObject, originOf, withBuiltEntry } from './object.ts';

export interface FieldEdit {
  /** The value from what is there. */
  readonly set: (value: BuiltValue) => BuiltValue;
  /** What a missing field is before `set`; undefined if none is added. */
  readonly create?: 'mapping' | 'scalar';
  /** What asks for the edit: the origin of what is added. */
  readonly by: Origin;
}

/** The object with the fields edited that the specs name. The kind of the object counts as it is now. */
export function editFields(object: BuildObject, specs: readonly FieldSpec[], edit: FieldEdit): BuildObject {
  if (specs.length === 0) return object;
  const id = idOf(object);
  let root: BuiltValue = object.root;
  for (const spec of specs) if (isSelected(id, spec)) root = editPath(root, spec.path, spec.create, edit);
  return root === object.root || root.kind !== 'mapping' ? object : { ...object, root };
}

/** The value with the fields edited at the path, from that part of it on; the same one if nothing changes. */
export function editPath(
  value: BuiltValue,
  path: readonly string[],
  create: boolean,
  edit: FieldEdit,
  part = 0,
): BuiltValue {
  const name = path[part];
  if (name === undefined) return edit.set(value);
  if (value.kind === 'sequence') return editItems(value, (item) => editPath(item, path, create, edit, part));
  if (value.kind === 'scalar') {
    if (value.value === null) return value;
    throw new BuildError(
      'other',
      `kustomize writes the field ${name} into this value, which is neither a mapping nor a list. Correct the value.`,
      originOf(value),
    );
  }
  const isList = name.endsWith('[]');
  const entry = entryAt(value, isList ? name.slice(0, -2) : name);
  const isLast = part === path.length - 1;
  const added = create && !isList ? (isLast ? edit.create : edit.create && 'mapping') : undefined;
  const before = entry === undefined || isBuiltNull(entry.value) ? addedValue(added, edit.by) : entry.value;
  if (before === undefined) return value;
  const after = editPath(before, path, create, edit, part + 1);
  if (after === entry?.value) return value;
  return withBuiltEntry(value, { name: entry?.name ?? name, key: entry?.key ?? edit.by, value: after });
}

/** The list with each item edited; the same list if nothing changes, and any other value as it is. */
export function editItems<T extends BuiltValue>(list: T, edit: (item: BuiltValue) => BuiltValue): BuiltValue {
  if (list.kind !== 'sequence') return list;
  const items = list.items.map(edit);
  return items.every((item, at) => item === list.items[at]) ? list : { ...list, items };
}

function addedValue(kind: FieldEdit['create'], by: Origin): BuiltMapping | BuiltScalar | undefined {
  if (kind === undefined) return undefined;
  return kind === 'mapping' ? { kind, entries: [], origin: by } : builtScalar('', by);
}

/** True for a written null; a value that is missing is undefined. */
export function isBuiltNull(value: BuiltValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}
