/**
 * Merges the repeated members of a JSON object as Go's decoder does. It decodes every copy into the same value: members of
 * objects and items of lists are merged, and a null changes only what can be nil in Go.
 */
import { isNull, type Entry, type Mapping, type Sequence, type Value } from './value.ts';
import { ownValue } from '../text/own-value.ts';

/** What the decoder knows of a type; the types of the contract have this shape. */
export interface DecodedType {
  readonly kind: string;
  readonly fields?: { readonly [name: string]: DecodedField };
  readonly item?: DecodedType;
  readonly value?: DecodedType;
}

interface DecodedField {
  readonly type: DecodedType;
  /** True where a null removes the value of an earlier copy. */
  readonly isNullable: boolean;
}

/** Before Kubernetes 1.23, the decoder reads null as an empty string. */
type NullString = 'skipped' | 'empty';

/** The object as Go reads it: the same mapping where no member is repeated, or where a template may choose between copies. */
export function mergeRepeats(mapping: Mapping, type: DecodedType, nullString: NullString = 'skipped'): Mapping {
  return mapping.isOpen ? mapping : mergeMappings([mapping], mapping, type, nullString);
}

/** By the name of a member, the entry whose value Go keeps; none where it merges several. */
export function keptEntries(mapping: Mapping, type: DecodedType, nullString: NullString): ReadonlyMap<string, Entry> {
  const kept = new Map<string, Entry>();
  for (const group of groupsOf([mapping])) {
    const alone = group.map((entry) => mergeEntries([entry], type, nullString)[0] ?? entry);
    const [result] = mergeEntries(alone, type, nullString);
    const entry = group[alone.findLastIndex(({ value }) => value === result?.value)];
    if (entry) kept.set(entry.name, entry);
  }
  return kept;
}

/** True where an object inside the value repeats a member. */
export function hasRepeats(value: Value): boolean {
  if (value.kind === 'sequence') return value.items.some(hasRepeats);
  return value.kind === 'mapping' && (isRepeating(value) || value.entries.some((entry) => hasRepeats(entry.value)));
}

/** True where a name is repeated. A large mapping is checked with a Set, a small one without. */
export function isRepeating({ entries }: Mapping): boolean {
  if (entries.length > 8) return new Set(entries.map(({ name }) => name)).size < entries.length;
  for (let i = 1; i < entries.length; i++) {
    for (let j = 0; j < i; j++) if (entries[i]?.name === entries[j]?.name) return true;
  }
  return false;
}

/** The value after all copies, the last of which is `own`. It is one of them unless each of several adds something. */
function merge(copies: readonly Value[], own: Value, field: DecodedField, nullString: NullString): Value {
  const { type, isNullable } = field;
  const isEmptied = isNullable || (type.kind === 'string' && nullString === 'empty');
  const values = copies.slice(isEmptied ? copies.findLastIndex(isNull) + 1 : 0).filter((value) => !isNull(value));
  const last = values.at(-1) ?? own;
  if (last.kind === 'mapping' && (type.kind === 'object' || type.kind === 'map')) {
    return mergeMappings(values.filter(isMapping), last, type, nullString);
  }
  return last.kind === 'sequence' && type.item
    ? mergeSequences(values.filter(isSequence), last, type.item, nullString)
    : last;
}

function isMapping(value: Value): value is Mapping {
  return value.kind === 'mapping';
}

function isSequence(value: Value): value is Sequence {
  return value.kind === 'sequence';
}

/** The entries by name, in the order of their last copies. */
function groupsOf(copies: readonly Mapping[]): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of copies.flatMap(({ entries }) => entries)) {
    const group = groups.get(entry.name) ?? [];
    group.push(entry);
    groups.delete(entry.name);
    groups.set(entry.name, group);
  }
  return [...groups.values()];
}

function mergeMappings(copies: readonly Mapping[], own: Mapping, type: DecodedType, nullString: NullString): Mapping {
  const entries = groupsOf(copies).flatMap((group) => mergeEntries(group, type, nullString));
  const same = copies.findLast((copy) => isSame(copy.entries, entries));
  if (same) return same;
  const keys = new Set(own.entries.map(({ key }) => key));
  return { ...own, entries: entries.map((entry) => (keys.has(entry.key) ? entry : { ...entry, isMerged: true })) };
}

/** An unknown member is not decoded, so all copies of it stay. The values of a map are not merged. */
function mergeEntries(group: readonly Entry[], type: DecodedType, nullString: NullString): readonly Entry[] {
  const last = group.at(-1);
  if (!last) return group;
  const field = type.kind === 'map' ? asField(type.value) : fieldNamed(last.name, type);
  if (!field) return group;
  const copies = type.kind === 'map' ? [last.value] : group.map(({ value }) => value);
  const value = merge(copies, last.value, field, nullString);
  // A merged value has the span of its last copy.
  const own = group.findLast((entry) => entry.value.span === value.span) ?? last;
  return [own.value === value ? own : { ...own, value }];
}

function fieldNamed(name: string, { fields = {} }: DecodedType): DecodedField | undefined {
  return ownValue(fields, name);
}

function asField(type: DecodedType | undefined): DecodedField | undefined {
  return type && { type, isNullable: false };
}

/** An item is decoded into the item at its index, even if a later copy of the list was shorter. */
function mergeSequences(
  copies: readonly Sequence[],
  own: Sequence,
  item: DecodedType,
  nullString: NullString,
): Sequence {
  let slots: Value[][] = [];
  for (const { items } of copies) {
    if (items.length === 0) slots = [];
    for (const [i, value] of items.entries()) (slots[i] ??= []).push(value);
  }
  const items = own.items.map((value, i) =>
    merge(slots[i] ?? [value], value, { type: item, isNullable: false }, nullString),
  );
  const same = copies.findLast((copy) => isSame(copy.items, items));
  return same ?? { ...own, items: items.map((value, i) => (isWithin(value, own.items[i]) ? value : elsewhere(value))) };
}

function isWithin({ span }: Value, own: Value | undefined): boolean {
  return own !== undefined && own.span.start <= span.start && span.end <= own.span.end;
}

function elsewhere(value: Value): Value {
  return value.kind === 'opaque' ? value : { ...value, isAlias: true };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, i) => each === others[i]);
}
