/**
 * Merges lists whose items have keys, such as the ports of a Service, with all the defects of kustomize: an item that
 * lacks one of two keys on one side only is not found, and a list may lose items (kustomize issues 3620, 4752).
 */
import type { BuiltSequence, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { entryAt, builtScalarText, originOf } from './object.ts';

type MergeItems = (base: BuiltValue | undefined, patch: BuiltValue | undefined) => BuiltValue | undefined;
/** The texts of the keys of an item; empty for a key that the item lacks. */
type KeyTexts = readonly string[];

/** The work grows with the square of the length. */
const mostItems = 2000;

/** The values of the patch, then those of the base that the patch does not repeat. */
export function mergePlainList(base: BuiltSequence, patch: BuiltSequence | undefined): BuiltSequence {
  const items = new Map<string, BuiltValue>();
  for (const item of [...(patch?.items ?? []), ...base.items]) {
    const text = builtScalarText(item);
    if (!items.has(text)) items.set(text, item);
  }
  return { ...base, items: [...items.values()] };
}

/**
 * The list with the items of the patch merged by their keys, in the order of kustomize. Throws for a list that is too long.
 */
export function mergeKeyedList(
  base: BuiltSequence,
  patch: BuiltSequence | undefined,
  keys: readonly string[],
  mergeItems: MergeItems,
): BuiltSequence {
  if (base.items.length + (patch?.items.length ?? 0) > mostItems)
    throw new BuildError(
      'other',
      `Lists of more than ${mostItems} items are not merged here. Split this object.`,
      originOf(base),
    );
  const texts = keyTexts([...(patch?.items ?? []), ...(base === patch ? [] : base.items)], keys);
  const used = keys.filter((_, i) => texts.some((text) => text[i] !== ''));
  const valid = used.length === 0 ? keys : used;
  const own: BuiltValue[] = [...base.items];
  const merged: BuiltValue[] = [];
  for (const text of texts) {
    const values = text.filter((value, i) => value !== '' || valid.includes(keys[i] ?? ''));
    const index = findItem(own, keys, text);
    const change = patch?.items[findItem(patch.items, keys, text)];
    const before = own[index];
    const item = mergeItems(before, change);
    if (!item || isEmpty(item)) {
      removeItems(own, valid, values);
      continue;
    }
    if (before && !isReplacing(change)) own[index] = item;
    setItem(merged, valid, values, item);
  }
  if (texts.length === 0) return base;
  const items = joined(merged, own, valid);
  const isSame = items.length === base.items.length && items.every((item, i) => item === base.items[i]);
  return isSame ? base : { ...base, items };
}

/** The distinct keys of all items. Two that differ only where one is empty become equal. */
function keyTexts(items: readonly BuiltValue[], keys: readonly string[]): readonly KeyTexts[] {
  const distinct = new Map<string, KeyTexts>();
  for (const item of items) {
    const text = keys.map((key) => builtScalarText(entryAt(item, key)?.value));
    distinct.set(text.join('\n'), distinct.get(text.join('\n')) ?? text);
  }
  const all = [...distinct.values()];
  const isMixed = keys.some((_, i) => new Set(all.map((text) => text[i] === '')).size > 1);
  if (keys.length < 2 || !isMixed) return all;
  for (const i of all.keys()) {
    const one = all[i] ?? [];
    for (const j of all.keys()) {
      const both = combined(one, all[j] ?? []);
      if (both) [all[i], all[j]] = [both, both];
    }
  }
  return all;
}

function combined(one: KeyTexts, other: KeyTexts): KeyTexts | undefined {
  const isConflict = one.some((text, i) => text !== other[i] && text !== '' && other[i] !== '');
  const hasCommon = one.some((text, i) => text === other[i]);
  return isConflict || !hasCommon ? undefined : one.map((text, i) => (text === '' ? (other[i] ?? '') : text));
}

/** The first item with these keys; keys without a text are not compared. */
function findItem(items: readonly BuiltValue[], keys: readonly string[], texts: KeyTexts): number {
  const isNone = texts.every((text) => text === '');
  return items.findIndex((item) =>
    keys.every((key, i) => (texts[i] === '' && !isNone) || hasText(item, key, texts[i] ?? '')),
  );
}

function hasText(item: BuiltValue, key: string, text: string): boolean {
  const entry = entryAt(item, key);
  return entry !== undefined && builtScalarText(entry.value) === text;
}

/** Items of the base come behind those of the patch, and take the place of items with their keys. */
function joined(merged: BuiltValue[], own: readonly BuiltValue[], keys: readonly string[]): readonly BuiltValue[] {
  for (const item of own) {
    const values: string[] = [];
    for (const key of keys) {
      const entry = entryAt(item, key);
      if (entry) values.push(builtScalarText(entry.value));
      else merged.push(item);
    }
    if (keys.length > 1) removeItems(merged, keys, values);
    setItem(merged, keys, values, item);
  }
  return merged;
}

/** Replaces the items with these keys, or adds the item. */
function setItem(items: BuiltValue[], keys: readonly string[], values: KeyTexts, item: BuiltValue): void {
  let isFound = false;
  replaceMatching(items, keys, values, () => {
    isFound = true;
    return item;
  });
  if (!isFound) items.push(item);
}

function removeItems(items: BuiltValue[], keys: readonly string[], values: KeyTexts): void {
  replaceMatching(items, keys, values, () => undefined);
}

/** With fewer values than keys, the last keys match any item. Without values, only the new item is left. */
function replaceMatching(
  items: BuiltValue[],
  keys: readonly string[],
  values: KeyTexts,
  replacement: () => BuiltValue | undefined,
): void {
  const isMatch = (item: BuiltValue): boolean =>
    values.length > 0 &&
    keys.every((key, i) => {
      const value = values[i];
      if (value === undefined) return true;
      return value === '' ? entryAt(item, key) !== undefined : hasText(item, key, value);
    });
  const left = items.flatMap((item) => {
    if (isEmpty(item)) return [];
    if (isMatch(item)) return replacement() ?? [];
    return values.length > 0 ? [item] : [];
  });
  items.splice(0, items.length, ...left);
}

function isReplacing(change: BuiltValue | undefined): boolean {
  const value = entryAt(change, '$patch')?.value;
  return value?.kind === 'scalar' && value.value === 'replace';
}

function isEmpty(item: BuiltValue): boolean {
  return item.kind === 'mapping' ? item.entries.length === 0 : item.kind === 'scalar' && item.value === null;
}
