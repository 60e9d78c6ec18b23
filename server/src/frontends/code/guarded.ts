/** Hides from rules what they must not rely on: values that a spread may replace, and whatever a transformation may change. */
import type { Entry, Mapping, Value } from '../../tree/value.ts';
import type { Program } from './adapter.ts';

const transformation = /\b(?:(?:resource_?)?transform(?:ation)?s\s*[:=(,}]|register_?(?:stack|resource)_?transform)/gi;

/** True for a program that has its resources changed before they are registered. */
export function isTransforming({ text, survey }: Program): boolean {
  for (const { index } of text.matchAll(transformation))
    if (!survey.comments.some(({ start, end }) => start <= index && index < end)) return true;
  return false;
}

/** Adds the entries of a spread, undefined for an unknown one; an undefined entry is left out. What is not known of it may replace the entries so far. */
export function addSpread(
  entries: Map<string, Entry | undefined>,
  spreads: (Mapping | undefined)[],
  spread: Mapping | undefined,
): void {
  spreads.push(spread);
  if (!spread || spread.isOpen)
    for (const [name, entry] of entries)
      if (entry) entries.set(name, { ...entry, value: { ...entry.value, mayBeReplaced: true } });
  for (const name of spread?.absent ?? []) entries.set(name, undefined);
  for (const entry of spread?.entries ?? []) entries.set(entry.name, entry);
}

/** A transformation may add entries and items anywhere. */
export function guarded(value: Value, isTransformed: boolean): Value {
  if (value.mayBeReplaced) {
    const { mayBeReplaced: _, ...known } = value;
    const why = 'a value that a spread may replace';
    return { kind: 'opaque', span: value.span, why, known: guarded(known, isTransformed) };
  }
  if (value.kind === 'scalar' || value.kind === 'opaque') return value;
  const opened = isTransformed && !value.isOpen ? ({ isOpen: true, isExposed: true } as const) : {};
  if (value.kind === 'sequence')
    return { ...value, ...opened, items: value.items.map((item) => guarded(item, isTransformed)) };
  const entries = value.entries.map((entry) => ({ ...entry, value: guarded(entry.value, isTransformed) }));
  return { ...value, ...opened, entries };
}
