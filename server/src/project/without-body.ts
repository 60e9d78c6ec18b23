/** Reduces built objects of kinds that no rule reads. */
import { isAskedKind } from '../contract/asked-kinds.ts';
import type { BuiltEntry, BuiltObject, BuiltValue } from '../tree/built.ts';

/** Of most objects of other kinds, rules know only the names and labels. Thousands of them would take much memory. */
export function withoutBody(object: BuiltObject): BuiltObject {
  if (isAskedKind(object.kind) || object.kind === 'ConfigMap' || hasEntry(object.root, 'glusterfs')) return object;
  const entries = object.root.entries.flatMap((entry): readonly BuiltEntry[] => {
    if (entry.name === 'apiVersion' || entry.name === 'kind') return [entry];
    if (entry.name !== 'metadata' || entry.value.kind !== 'mapping') return [];
    const known = entry.value.entries.filter(({ name }) => /^(?:name|namespace|generateName|labels)$/.test(name));
    return [{ ...entry, value: { ...entry.value, entries: known } }];
  });
  return { ...object, root: { ...object.root, entries } };
}

function hasEntry(value: BuiltValue, name: string): boolean {
  if (value.kind === 'scalar') return false;
  if (value.kind === 'sequence') return value.items.some((item) => hasEntry(item, name));
  return value.entries.some((entry) => entry.name === name || hasEntry(entry.value, name));
}
