/** Finds the places in an object that name the object itself, one of its ports, or another object. */
import { member, textOf, nodeAt, type Bound } from '../../analysis/binding/bind.ts';
import { isFamilyKind, isSlice } from '../../analysis/workspace/family.ts';
import { groupOf } from '../../analysis/facts/naming.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { kindKey } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { newestMinor } from '../../contract/version.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import { heldValuesAt } from '../program/held-values.ts';
import { objectAt } from './object-at-cursor.ts';
import { partAt, type Files, type View } from '../view.ts';
import { qualifiedFieldName, isWritten, writtenNodes, writtenNodesAt } from '../written-values.ts';

export interface NamedReference {
  readonly what: 'reference';
  /** The kind as in the keys of the index. */
  readonly kind: string;
  readonly name: string;
  /** The possible namespaces; an empty text for cluster-scoped objects. */
  readonly namespaces: readonly string[];
}

export type PlaceMeaning =
  /** The object itself, at its name or its kind. */
  | { readonly what: 'name' | 'kind' }
  | { readonly what: 'service-label' }
  | { readonly what: 'port'; readonly name: string }
  | NamedReference;

export interface NamedPlace {
  readonly view: View;
  readonly entry: IndexedObject;
  readonly object: PlacedObject;
  readonly span: Span;
  readonly node: Bound | undefined;
  readonly means: PlaceMeaning;
}

/** The named place at the offset of the file; undefined where there is none, or an expression gives the name. */
export function namedPlaceAt(view: View, offset: number, files: Files): NamedPlace | undefined {
  const place = anyNamedPlaceAt(view, offset, files);
  const value = place?.node?.value;
  return value?.kind === 'opaque' && value.why === 'an expression' ? undefined : place;
}

/** The named place at the offset of the file, also where an expression gives the name. Excludes copies by an alias. */
export function anyNamedPlaceAt(view: View, offset: number, files: Files): NamedPlace | undefined {
  const held = heldPlaceAt(view, offset, files);
  if (held) return held;
  const own = objectAt({ view, files, offset });
  if (!own) return undefined;
  const nodes = writtenNodesAt(own.object.binding, offset - own.object.start);
  return namedPlacesOf(own, nodes).find(({ span }) => span.start <= offset && offset <= span.end);
}

/** The place of a literal outside of the call whose object it names. */
function heldPlaceAt(view: View, offset: number, { workspace }: Files): NamedPlace | undefined {
  const part = partAt(view, offset);
  const entries = part?.document.syntax === 'code' ? workspace.entriesIn(view.uri) : [];
  if (!part || entries.length === 0) return undefined;
  for (const { ordinal, node, span, isKey } of heldValuesAt(part.document, newestMinor, offset - part.start)) {
    const [entry, object] = [entries[ordinal], objectsIn(view.file)[ordinal]];
    const means = entry && !isKey ? meaningOf(node, entry) : undefined;
    if (entry && object && means) return { view, entry, object, span: shift(span, part.start), node, means };
  }
  return undefined;
}

export function namedPlacesIn(view: View, { workspace }: Files): readonly NamedPlace[] {
  const entries = workspace.entriesIn(view.uri);
  return objectsIn(view.file).flatMap((object) => {
    const entry = entries[object.ordinal];
    return entry ? namedPlacesOf({ view, object, entry }, writtenNodes(object.binding)) : [];
  });
}

/** Reads the file of an object and finds the object in it; undefined where the file or the object is unknown. */
export function locateObject(
  { uri, ordinal }: IndexedObject,
  files: Files,
): { readonly view: View; readonly object: PlacedObject } | undefined {
  const view = files.view(uri);
  const object = view && objectsIn(view.file)[ordinal];
  return object && { view, object };
}

/** The value with the name of the Service: a label in a slice, otherwise the name of the object. */
export function serviceNameNode({ binding: { root }, resource }: PlacedObject): Bound | undefined {
  const label = isSlice({ kind: resource.type }) ? nodeAt(root, labelPath) : undefined;
  return label ?? nodeAt(root, ['metadata', 'name']);
}

/** The values that name ports, with copies by an alias or a merge key. */
export function portNames({ binding }: PlacedObject): readonly Bound[] {
  return binding.nodes.filter((node) => isPortName(node) && textOf(node));
}

/** True for the name of a port, also where it is not known. */
export function isPortName(node: Bound): boolean {
  return portFields.has(qualifiedFieldName(node));
}

const portFields = new Set(['ServicePort.name', 'EndpointPort.name', 'EndpointSlicePort.name']);
const labelPath = ['metadata', 'labels', serviceNameLabel];

function isLabel(path: Path): boolean {
  return path.length === labelPath.length && labelPath.every((step, i) => step === path[i]);
}

/** The named places among the nodes of the object, and the object's kind. */
function namedPlacesOf(
  { view, object, entry }: Pick<NamedPlace, 'view' | 'object' | 'entry'>,
  nodes: readonly Bound[],
): readonly NamedPlace[] {
  const { resource, start } = object;
  const found = nodes.flatMap((node): NamedPlace[] => {
    const means = isWritten(node) ? meaningOf(node, entry) : undefined;
    return means ? [{ view, entry, object, span: shift(node.value.span, start), node, means }] : [];
  });
  // The name of a class in a program is answered by the server of its language.
  if (!isFamilyKind(entry.facts) || object.document.syntax === 'code') return found;
  const kind: PlaceMeaning = { what: 'kind' };
  return [...found, { view, entry, object, span: shift(resource.head, start), node: undefined, means: kind }];
}

/** What the value names, wherever it is written; undefined where it names nothing. */
export function meaningOf(node: Bound, entry: IndexedObject): PlaceMeaning | undefined {
  const { path, value } = node;
  const text = textOf(node);
  const isOwn = path.length === 2 && path[0] === 'metadata';
  // An expression or a template can also give the object's name.
  const isGiven = value.kind === 'opaque' && ['an expression', 'a template'].includes(value.why);
  if (isOwn && path[1] === 'name' && (text || isGiven)) return { what: 'name' };
  if (!text) return undefined;
  if (isOwn && path[1] === 'namespace') return referenceTo('Namespace', text, ['']);
  if (isSlice(entry.facts) && isLabel(path)) return { what: 'service-label' };
  const field = qualifiedFieldName(node);
  return portFields.has(field) ? { what: 'port', name: text } : referenceIn(node, field, text, entry);
}

function referenceIn({ parent }: Bound, field: string, text: string, entry: IndexedObject): NamedReference | undefined {
  const sibling = (name: string): string => (parent && textOf(member(parent, name))) || '';
  const around = [...new Set(entry.identities.map(({ namespace }) => namespace))];
  switch (field) {
    case 'EndpointAddress.nodeName':
    case 'Endpoint.nodeName':
    case 'ForNode.name':
      return referenceTo('Node', text, ['']);
    case 'ObjectReference.namespace':
      return referenceTo('Namespace', text, ['']);
    case 'ObjectReference.name':
    case 'OwnerReference.name': {
      const group = groupOf(sibling('apiVersion'));
      const namespaces = sibling('namespace') === '' ? around : [sibling('namespace')];
      return sibling('kind') === '' ? undefined : referenceTo(kindKey(sibling('kind'), group), text, namespaces);
    }
    default:
      return undefined;
  }
}

function referenceTo(kind: string, name: string, namespaces: readonly string[]): NamedReference {
  return { what: 'reference', kind, name, namespaces };
}
