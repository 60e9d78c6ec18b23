/** Fixes that add an option to a resource of a Pulumi program. */
import type { Resource } from '../tree/document.ts';
import { keyOf, resourceOptions } from '../tree/program.ts';
import type { DraftPart, Fix, TreeEdit } from '../tree/tree-edit.ts';
import type { Mapping } from '../tree/value.ts';

/** Adds `retainOnDelete`, which keeps the object when the resource is removed. */
export function retain(resource: Resource): Fix | undefined {
  const edit = optionEdit(resource, 'retainOnDelete', { kind: 'plain', value: true });
  return edit && suggested('Add retainOnDelete: true', edit);
}

/** Adds `dependsOn`, which makes the resource wait for another resource of the program. */
export function waitFor(resource: Resource, logicalName: string): Fix | undefined {
  // An expression cannot refer to a name with a dot.
  if (!/^[\w-]+$/.test(logicalName)) return undefined;
  const edit = dependencyEdit(resource, { kind: 'expression', name: logicalName });
  return edit && suggested(`Add dependsOn: \${${logicalName}}`, edit);
}

/** The edit that appends an entry to a mapping, with collections on separate lines. */
export function appendEntry(base: Mapping, name: string, value: DraftPart): TreeEdit | undefined {
  if (base.isAlias || base.isOpen) return undefined;
  const existing = base.entries.map((entry) => ({
    name: entry.name,
    entry,
    value: { kind: 'keep', value: entry.value } as const,
  }));
  return { kind: 'compose', by: { kind: 'mapping', base, entries: [...existing, { name, entry: undefined, value }] } };
}

export function newMapping(name: string, value: DraftPart): DraftPart {
  return { kind: 'mapping', base: undefined, entries: [{ name, entry: undefined, value }] };
}

export function suggested(title: string, edit: TreeEdit): Fix {
  return { title, safety: 'suggested', edits: [edit] };
}

function dependencyEdit(resource: Resource, item: DraftPart): TreeEdit | undefined {
  const options = resourceOptions(resource.envelope);
  const list = options?.kind === 'mapping' ? keyOf(options, 'dependsOn')?.value : undefined;
  if (!list) return optionEdit(resource, 'dependsOn', { kind: 'list', base: undefined, items: [item] });
  if (list.kind !== 'sequence' || list.isAlias || list.isOpen) return undefined;
  const existing = list.items.map((value) => ({ kind: 'keep', value }) as const);
  return { kind: 'compose', by: { kind: 'list', base: list, items: [...existing, item] } };
}

/** Undefined where the option exists, or the options come from an alias or a merge key. */
function optionEdit({ envelope }: Resource, name: string, value: DraftPart): TreeEdit | undefined {
  if (!envelope) return undefined;
  const options = keyOf(envelope, 'options');
  if (!options) return appendEntry(envelope, 'options', newMapping(name, value));
  if (options.value.kind !== 'mapping' || options.isMerged || keyOf(options.value, name)) return undefined;
  return appendEntry(options.value, name, value);
}
