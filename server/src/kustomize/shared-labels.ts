/**
 * Labels that kustomize writes in one step into the metadata and into selectors are one node there: who changes the
 * label later changes the selector as well, and the other way round. A JSON patch makes copies again.
 */
import type { BuiltMapping, BuiltValue } from '../tree/built.ts';
import { builtAt, entryAt, withBuiltEntry } from './object.ts';

const shared = new WeakSet<BuiltValue>();

const places: readonly (readonly string[])[] = [
  ['metadata', 'labels'],
  ['spec', 'selector'],
  ['spec', 'selector', 'matchLabels'],
  ['spec', 'template', 'metadata', 'labels'],
];

/** The pairs with values of their own for one object. */
export function sharedPairs(pairs: BuiltMapping): BuiltMapping {
  return { ...pairs, entries: pairs.entries.map((pair) => ({ ...pair, value: sharedCopy(pair.value) })) };
}

/** A value that a later change changes in all places that hold it. */
export function sharedCopy<T extends BuiltValue>(value: T): T {
  const copy = { ...value };
  shared.add(copy);
  return copy;
}

/** The object after a change, with the change in all places that share the value. */
export function withSharedChanges(before: BuiltMapping, after: BuiltMapping): BuiltMapping {
  if (before === after) return after;
  let root = after;
  for (const place of places) {
    const mapping = builtAt(before, place);
    if (mapping?.kind !== 'mapping') continue;
    for (const { name, value } of mapping.entries) {
      const now = shared.has(value) ? builtAt(root, [...place, name]) : undefined;
      if (now?.kind !== 'scalar' || now === value) continue;
      const copy = sharedCopy(now);
      for (const each of places)
        if (builtAt(before, [...each, name]) === value) root = replaced(root, [...each, name], copy);
    }
  }
  return root;
}

/** The object with values that no other place shares. */
export function withOwnLabels(root: BuiltMapping): BuiltMapping {
  return places.reduce((changed, place) => {
    const mapping = builtAt(changed, place);
    const entries = mapping?.kind === 'mapping' ? mapping.entries.filter(({ value }) => shared.has(value)) : [];
    return entries.reduce((each, { name, value }) => replaced(each, [...place, name], { ...value }), changed);
  }, root);
}

/** The mapping with another value at a path that exists. */
function replaced(mapping: BuiltMapping, path: readonly string[], value: BuiltValue): BuiltMapping {
  const [name = '', ...rest] = path;
  const entry = entryAt(mapping, name);
  if (!entry) return mapping;
  if (rest.length === 0) return withBuiltEntry(mapping, { ...entry, value });
  if (entry.value.kind !== 'mapping') return mapping;
  return withBuiltEntry(mapping, { ...entry, value: replaced(entry.value, rest, value) });
}
