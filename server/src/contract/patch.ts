/** Derives the `…Patch` type of a type: the same fields, none of them required. */
import type { Field, ObjectType, Type } from './type.ts';

/** The patch type, with the patch types of all types below it. */
export function patchOf(type: ObjectType): ObjectType {
  const fields: Record<string, Field> = {};
  for (const [name, field] of Object.entries(type.fields)) {
    fields[name] = Object.freeze({ ...field, required: false, type: twin(field.type) });
  }
  return Object.freeze({ ...type, name: `${type.name}Patch`, fields: Object.freeze(fields) });
}

function twin(type: Type): Type {
  switch (type.kind) {
    case 'object':
      return patchOf(type);
    case 'list':
      return Object.freeze({ ...type, item: twin(type.item) });
    default:
      return type;
  }
}
