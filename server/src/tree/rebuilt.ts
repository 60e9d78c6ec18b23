/** Copies of a tree: with some values replaced, or located in another text. Values that aliases share stay shared. */
import { shift } from '../text/span.ts';
import type { Entry, Value } from './value.ts';

/** The tree with the values that `by` replaces; the same tree if it has none of them. */
export function replaceValues(value: Value, by: ReadonlyMap<Value, Value>): Value {
  const known = new Map<Value, Value>(by);
  return rebuild(value, known, { ofValue: (each) => each, ofEntry: (each) => each });
}

/** The same tree for a text in which its own text starts at `offset`. */
export function shiftTree(value: Value, offset: number): Value {
  return rebuild(value, new Map(), {
    ofValue: (each) => ({
      ...each,
      span: shift(each.span, offset),
      ...('origin' in each && each.origin && { origin: shift(each.origin, offset) }),
    }),
    ofEntry: (entry) => ({ ...entry, key: shift(entry.key, offset) }),
  });
}

/** Changes single nodes, before their children. */
interface Changes {
  readonly ofValue: (value: Value) => Value;
  readonly ofEntry: (entry: Entry) => Entry;
}

/** `known` has the new values of those that are rebuilt already. */
function rebuild(value: Value, known: Map<Value, Value>, changes: Changes): Value {
  const done = known.get(value);
  if (done) return done;
  const made = withChildren(changes.ofValue(value), known, changes);
  known.set(value, made);
  return made;
}

function withChildren(value: Value, known: Map<Value, Value>, changes: Changes): Value {
  if (value.kind === 'sequence') {
    const items = value.items.map((item) => rebuild(item, known, changes));
    return items.every((item, i) => item === value.items[i]) ? value : { ...value, items };
  }
  if (value.kind !== 'mapping') return value;
  const entries = value.entries.map((entry) => {
    const own = rebuild(entry.value, known, changes);
    const changed = changes.ofEntry(entry);
    return own === changed.value ? changed : { ...changed, value: own };
  });
  return entries.every((entry, i) => entry === value.entries[i]) ? value : { ...value, entries };
}
