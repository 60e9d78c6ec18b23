/** The places of an object that name something: the object itself, a port of it, or another object that it refers to. */
import { member, nodeAt, textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { isFamilyKind, isSlice } from '../../analysis/workspace/family.ts';
import { groupOf } from '../../analysis/facts/naming.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { kindKey } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { shift } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import { objectAt } from './own-object.ts';
import type { Files, View } from '../view.ts';
import { qualifiedFieldName, isWritten, writtenNodes, writtenNodesAt } from '../written.ts';

/** Another object, as a reference names it. */
export interface MentionedReference {
  readonly what: 'reference';
  /** As in the keys of the index. */
  readonly kind: string;
  readonly name: string;
  /** Those that it can mean; an empty text for what is in none. */
  readonly namespaces: readonly string[];
}

export type MentionMeaning =
  /** The object itself, by its name or its kind. */
  | { readonly what: 'name' | 'kind' }
  /** The Service that a slice belongs to. */
  | { readonly what: 'service-label' }
  | { readonly what: 'port'; readonly name: string }
  | MentionedReference;

export interface Mention {
  readonly view: View;
  readonly entry: IndexedObject;
  readonly object: PlacedObject;
  /** In the file. */
  readonly span: Span;
  /** The value; undefined for a kind. */
  readonly node: Bound | undefined;
  readonly means: MentionMeaning;
}

/** What is named at the offset, but for an expression, whose parts mean something of their own. */
export function mentionAt(view: View, offset: number, files: Files): Mention | undefined {
  const mention = anyMentionAt(view, offset, files);
  const value = mention?.node?.value;
  return value?.kind === 'opaque' && value.why === 'an expression' ? undefined : mention;
}

/** What is named at the offset, also by an expression. What an alias brings stands elsewhere. */
export function anyMentionAt(view: View, offset: number, files: Files): Mention | undefined {
  const own = objectAt({ view, files, offset });
  if (!own) return undefined;
  const nodes = writtenNodesAt(own.object.binding, offset - own.object.start);
  return mentionsOf(own, nodes).find(({ span }) => span.start <= offset && offset <= span.end);
}

/** Everything that is named in the file, in the order of its objects. */
export function mentionsIn(view: View, { workspace }: Files): readonly Mention[] {
  const entries = workspace.entriesIn(view.uri);
  return objectsIn(view.file).flatMap((object) => {
    const entry = entries[object.ordinal];
    return entry ? mentionsOf({ view, object, entry }, writtenNodes(object.binding)) : [];
  });
}

/** An object of the workspace in its file, which is read for it. */
export function objectOf(
  { uri, ordinal }: IndexedObject,
  files: Files,
): { readonly view: View; readonly object: PlacedObject } | undefined {
  const view = files.view(uri);
  const object = view && objectsIn(view.file)[ordinal];
  return object && { view, object };
}

/** What carries the name of the Service: the label of a slice, the name of every other object. */
export function serviceNameNode({ binding: { root }, resource }: PlacedObject): Bound | undefined {
  const label = isSlice({ kind: resource.type }) ? nodeAt(root, labelPath) : undefined;
  return label ?? nodeAt(root, ['metadata', 'name']);
}

/** The values that name ports, also those that an alias or a merge brings. */
export function portNames({ binding }: PlacedObject): readonly Bound[] {
  return binding.nodes.filter((node) => portFields.has(qualifiedFieldName(node)) && textOf(node));
}

const portFields = new Set(['ServicePort.name', 'EndpointPort.name', 'EndpointSlicePort.name']);
const labelPath = ['metadata', 'labels', serviceNameLabel];

function isLabel(path: Path): boolean {
  return path.length === labelPath.length && labelPath.every((step, i) => step === path[i]);
}

/** What the nodes of the object name, and the object itself. */
function mentionsOf(
  { view, object, entry }: Pick<Mention, 'view' | 'object' | 'entry'>,
  nodes: readonly Bound[],
): readonly Mention[] {
  const { resource, start } = object;
  const found = nodes.flatMap((node): Mention[] => {
    const means = meaningOf(node, entry);
    return means ? [{ view, entry, object, span: shift(node.value.span, start), node, means }] : [];
  });
  if (!isFamilyKind(entry.facts)) return found;
  const kind: MentionMeaning = { what: 'kind' };
  return [...found, { view, entry, object, span: shift(resource.head, start), node: undefined, means: kind }];
}

function meaningOf(node: Bound, entry: IndexedObject): MentionMeaning | undefined {
  const { path, value } = node;
  if (!isWritten(node)) return undefined;
  const text = textOf(node);
  const isOwn = path.length === 2 && path[0] === 'metadata';
  // An expression or a template names the object, too.
  const isGiven = value.kind === 'opaque' && ['an expression', 'a template'].includes(value.why);
  if (isOwn && path[1] === 'name' && (text || isGiven)) return { what: 'name' };
  if (!text) return undefined;
  if (isOwn && path[1] === 'namespace') return referenceTo('Namespace', text, ['']);
  if (isSlice(entry.facts) && isLabel(path)) return { what: 'service-label' };
  const field = qualifiedFieldName(node);
  return portFields.has(field) ? { what: 'port', name: text } : referenceIn(node, field, text, entry);
}

function referenceIn(
  { parent }: Bound,
  field: string,
  text: string,
  entry: IndexedObject,
): MentionedReference | undefined {
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

function referenceTo(kind: string, name: string, namespaces: readonly string[]): MentionedReference {
  return { what: 'reference', kind, name, namespaces };
}
