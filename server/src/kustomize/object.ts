/** The objects of a build in progress: their trees, their identities, and edits of trees that share what they keep. */
import { memo } from '../text/memo.ts';
import type { BuiltEntry, BuiltMapping, BuiltScalar, BuiltValue, Origin } from '../tree/built.ts';

/** Identifies an object at one step of the build. An empty namespace and `default` are equal. */
export interface ObjectId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** Immutable: a transformer returns another object. */
export interface BuildObject {
  readonly root: BuiltMapping;
  /** Those of earlier steps, the first one first; the present one is in the tree. */
  readonly previous: readonly ObjectId[];
  /** The prefixes and suffixes so far, outermost last: references distinguish objects by them. */
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  /** The file that added the object. */
  readonly path: string;
  /** A key that kustomize rejects when it writes the object: one that a mapping repeats, or that is not a string. */
  readonly repeated?: RepeatedKey;
  /** The transformers that ran on it, where `buildMetadata` asks for them. */
  readonly steps?: readonly BuildStep[];
  /** The names of the vars that mean it. */
  readonly vars?: readonly string[];
  /** What labels wrote into the selector of a Service that had none. */
  readonly addedSelector?: AddedSelector;
  /** True if the name gets a hash of the content at the end of the build; undefined if no generator made the object. */
  readonly needsHash?: boolean;
}

export interface RepeatedKey {
  readonly name: string;
  readonly at: Origin;
  /** True for a key that is not repeated, but is not a string, such as a number. */
  readonly isNoText?: boolean;
}

export interface BuildStep {
  /** The path of the kustomization. */
  readonly path: string;
  readonly kind: string;
}

export interface AddedSelector {
  /** The field of the kustomization that adds it: `commonLabels`. */
  readonly field: string;
  /** The keys in kustomizations, the first one first. */
  readonly keys: readonly Origin[];
}

/** kustomize reads a number as a name, too. */
const idOfRoot = memo((root: BuiltMapping): ObjectId => {
  const apiVersion = builtScalarText(entryAt(root, 'apiVersion')?.value);
  const metadata = entryAt(root, 'metadata')?.value;
  const slash = apiVersion.indexOf('/');
  return {
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: builtScalarText(entryAt(root, 'kind')?.value),
    name: builtScalarText(entryAt(metadata, 'name')?.value),
    namespace: builtScalarText(entryAt(metadata, 'namespace')?.value),
  };
});

/** The present identity, with empty texts for what is missing. Those of earlier steps are in `previous`. */
export function idOf({ root }: BuildObject): ObjectId {
  return idOfRoot(root);
}

/** The entry of a mapping; undefined where it has none of that name, and for any other value. */
export function entryAt(value: BuiltValue | undefined, name: string): BuiltEntry | undefined {
  if (value?.kind !== 'mapping') return undefined;
  for (const entry of value.entries) if (entry.name === name) return entry;
  return undefined;
}

/** The value at a path of names; undefined where a part of it is missing. */
export function builtAt(value: BuiltValue | undefined, names: readonly string[]): BuiltValue | undefined {
  return names.reduce((at, name) => entryAt(at, name)?.value, value);
}

/** The string at a path of names; empty where there is none. */
export function builtText(value: BuiltValue | undefined, names: readonly string[]): string {
  const found = builtAt(value, names);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : '';
}

/** The mapping with one entry set, at the place of the old one or at the end. */
export function withBuiltEntry(mapping: BuiltMapping, entry: BuiltEntry): BuiltMapping {
  const entries = mapping.entries.slice();
  const at = entries.findIndex(({ name }) => name === entry.name);
  entries[at < 0 ? entries.length : at] = entry;
  return { kind: 'mapping', entries, origin: mapping.origin };
}

/** The mapping without the entry, which need not exist. */
export function withoutEntry(mapping: BuiltMapping, name: string): BuiltMapping {
  return { ...mapping, entries: mapping.entries.filter((entry) => entry.name !== name) };
}

/** A scalar from texts at the origins, the first one first. Each scalar needs one at least. */
export function builtScalar(value: BuiltScalar['value'], ...origins: readonly Origin[]): BuiltScalar {
  return { kind: 'scalar', value, origins };
}

/** More of them help nobody who reads a finding. */
const mostOrigins = 64;

/** The origins of a scalar that is made of others: each place once, those of the first one first. */
export function joinOrigins(first: readonly Origin[], ...others: readonly (readonly Origin[])[]): readonly Origin[] {
  const joined = first.slice(0, mostOrigins);
  for (const origin of others.flat()) {
    if (joined.length >= mostOrigins) break;
    if (!joined.some((each) => isSameOrigin(each, origin))) joined.push(origin);
  }
  return joined;
}

function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.path === other.path && one.span.start === other.span.start && one.span.end === other.span.end;
}

/** The first text of a value. */
export function originOf(value: BuiltValue): Origin {
  if (value.kind !== 'scalar') return value.origin;
  const first = value.origins[0];
  if (first === undefined) throw new Error('a scalar without an origin');
  return first;
}

/** A scalar as the text that kustomize reads: empty for null. */
export function builtScalarText(value: BuiltValue | undefined): string {
  if (value?.kind !== 'scalar' || value.value === null) return '';
  return typeof value.value === 'string' ? value.value : (value.raw ?? String(value.value));
}

/** The objects, each changed; the same list if none is. */
export function mapObjects(
  objects: readonly BuildObject[],
  change: (object: BuildObject) => BuildObject,
): readonly BuildObject[] {
  const changed = objects.map(change);
  return changed.every((object, at) => object === objects[at]) ? objects : changed;
}
