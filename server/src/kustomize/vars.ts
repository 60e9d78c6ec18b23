/** Replaces `$(NAME)` by values of fields: `vars` of a kustomization. */
import type { BuiltMapping, BuiltScalar, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { lookUp, splitFieldPath } from './field-lookup.ts';
import { editFields, editItems } from './field-path.ts';
import type { TransformContext } from './field-specs.ts';
import { allIds, effectiveNamespace } from './identity.ts';
import { checkLength } from './limits.ts';
import {
  type BuildObject,
  entryAt,
  joinOrigins,
  mapObjects,
  type ObjectId,
  originOf,
  builtScalarText,
  builtText,
  builtAt,
} from './object.ts';

/**
 * Where each kustomization ends, the objects with the names of the vars that mean them: an object of another
 * kustomization is not found later. Throws for a var that may mean several objects.
 */
export function noteVars(vars: readonly BuiltMapping[], objects: readonly BuildObject[]): readonly BuildObject[] {
  return vars.reduce((noted, variable) => {
    const found = objectsOf(variable, noted);
    if (found.length > 1) {
      throw new BuildError(
        'other',
        `${found.length} objects match the var ${nameOf(variable)}. Add objref.namespace.`,
        originOf(builtAt(variable, ['objref']) ?? variable),
      );
    }
    return mapObjects(noted, (object) =>
      found.includes(object) ? { ...object, vars: [...(object.vars ?? []), nameOf(variable)] } : object,
    );
  }, objects);
}

/** At the end of the build, after references are updated. */
export function resolveVars(
  objects: readonly BuildObject[],
  vars: readonly BuiltMapping[],
  { config, isOpen }: TransformContext,
): readonly BuildObject[] {
  const values = new Map<string, BuiltScalar | undefined>();
  for (const variable of vars) {
    const name = nameOf(variable);
    if (values.has(name)) {
      throw new BuildError('other', `The var ${name} is defined twice. Rename one of them.`, originOf(variable));
    }
    values.set(name, valueOf(variable, objects, isOpen));
  }
  if (values.size === 0) return objects;
  const set = (value: BuiltValue): BuiltValue => expanded(value, values);
  return mapObjects(objects, (object) => editFields(object, config.varReference, { set, by: object.root.origin }));
}

function nameOf(variable: BuiltMapping): string {
  return builtText(variable, ['name']);
}

/** Undefined for a collection, and for what may come from outside: then the text stays. */
function valueOf(variable: BuiltMapping, objects: readonly BuildObject[], isOpen: boolean): BuiltScalar | undefined {
  const object = objects.find(({ vars }) => vars?.includes(nameOf(variable)));
  const at = originOf(builtAt(variable, ['objref']) ?? variable);
  if (object === undefined) {
    if (isOpen) return undefined;
    throw new BuildError('other', `No object matches the var ${nameOf(variable)}. Correct its objref.`, at);
  }
  const path =
    builtText(variable, ['fieldref', 'fieldpath']) || builtText(variable, ['fieldref', 'fieldPath']) || 'metadata.name';
  const value = lookUp(object.root, splitFieldPath(path.replaceAll(/\[(\d+)\]/gu, '.$1')));
  if (value !== undefined) return value.kind === 'scalar' ? value : undefined;
  if (isOpen) return undefined;
  throw new BuildError(
    'other',
    `The object of the var ${nameOf(variable)} has no field ${path}. Correct fieldref.`,
    at,
  );
}

function objectsOf(variable: BuiltMapping, objects: readonly BuildObject[]): readonly BuildObject[] {
  const reference = entryAt(variable, 'objref')?.value;
  const apiVersion = builtText(reference, ['apiVersion']);
  const slash = apiVersion.indexOf('/');
  const group = builtText(reference, ['group']) || apiVersion.slice(0, Math.max(0, slash));
  const version = builtText(reference, ['version']) || apiVersion.slice(slash + 1);
  const kind = builtText(reference, ['kind']);
  const name = builtText(reference, ['name']);
  const namespace = builtText(reference, ['namespace']);
  const isMeant = (id: ObjectId) =>
    id.name === name &&
    id.kind === kind &&
    id.group === group &&
    id.version === version &&
    (namespace === '' || effectiveNamespace(id) === namespace);
  return objects.filter((object) => allIds(object).some(isMeant));
}

type VarValues = ReadonlyMap<string, BuiltScalar | undefined>;

function expanded(value: BuiltValue, values: VarValues): BuiltValue {
  if (value.kind === 'scalar') return expandedText(value, values);
  if (value.kind === 'sequence') {
    return editItems(value, (item) => {
      if (item.kind === 'scalar' && typeof item.value === 'string') return expandedText(item, values);
      throw new BuildError('other', 'kustomize replaces vars in this list, whose items must be texts.', originOf(item));
    });
  }
  const entries = value.entries.map((entry) => {
    const after = entry.value.kind === 'scalar' ? expandedText(entry.value, values) : entry.value;
    return after === entry.value ? entry : { ...entry, value: after };
  });
  return entries.every((entry, at) => entry === value.entries[at]) ? value : { ...value, entries };
}

/** `$(NAME)` alone takes the type of the value; `$$` is one `$`. */
function expandedText(scalar: BuiltScalar, values: VarValues): BuiltScalar {
  const text = scalar.value;
  if (typeof text !== 'string' || !text.includes('$')) return scalar;
  const whole = /^\$\(([^)]*)\)$/u.exec(text)?.[1];
  const alone = whole === undefined ? undefined : values.get(whole);
  if (alone !== undefined && alone.value !== null) {
    return { ...alone, origins: joinOrigins(scalar.origins, alone.origins) };
  }
  let { origins } = scalar;
  let added = 0;
  const value = text.replaceAll(/\$(?:\$|\(([^)]*)\))/gu, (found, name: string | undefined) => {
    if (found === '$$') return '$';
    const variable = name === undefined ? undefined : values.get(name);
    if (variable === undefined || variable.value === null) return found;
    origins = joinOrigins(origins, variable.origins);
    const inserted = builtScalarText(variable);
    added += inserted.length;
    checkLength(added, 'other', originOf(scalar));
    return inserted;
  });
  return value === text ? scalar : { ...scalar, value, origins };
}
