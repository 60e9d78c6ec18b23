/** Values in a plan of Terraform, with what the plan says about them elsewhere: which are not known yet, and which are sensitive. */
import type { Span } from '../../../text/span.ts';
import { isNull, valueOf, type Entry, type Mapping, type Value } from '../../../tree/value.ts';
import { opaqueAt } from '../values.ts';

/** Trees in the shape of a value, in which `true` stands for the value and all of its parts. */
export interface Marks {
  /** Known after the apply. */
  readonly unknown: Value | undefined;
  readonly sensitive: Value | undefined;
}

export function isMarked(mark: Value | undefined): boolean {
  return mark?.kind === 'scalar' && mark.value === true;
}

/** The marks of an entry or an item. */
export function marksBelow({ unknown, sensitive }: Marks, step: string | number): Marks {
  return { unknown: markBelow(unknown, step), sensitive: markBelow(sensitive, step) };
}

function markBelow(mark: Value | undefined, step: string | number): Value | undefined {
  if (isMarked(mark)) return mark;
  if (typeof step === 'number') return mark?.kind === 'sequence' ? mark.items[step] : undefined;
  return mark?.kind === 'mapping' ? valueOf(mark, step) : undefined;
}

/** The value as far as rules may see it; undefined for one that is left out. */
export function knownValue(value: Value, { unknown, sensitive }: Marks): Value | undefined {
  if (isMarked(sensitive)) return opaqueAt(value.span, 'a sensitive value');
  if (isMarked(unknown)) return opaqueAt(value.span, 'a value that is known after the apply');
  return isNull(value) ? undefined : value;
}

/** The names that are marked as unknown and not written in the mapping. */
export function unwrittenNames(mapping: Mapping, unknown: Value | undefined): readonly string[] {
  if (unknown?.kind !== 'mapping') return [];
  const marked = unknown.entries.filter(({ value }) => isMarked(value)).map(({ name }) => name);
  return marked.filter((name) => valueOf(mapping, name) === undefined);
}

/** An entry that the text does not have. It is placed at the start of the mapping. */
export function addedEntry(name: string, { start }: Span, value: Value): Entry {
  return { name, keyText: name, key: { start, end: start + 1 }, value, isMerged: true, isOpaqueKey: false };
}

/** An object as it is written out. Unknown and sensitive values are opaque, and nulls are left out. */
export function plannedValue(value: Value, marks: Marks): Value | undefined {
  const known = knownValue(value, marks);
  if (known?.kind === 'sequence') {
    const items = known.items.map((item, i) => plannedValue(item, marksBelow(marks, i)));
    return { ...known, items: items.filter((item) => item !== undefined) };
  }
  if (known?.kind !== 'mapping') return known;
  const entries = known.entries.flatMap((entry): Entry[] => {
    const below = plannedValue(entry.value, marksBelow(marks, entry.name));
    return below ? [{ ...entry, keyText: entry.name, value: below }] : [];
  });
  const added = unwrittenNames(known, marks.unknown).map((name) =>
    addedEntry(name, known.span, opaqueAt(known.span, 'a value that is known after the apply')),
  );
  return { ...known, entries: [...entries, ...added] };
}

/** The value with all of its parts at one place, as for a text in another language. */
export function placedValue(value: Value, span: Span): Value {
  if (value.kind === 'sequence') return { ...value, span, items: value.items.map((item) => placedValue(item, span)) };
  if (value.kind !== 'mapping') return { ...value, span };
  const entries = value.entries.map((entry) => ({
    ...entry,
    key: span,
    isMerged: true,
    value: placedValue(entry.value, span),
  }));
  return { ...value, span, entries };
}
