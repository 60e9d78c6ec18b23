/** Finds the place to report a finding on a whole object. */
import { nodeAt, type Binding, type Bound } from '../analysis/binding/bind.ts';
import type { ObjectType } from '../contract/type.ts';
import type { Span } from '../text/span.ts';
import type { Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { entryOf, type Mapping } from '../tree/value.ts';

/** The first key of an object, or the word before the brace of a block; the whole object where it has none. */
function headOf(mapping: Mapping): Span {
  if (mapping.blockKey) return mapping.blockKey;
  const first = mapping.isAlias ? undefined : mapping.entries[0];
  return first?.key ?? mapping.span;
}

/** The place of an absent or empty member: its key where it is written, else the head of its owner. */
export function placeOf(owner: Bound<Mapping>, name: string): { span: Span; path: Path } {
  const entry = entryOf(owner.value, name);
  const value = entry?.value.span;
  const span = entry && value ? (value.start === value.end ? entry.key : value) : headOf(owner.value);
  return { span: span.start === span.end ? widened(owner) : span, path: [...owner.path, name] };
}

/** An empty item has no width, so the dash before it or the key above it is used. */
function widened({ value, entry }: Bound): Span {
  return entry?.key ?? { start: Math.max(0, value.span.start - 1), end: value.span.start };
}

/** True for an object, even where a template or an expression may add to it. */
export function isMapping(node: Bound): node is Bound<Mapping> {
  return node.value.kind === 'mapping';
}

/** True for an object of that type, or of its patch twin. */
export function isOfType({ type }: Bound, { name }: ObjectType): boolean {
  return type.kind === 'object' && type.base === name;
}

/** True for a member of an object of that type, or of its patch twin. */
export function isMemberOf({ parent }: Bound, type: ObjectType): boolean {
  return parent !== undefined && isOfType(parent, type);
}

/** The name of a bound object; undefined where it has none. */
export function nameNode({ root }: Binding): Bound | undefined {
  return nodeAt(root, ['metadata', 'name']);
}

/** The name of a bound object; its head where it has no name. */
export function objectPlace(binding: Binding, { head }: Resource): Bound | { span: Span } {
  return nameNode(binding) ?? { span: head };
}

/** The key of a member, for findings on the whole member. */
export function keyPlace({ entry, path }: Bound): { span: Span; path: Path } | undefined {
  return entry && { span: entry.key, path };
}
