/** Finds repeated keys in values that no contract type describes: in unknown fields, and in overwritten entries. */
import type { Path } from '../../tree/path.ts';
import type { Entry, Mapping, Value } from '../../tree/value.ts';

/** What a repeated member of JSON does where it does not replace the earlier ones: it is merged with them, or changes nothing. */
export type RepetitionEffect = 'merged' | 'ignored';

export interface Repetition {
  readonly mapping: Mapping;
  readonly entry: Entry;
  /** The first entry with this name. */
  readonly first: Entry;
  /** Undefined where the last entry wins. */
  readonly effect?: RepetitionEffect | undefined;
  readonly path: Path;
}

/** go-yaml's strict decoder reports every repetition at any depth. A template may select one of several entries. */
export function repetitionsIn(value: Value, path: Path): readonly Repetition[] {
  if (value.kind === 'sequence') return value.items.flatMap((item, i) => repetitionsIn(item, [...path, i]));
  if (value.kind !== 'mapping') return [];
  const known = new Map<string, Entry>();
  return value.entries.flatMap((entry) => {
    const own = [...path, entry.name];
    const first = known.get(entry.name);
    if (!first && !entry.isOpaqueKey) known.set(entry.name, entry);
    const repetition = first && !entry.isOpaqueKey && !value.isOpen && isSameKey(first, entry);
    const within = entry.isMerged ? [] : repetitionsIn(entry.value, own);
    return repetition ? [{ mapping: value, entry, first, path: own }, ...within] : within;
  });
}

/** False for a number or a boolean beside a string of the same name, which go-yaml reads as different keys. */
export function isSameKey(first: Entry, second: Entry): boolean {
  return isQuoted(first) === isQuoted(second) || !otherKey.test(second.name);
}

const otherKey = /^(?:true|false|-?\d+(?:\.\d+)?(?:e[-+]\d+)?|-?\.inf|\.nan)$/;

function isQuoted({ keyText }: Entry): boolean {
  return /^["'!]/.test(keyText);
}
