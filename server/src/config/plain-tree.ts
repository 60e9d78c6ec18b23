/** Converts plain data from a client to a tree with empty spans. */
import type { Entry, Mapping, Value } from '../tree/value.ts';

export function treeOf(data: unknown): Value {
  const span = { start: 0, end: 0 };
  if (Array.isArray(data)) {
    return { kind: 'sequence', span, items: data.map(treeOf), style: 'flow', isOpen: false, isAlias: false };
  }
  if (typeof data === 'object' && data !== null) {
    const entries = Object.entries(data).flatMap(([name, value]): Entry[] =>
      value === null || value === undefined
        ? []
        : [{ name, keyText: name, key: span, value: treeOf(value), isMerged: false, isOpaqueKey: false }],
    );
    return { kind: 'mapping', span, entries, style: 'flow', isOpen: false, isAlias: false } satisfies Mapping;
  }
  const value = typeof data === 'string' || typeof data === 'boolean' || typeof data === 'number' ? data : null;
  return { kind: 'scalar', span, value, text: String(data), isAlias: false };
}
