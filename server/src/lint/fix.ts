/**
 * Fixes that many rules offer; undefined without a replacement, and for text from an alias or a merge key. A value of a program
 * may be replaced where it is written.
 */
import type { Bound } from '../analysis/binding/bind.ts';
import { quote } from '../text/quote.ts';
import { renamedPath } from '../tree/json-patch.ts';
import type { Fix, Plain } from '../tree/tree-edit.ts';
import type { Entry, Mapping, Value } from '../tree/value.ts';

type Safety = Fix['safety'];

export function replaceBy(value: Value, by: Plain | undefined, safety: Safety, title?: string): Fix | undefined {
  if (by === undefined || value.kind === 'opaque' || (value.isAlias && !isWrittenElsewhere(value))) return undefined;
  return { title: title ?? `Replace with ${shown(by)}`, safety, edits: [{ kind: 'replace', value, by }] };
}

/** True for a value that a program takes from a literal elsewhere, such as that of a constant. */
function isWrittenElsewhere(value: Value): boolean {
  return value.kind === 'scalar' && value.origin !== undefined && !value.isComputed && !value.isShared;
}

export function renameTo(owner: Mapping, entry: Entry, to: string, safety: Safety): Fix | undefined {
  const title = `Rename to ${quote(to)}`;
  if (entry.inPath) {
    const { path } = entry.inPath;
    const by = renamedPath(entry.inPath, to);
    return path.isAlias ? undefined : { title, safety, edits: [{ kind: 'replace', value: path, by }] };
  }
  if (owner.isAlias || entry.isMerged) return undefined;
  return { title, safety, edits: [{ kind: 'rename', entry, to }] };
}

export function removeEntry(owner: Mapping, entry: Entry, safety: Safety): Fix | undefined {
  if (owner.isAlias || entry.isMerged) return undefined;
  return { title: `Remove ${quote(entry.name)}`, safety, edits: [{ kind: 'remove-entry', mapping: owner, entry }] };
}

export function removeMember(node: Bound, safety: Safety): Fix | undefined {
  const owner = node.parent?.value;
  return owner?.kind === 'mapping' && node.entry ? removeEntry(owner, node.entry, safety) : undefined;
}

export function removeItem(node: Bound, title: string, safety: Safety): Fix | undefined {
  const sequence = node.parent?.value;
  const index = node.path.at(-1);
  const item = sequence?.kind === 'sequence' && typeof index === 'number' ? sequence.items[index] : undefined;
  if (sequence?.kind !== 'sequence' || sequence.isAlias || !item) return undefined;
  return { title, safety, edits: [{ kind: 'remove-item', sequence, item }] };
}

export function insertEntry(mapping: Mapping, name: string, value: Plain, safety: Safety): Fix | undefined {
  if (mapping.isAlias) return undefined;
  return { title: `Add ${name}: ${shown(value)}`, safety, edits: [{ kind: 'insert', mapping, name, value }] };
}

function shown(value: Plain): string {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}
