/** Reads values that both kinds have in common: name, namespace, labels and scalars. */
import type { Document, Resource } from '../tree/document.ts';
import { valueOf, type Value } from '../tree/value.ts';

export interface DocumentResource {
  readonly document: Document;
  readonly resource: Resource;
}

/** The value at a path; undefined if a part is missing. */
export function valueBelow(value: Value | undefined, path: readonly string[]): Value | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return value?.kind === 'mapping' ? valueBelow(valueOf(value, name), rest) : undefined;
}

/** The text of a scalar, or the source text of an opaque value; empty for null and for a missing value. */
export function meaning(value: Value | undefined, text: string): string {
  if (value?.kind === 'scalar') return value.value === null ? '' : String(value.value);
  if (value?.kind !== 'opaque') return '';
  const written = text.slice(value.span.start, value.span.end).trim();
  return /^(["']).*\1$/s.test(written) ? written.slice(1, -1) : written;
}

/** The value as canonical text, independent of the order of keys. */
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

/** The name as written, also for an expression; empty if it has none. */
export function nameText({ text }: Document, { properties }: Resource): string {
  return meaning(valueBelow(properties, ['metadata', 'name']), text);
}

/** The namespace as written; empty if it has none. In the blocks of Terraform, an absent one is `default`. */
export function namespaceText({ text }: Document, { properties, terraform }: Resource): string {
  const written = meaning(valueBelow(properties, ['metadata', 'namespace']), text);
  return written === '' && terraform?.isManifest === false ? 'default' : written;
}

/** A label as written; empty if there is none. */
export function labelText({ text }: Document, { properties }: Resource, name: string): string {
  return meaning(valueBelow(properties, ['metadata', 'labels', name]), text);
}
