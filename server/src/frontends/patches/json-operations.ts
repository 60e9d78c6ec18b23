/** Reads a JSON patch as a part of the object that it changes: the names of a path around the value. */
import type { Span } from '../../text/span.ts';
import { isIndexSegment, segmentsOf } from '../../tree/json-patch.ts';
import type { Resource } from '../../tree/document.ts';
import {
  stringOf,
  valueOf,
  type Entry,
  type Mapping,
  type Opaque,
  type PathPlace,
  type Sequence,
  type Value,
} from '../../tree/value.ts';

/** Longer paths are in no object of these kinds. */
const mostSegments = 16;

/** Mappings whose keys may look like an index. */
const maps = new Set(['labels', 'annotations', 'deprecatedTopology']);

const writing = new Set(['add', 'replace']);

/** The part of an object of that type that the patch writes or names. */
export function patchedPart(list: Sequence, { type, apiVersion }: Pick<Resource, 'type' | 'apiVersion'>): Resource {
  const entries = list.items.flatMap((item) => (item.kind === 'mapping' ? entriesOf(item) : []));
  const [first] = list.items;
  const path = first?.kind === 'mapping' ? valueOf(first, 'path') : undefined;
  return {
    type,
    apiVersion,
    form: 'kubernetes',
    name: undefined,
    properties: { ...step, kind: 'mapping', span: list.span, entries },
    span: list.span,
    head: (path ?? first ?? list).span,
    isPartial: true,
    isJsonPatch: true,
    envelope: undefined,
  };
}

/** Where only a path is written, the rest of the collection is in another file. */
const step = { style: 'flow', isOpen: true, isAlias: true } as const;

function elsewhere(span: Span): Opaque {
  return { kind: 'opaque', span, why: 'a value in another file' };
}

function entriesOf(item: Mapping): readonly Entry[] {
  const op = item.isOpen ? '' : (stringOf(valueOf(item, 'op')) ?? '');
  const isMoving = op === 'move' || op === 'copy';
  const value = writing.has(op) ? valueOf(item, 'value') : undefined;
  return [
    ...entryAt(item, { member: 'path', isWritten: writing.has(op) || isMoving, leaf: value ?? elsewhere(item.span) }),
    ...(isMoving ? entryAt(item, { member: 'from', isWritten: false, leaf: elsewhere(item.span) }) : []),
  ];
}

interface PatchedPlace {
  readonly member: 'path' | 'from';
  /** False where the operation only reads or removes what is there. */
  readonly isWritten: boolean;
  readonly leaf: Value;
}

/** Empty for a path that is not known, or that names the whole object. */
function entryAt(item: Mapping, { member, isWritten, leaf }: PatchedPlace): readonly Entry[] {
  const path = valueOf(item, member);
  if (!path || !isPath(path)) return [];
  const all = segmentsOf(path);
  if (all.length > mostSegments) return [];
  const map = all.findIndex(({ name }) => maps.has(name));
  // Removing a key is right, whatever it is.
  const isCut = !isWritten && map >= 0 && map + 1 < all.length;
  const segments = isCut ? all.slice(0, map + 1) : all;
  let value = isCut ? elsewhere(item.span) : leaf;
  for (let index = segments.length - 1; index > 0; index--) {
    const { name } = segments[index] ?? { name: '' };
    const isIndex = isIndexSegment(name) && !maps.has(segments[index - 1]?.name ?? '');
    value = isIndex
      ? { ...step, kind: 'sequence', span: item.span, items: [...itemsBefore(name, item), value] }
      : { ...step, kind: 'mapping', span: item.span, entries: entry({ path, index, isWritten }, value) };
  }
  return entry({ path, index: 0, isWritten }, value);
}

/** Items in another file, so that findings have the index of the path. The end of a list is not known. */
function itemsBefore(index: string, { span }: Mapping): readonly Value[] {
  const count = /^\d{1,2}$/.test(index) ? Number(index) : 0;
  return Array.from({ length: count }, () => elsewhere(span));
}

function isPath(value: Value): value is PathPlace['path'] {
  return value.kind === 'scalar' && typeof value.value === 'string' && /^\/./.test(value.value);
}

function entry(inPath: PathPlace, value: Value): readonly Entry[] {
  const segment = segmentsOf(inPath.path)[inPath.index];
  if (!segment) return [];
  const { name, span } = segment;
  return [{ name, keyText: name, key: span, value, isMerged: false, isOpaqueKey: false, inPath }];
}
