/** Spells what a program declares with the names of the contract. */
import { fieldNames as fields, optionNames, type FieldNames } from '../../contract/field-names.ts';
import type { Entry, Value } from '../../tree/value.ts';
import type { Naming } from './adapter.ts';

/** The properties of a resource. */
export function propertiesIn(value: Value, naming: Naming, isMap = false): Value {
  return renamed(value, (entry) => naming.property(entry.name, entry.isField === true, isMap), {
    naming,
    of: fields,
    next: (each, name) => propertiesIn(each, naming, fields.maps.has(name)),
  });
}

/** The options of a resource. */
export function optionsIn(value: Value, naming: Naming): Value {
  return renamed(value, (entry) => naming.option(entry.name, entry.isField === true), {
    naming,
    of: optionNames,
    next: (each) => optionsIn(each, naming),
  });
}

interface Renaming {
  readonly naming: Naming;
  readonly of: FieldNames;
  readonly next: (value: Value, name: string) => Value;
}

function renamed(value: Value, nameOf: (entry: Entry) => string, renaming: Renaming): Value {
  if (value.kind === 'sequence') {
    return { ...value, items: value.items.map((item) => filled(renaming.next(item, ''), renaming.naming)) };
  }
  if (value.kind !== 'mapping') return value;
  const entries = value.entries.map((entry) => {
    const name = nameOf(entry);
    return { ...entry, name, value: shaped(renaming.next(entry.value, name), name, renaming) };
  });
  return { ...value, entries };
}

/** A single value where the field wants a list, and an empty list where it wants a map or an object, as the SDK converts them. */
function shaped(value: Value, name: string, { naming, of }: Renaming): Value {
  if (!naming.listsSingles) return value;
  const { span } = value;
  const isSingle = value.kind === 'mapping' || (value.kind === 'scalar' && value.value !== null);
  if (of.lists.has(name) && isSingle) {
    const { isAlias, isShared } = value;
    return {
      kind: 'sequence',
      span,
      items: [value],
      style: 'flow',
      isOpen: false,
      isAlias,
      ...(isShared && { isShared }),
    };
  }
  return of.maps.has(name) || of.objects.has(name) ? filled(value, naming) : value;
}

/** An empty list that stands for an object, as C#'s `new()` may. */
function filled(value: Value, naming: Naming): Value {
  if (!naming.listsSingles || value.kind !== 'sequence' || value.items.length > 0) return value;
  const { items: _, ...rest } = value;
  return { ...rest, kind: 'mapping', entries: [] };
}
