/** Drafts a mapping with one entry changed or added. The other entries keep their text. */
import type { DraftEntry, MappingDraft } from '../../tree/tree-edit.ts';
import { entryOf, type Entry, type Mapping } from '../../tree/value.ts';

export function keptEntry(entry: Entry): DraftEntry {
  return { name: entry.name, entry, value: { kind: 'keep', value: entry.value } };
}

/** Replaces the entry with that name, or else adds one after the entry `behind`, or at the end. */
export function withEntry(base: Mapping, name: string, value: DraftEntry['value'], behind?: string): MappingDraft {
  const entry = entryOf(base, name);
  const entries = base.entries.map((each) => (each === entry ? { name, entry, value } : keptEntry(each)));
  if (!entry) {
    const index = base.entries.findIndex((each) => each.name === behind);
    entries.splice(index < 0 ? entries.length : index + 1, 0, { name, entry: undefined, value });
  }
  return { kind: 'mapping', base, entries };
}
