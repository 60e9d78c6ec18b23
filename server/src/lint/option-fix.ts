/** Fixes that add an option to a resource of a Pulumi program. */
import type { Document, Resource } from '../tree/document.ts';
import { programName } from '../tree/program-name.ts';
import { keyOf, resourceOptions } from '../tree/program.ts';
import type { DraftPart, Fix, TreeEdit } from '../tree/tree-edit.ts';
import type { Mapping } from '../tree/value.ts';

/** Adds `retainOnDelete`, which keeps the object when the resource is removed. */
export function retain(resource: Resource, { language }: Document): Fix | undefined {
  const edit = optionEdit(resource, 'retainOnDelete', { kind: 'plain', value: true });
  const name = language ? programName('retainOnDelete', language) : 'retainOnDelete: true';
  return edit && suggested(`Add ${name}`, edit);
}

/** Adds `dependsOn`, which makes the resource wait for another resource of the program. */
export function waitFor(resource: Resource, other: Resource, document: Document): Fix | undefined {
  const { language } = document;
  const name = language ? variableBefore(resource, other, document) : other.name;
  // An expression of YAML cannot refer to a name with a dot.
  if (name === undefined || (!language && !/^[\w-]+$/.test(name))) return undefined;
  const edit = dependencyEdit(resource, { kind: 'expression', name, isVariable: language !== undefined });
  const title = language ? `Add ${programName('dependsOn', language)} with ${name}` : `Add dependsOn: \${${name}}`;
  return edit && suggested(title, edit);
}

/** The variable of a program that holds a resource; undefined where none does before the other resource. */
function variableBefore(
  resource: Resource,
  { key, name }: Resource,
  { variables = [], text }: Document,
): string | undefined {
  const declared = variables.find(({ root, isDeclaration }) => isDeclaration && root === (key ?? name));
  const isBefore = declared && declared.span.end < resource.span.start;
  return isBefore ? text.slice(declared.span.start, declared.span.end) : undefined;
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
  // The entry of a program in another language is written nowhere, and counts as merged.
  const isMerged = options.isMerged && options.keyText !== '';
  if (options.value.kind !== 'mapping' || isMerged || keyOf(options.value, name)) return undefined;
  return appendEntry(options.value, name, value);
}
