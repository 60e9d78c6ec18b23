/** Gives opaque values the ones that they have if every variable has its default. */
import type { Mapping, Value } from '../../tree/value.ts';
import { isSameSpan } from '../../text/span.ts';

/** `hinted` is the same object, read with the defaults. Values are compared where path and place agree. */
export function withHints(read: Mapping, hinted: Mapping): Mapping {
  const entries = read.entries.map((entry) => {
    const other = hinted.entries.find(({ name }) => name === entry.name);
    return other ? { ...entry, value: hintedValue(entry.value, other.value) } : entry;
  });
  return { ...read, entries };
}

function hintedValue(value: Value, hinted: Value): Value {
  if (value.kind === 'mapping') return hinted.kind === 'mapping' ? withHints(value, hinted) : value;
  if (value.kind === 'sequence' && hinted.kind === 'sequence') {
    const items = value.items.map((item, i) => {
      const other = hinted.items[i];
      return other ? hintedValue(item, other) : item;
    });
    return { ...value, items };
  }
  const isHint = value.kind === 'opaque' && hinted.kind === 'scalar' && isSameSpan(value.span, hinted.span);
  return isHint ? { ...value, hint: hinted } : value;
}
