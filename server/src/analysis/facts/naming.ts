/** Reads names and namespaces of objects. An opaque name is represented by its source text. */
import { memo } from '../../text/memo.ts';
import { bareText } from '../../text/quote.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { isNull, stringOf, valueOf, type Opaque, type Value } from '../../tree/value.ts';

export interface ObjectName {
  /** Equal for equal names; empty where nothing is known. */
  readonly text: string;
  /** False for the source text of an opaque name. */
  readonly isKnown: boolean;
}

/** The API group of an `apiVersion`; empty for the core group. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
}

const unknown: ObjectName = { text: '', isKnown: false };

export function nameOf(resource: Resource, document: Document): ObjectName {
  // The path of a name is not the name of the object.
  if (resource.isJsonPatch) return unknown;
  const written = memberOf(resource, 'name');
  if (written) return referredName(written, document);
  // Pulumi generates a name; an expression that reads it from the resource has the same value.
  const key = resource.key ?? resource.name;
  return resource.form === 'pulumi' && key !== undefined
    ? { text: `\${${key}.metadata.name}`, isKnown: false }
    : unknown;
}

/** The namespace; undefined where it is absent. */
export function namespaceOf(resource: Resource, document: Document): ObjectName | undefined {
  const metadata = valueOf(resource.properties, 'metadata');
  if (metadata?.kind === 'opaque' || resource.isJsonPatch) return unknown;
  const written = memberOf(resource, 'namespace');
  if (written) return referredName(written, document);
  // The provider of Terraform sends it where none is written.
  const isFilledIn = resource.terraform !== undefined && !resource.terraform.isManifest;
  return isFilledIn ? { text: 'default', isKnown: true } : undefined;
}

function memberOf({ properties }: Resource, name: string): Value | undefined {
  const metadata = valueOf(properties, 'metadata');
  const value = metadata?.kind === 'mapping' ? valueOf(metadata, name) : undefined;
  return isNull(value) || stringOf(value) === '' ? undefined : value;
}

/** The name that a value holds or refers to. */
export function referredName(value: Value, document: Document): ObjectName {
  const literal = stringOf(value);
  if (literal !== undefined) return { text: literal, isKnown: true };
  // Equal placeholders may be replaced by different names.
  if (value.kind !== 'opaque' || value.why === 'a placeholder') return unknown;
  const written = identityText(value, document);
  return document.form === 'pulumi' ? followExpression(written, document) : { text: written, isKnown: false };
}

/** Follows expressions such as `${db.metadata.name}` through resources to a name or to the last expression. */
function followExpression(written: string, document: Document): ObjectName {
  const names = namesIn(document);
  const seen = new Set<string>();
  let text = written;
  for (;;) {
    const [, owner = ''] = /^\$\{([\w#-]+)\.metadata\.name\}$/.exec(text) ?? [];
    const name = seen.has(owner) ? undefined : names.get(owner);
    if (!name) return { text, isKnown: false };
    if (name.isKnown) return name;
    seen.add(owner);
    text = name.text;
  }
}

/** The source text of an opaque value, on one line without quotes. */
export function expressionText({ origin, span }: Opaque, text: string): string {
  const { start, end } = origin ?? span;
  return bareText(text.slice(start, end));
}

/** Equal for equal values. In a program, whose names mean something else in each function, empty for most values. */
function identityText(value: Opaque, { text, syntax }: Document): string {
  return syntax === 'code' ? (value.expression ?? '') : expressionText(value, text);
}

/** The written names in a program, by what expressions call its resources. */
const namesIn = memo((document: Document): ReadonlyMap<string, ObjectName> => {
  const { resources, neighbours } = document;
  const named = [...resources, ...neighbours].flatMap((resource): [string, ObjectName][] => {
    const value = memberOf(resource, 'name');
    const literal = stringOf(value);
    const key = resource.key ?? resource.name;
    if (key === undefined) return [];
    if (literal !== undefined) return [[key, { text: literal, isKnown: true }]];
    return value?.kind === 'opaque' ? [[key, { text: identityText(value, document), isKnown: false }]] : [];
  });
  return new Map(named);
});
