/** What an object says where both kinds say it alike: its name, its namespace, its labels, and plain values. */
import type { Document, Resource } from '../tree/document.ts';
import { valueOf, type Value } from '../tree/value.ts';

export interface DocumentResource {
  readonly document: Document;
  readonly resource: Resource;
}

/** The value below names; undefined where one of them is missing. */
export function valueBelow(value: Value | undefined, path: readonly string[]): Value | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return value?.kind === 'mapping' ? valueBelow(valueOf(value, name), rest) : undefined;
}

/** What a scalar says, and what is written where that is known only later; empty for null and for nothing. */
export function meaning(value: Value | undefined, text: string): string {
  if (value?.kind === 'scalar') return value.value === null ? '' : String(value.value);
  if (value?.kind !== 'opaque') return '';
  const written = text.slice(value.span.start, value.span.end).trim();
  return /^(["']).*\1$/s.test(written) ? written.slice(1, -1) : written;
}

/** A value as plain data; equal for values that say the same, in whatever order their names are. */
export function comparableText(value: Value | undefined, text: string): string {
  return JSON.stringify(plainOf(value, text));
}

function plainOf(value: Value | undefined, text: string): unknown {
  if (!value) return null;
  if (value.kind === 'sequence') return value.items.map((item) => plainOf(item, text));
  if (value.kind !== 'mapping') return [value.kind, meaning(value, text)];
  const entries = value.entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.map((entry) => [entry.name, plainOf(entry.value, text)]);
}

/** The name as written, also where it is an expression; empty where none is. */
export function nameText({ text }: Document, { properties }: Resource): string {
  return meaning(valueBelow(properties, ['metadata', 'name']), text);
}

/** The namespace as written; empty where none is. */
export function namespaceText({ text }: Document, { properties }: Resource): string {
  return meaning(valueBelow(properties, ['metadata', 'namespace']), text);
}

/** A label as written; empty if there is none. */
export function labelText({ text }: Document, { properties }: Resource, name: string): string {
  return meaning(valueBelow(properties, ['metadata', 'labels', name]), text);
}
