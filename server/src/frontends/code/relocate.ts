/** Copies of values that are written elsewhere: in a constant, a spread or a list that is mapped over. */
import type { Span } from '../../text/span.ts';
import type { Entry, Value } from '../../tree/value.ts';

/** The value with all its places moved to where it is used. Scalars keep the place of their literals as `origin`. */
export function relocated(value: Value, span: Span, most: number): { readonly value: Value; readonly count: number } {
  let count = 0;
  const moved = (each: Value): Value => {
    count++;
    if (count > most) return { kind: 'opaque', span, why: 'an expression that is too large' };
    if (each.kind === 'scalar') {
      const origin = each.isComputed ? undefined : (each.origin ?? each.span);
      return { ...each, span, isAlias: true, ...(origin && { origin }) };
    }
    if (each.kind === 'opaque') return { ...each, span, origin: each.origin ?? each.span };
    if (each.kind === 'sequence') return { ...each, span, isAlias: true, items: each.items.map(moved) };
    return { ...each, span, isAlias: true, entries: each.entries.map((entry) => movedEntry(entry)) };
  };
  const movedEntry = (entry: Entry): Entry => ({
    ...entry,
    key: span,
    keyOrigin: entry.keyOrigin ?? entry.key,
    isMerged: true,
    value: moved(entry.value),
  });
  return { value: moved(value), count };
}

/** The value in the body of a map: one text that stands for several values. */
export function shared<T extends Value>(value: T): T {
  if (value.kind === 'mapping') {
    const entries = value.entries.map((entry) => ({ ...entry, value: shared(entry.value) }));
    return { ...value, isShared: true, entries };
  }
  if (value.kind === 'sequence') return { ...value, isShared: true, items: value.items.map(shared) };
  return { ...value, isShared: true };
}
