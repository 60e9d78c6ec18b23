/** Binds a resource to its contract type: values to fields, and the mismatches. Only this file descends a type. */
import { fieldsAt, knownField, type KnownFields } from '../../contract/known-field.ts';
import type { Field, ListType, ObjectType, Type } from '../../contract/type.ts';
import { itemBlocks, itemsIn, type PlacedBlock } from '../../tree/item-blocks.ts';
import { isRepeating } from '../../tree/merge-repeats.ts';
import type { Path } from '../../tree/path.ts';
import { fits, readNull, takesStrings } from './fits.ts';
import { isKey, isReplacedWhole } from './list-merging.ts';
import { boundContent, DividedBinding, DividedNode, LazyBlock, type NodeBlock } from './divided.ts';
import { isSameKey, repetitionsIn, type Repetition, type RepetitionEffect } from './repetitions.ts';
import { isNull, valueOf, type Entry, type Mapping, type Scalar, type Sequence, type Value } from '../../tree/value.ts';

export interface Bound<V extends Value = Value> {
  readonly path: Path;
  readonly value: V;
  readonly type: Type;
  /** The entry that holds the value; undefined for list items and for the root. */
  readonly entry: Entry | undefined;
  readonly field: Field | undefined;
  readonly parent: Bound | undefined;
  /** In document order: the last entry of each member, or the items of a list. */
  readonly children: readonly Bound[];
  /** Of a divided list (see `tree/item-blocks.ts`): asking for its children costs more than asking for some of them. */
  readonly blocks?: readonly BoundBlock[];
}

/** Some consecutive items of a list. */
export type BoundBlock = NodeBlock<Bound>;

export type Mismatch =
  | { readonly kind: 'unknown'; readonly owner: Bound<Mapping>; readonly entry: Entry; readonly path: Path }
  | ({ readonly kind: 'duplicate' } & Repetition)
  | {
      readonly kind: 'missing';
      readonly owner: Bound<Mapping>;
      readonly name: string;
      readonly field: Field;
      readonly path: Path;
    }
  | { readonly kind: 'type'; readonly node: Bound }
  | { readonly kind: 'range'; readonly node: Bound<Scalar> };

export interface Binding {
  readonly root: Bound<Mapping>;
  /** Every bound value, parents before children. */
  readonly nodes: readonly Bound[];
  /** True where a list is divided, so that asking for all nodes costs more than asking for some of them. */
  readonly isDivided?: boolean;
  readonly mismatches: readonly Mismatch[];
  /** Values of repeated JSON members that the API server decodes before another copy replaces them. */
  readonly replaced: readonly Bound[];
}

export interface BindOptions {
  readonly minor: number;
  /** True for a patch: required fields may be written elsewhere, except inside lists that a patch replaces. */
  readonly isPartial: boolean;
  /** For JSON: binds every copy of a repeated member, and not only the last one. Returns what the last one does. */
  readonly effectOf?: (owner: Bound<Mapping>, entry: Entry) => RepetitionEffect | undefined;
}

/** Binds a value to a type. Fields that the Kubernetes minor version does not have become `unknown` mismatches. */
export function bind(mapping: Mapping, type: Type, options: BindOptions): Binding {
  const bound = bindInto({ ...options, nodes: [], mismatches: [], isDivided: false }, mapping, type);
  // The nodes of a divided binding are found by the children.
  const isWhole = bound.state.isDivided && bound.state.hasOthers === true;
  const { root, state } = isWhole
    ? bindInto({ ...options, nodes: [], mismatches: [], isDivided: false, isWhole }, mapping, type)
    : bound;
  if (state.isDivided) return new DividedBinding(root, state.mismatches);
  return { root, nodes: state.nodes, mismatches: state.mismatches, replaced: [] };
}

function bindInto(
  state: State,
  mapping: Mapping,
  type: Type,
): { readonly root: Bound<Mapping>; readonly state: State } {
  return { root: bindNode(new Node(mapping, type, undefined, 0), state) as Bound<Mapping>, state };
}

/** The member with this name; undefined where it is not written. */
export function member({ children }: Bound, name: string): Bound | undefined {
  for (const child of children) if (child.entry?.name === name) return child;
  return undefined;
}

/** The value at the path; undefined where nothing is written there. */
export function nodeAt(root: Bound, path: Path): Bound | undefined {
  let node: Bound | undefined = root;
  for (const step of path) node = node && (typeof step === 'number' ? node.children[step] : member(node, step));
  return node;
}

/** The text of a bound string; empty for null, undefined where the value is absent, opaque or of another type. */
export function textOf(node: Bound | undefined): string | undefined {
  if (node?.value.kind !== 'scalar') return undefined;
  return node.value.value === null ? '' : typeof node.value.value === 'string' ? node.value.value : undefined;
}

/** The value of a bound integer; undefined where it is absent or of another type. */
export function integerOf(node: Bound | undefined): bigint | undefined {
  return node?.value.kind === 'scalar' && typeof node.value.value === 'bigint' ? node.value.value : undefined;
}

/** True where the value is absent, null or an empty string, which the API server treats alike. */
export function isEmpty(node: Bound | undefined): boolean {
  return node === undefined || textOf(node) === '';
}

/** True where a required member may be written elsewhere, so that its absence is no mismatch. */
export function mayBeElsewhere({ type, path, parent }: Bound, name: string, options: BindOptions): boolean {
  if (!options.isPartial || isReplacedWhole(path[0]) || type.kind !== 'object') return false;
  // A kustomize strategic merge may add to any object of the metadata.
  if (type.name === type.base) return true;
  // Server-side apply finds an item by its keys; since 1.21 it replaces an atomic object as a whole.
  return !isKey(parent, name) && (type.structType !== 'atomic' || options.minor < 21);
}

interface State extends BindOptions {
  readonly nodes: Bound[];
  readonly mismatches: Mismatch[];
  isDivided: boolean;
  /** True once an entry is bound that is no child, because a template may select it instead of a later one. */
  hasOthers?: boolean;
  /** True where no list is divided. */
  readonly isWhole?: boolean;
}

/** Computes its path on demand: an object has thousands of nodes, and few paths are read. */
class Node implements Bound {
  readonly value: Value;
  readonly type: Type;
  readonly entry: Entry | undefined;
  readonly field: Field | undefined;
  readonly parent: Bound | undefined;
  children: readonly Bound[] = none;
  readonly #index: number;

  constructor(value: Value, type: Type, parent: Bound | undefined, index: number, entry?: Entry, field?: Field) {
    this.value = readNull(value, type, entry);
    this.type = type;
    this.entry = entry;
    this.field = field;
    this.parent = parent;
    this.#index = index;
  }

  get path(): Path {
    return this.parent ? [...this.parent.path, this.entry ? this.entry.name : this.#index] : [];
  }
}

/** Blocks that are known to have no mismatch are bound when their nodes are needed. */
function bindDivided(node: Node, value: Sequence, type: ListType, blocks: readonly PlacedBlock[], state: State): Bound {
  const { minor, isPartial, mismatches } = state;
  const list = new DividedNode<Bound>(value, type, node);
  state.isDivided = true;
  list.blocks = blocks.map((placed) => {
    const content = boundContent(placed.block, type, state);
    const bindBlock = (into: Mismatch[]): readonly Bound[] => {
      const own: State = { minor, isPartial, nodes: [], mismatches: into, isDivided: false };
      const nodes = itemsIn(value, placed).map((item, i) => {
        return bindNode(new Node(item, type.item, list, placed.first + i), own);
      });
      content.hasOthers = own.hasOthers === true;
      return nodes;
    };
    const before = mismatches.length;
    const known = content.hasMismatch === false ? undefined : bindBlock(mismatches);
    content.hasMismatch = mismatches.length > before;
    state.hasOthers ||= content.hasOthers === true;
    return new LazyBlock(placed, content, () => known ?? bindBlock([]));
  });
  return list;
}

function bindNode(node: Node, state: State): Bound {
  const { value, type } = node;
  const isList = value.kind === 'sequence' && type.kind === 'list' && !state.isWhole;
  const blocks = isList ? itemBlocks(value) : undefined;
  if (blocks) return bindDivided(node, value as Sequence, type as ListType, blocks, state);
  state.nodes.push(node);
  if (value.kind === 'opaque') {
    if (value.rendered?.isString && !takesStrings(type)) state.mismatches.push({ kind: 'type', node });
    return node;
  }
  if (!fits(value, type)) state.mismatches.push({ kind: 'type', node });
  else if (value.kind === 'mapping') node.children = bindEntries(node as Bound<Mapping>, state);
  else if (value.kind === 'sequence') node.children = bindItems(node as Bound<Sequence>, state);
  else bindScalar(node as Bound<Scalar>, state);
  return node;
}

/** Shared by all scalars. */
const none: readonly never[] = [];

function bindScalar(node: Bound<Scalar>, state: State): void {
  const { type, value } = node;
  const bits = type.kind === 'integer' ? type.bits : type.kind === 'integer or string' ? 32 : undefined;
  if (bits !== undefined && typeof value.value === 'bigint' && BigInt.asIntN(bits, value.value) !== value.value)
    state.mismatches.push({ kind: 'range', node });
}

function bindItems(node: Bound<Sequence>, state: State): readonly Bound[] {
  const { type, value } = node;
  return type.kind === 'list'
    ? value.items.map((item, i) => bindNode(new Node(item, type.item, node, i), state))
    : none;
}

function bindEntries(node: Bound<Mapping>, state: State): readonly Bound[] {
  const { type, value } = node;
  const names = isRepeating(value) ? namesIn(value) : undefined;
  const fields = type.kind === 'object' ? fieldsAt(type, state.minor) : undefined;
  // Most entries have one child each, and an array of known length takes less memory than a growing one.
  const made = value.entries.map((entry) => {
    if (entry.isOpaqueKey) return undefined;
    const isChild = !names || isBoundCopy(node, entry, names, state);
    // A template may select any of several entries with one name.
    const bound = isChild || (value.isOpen && !state.effectOf) ? bindEntry(node, entry, state, fields) : undefined;
    state.hasOthers ||= bound !== undefined && !isChild;
    return isChild ? bound : undefined;
  });
  if (type.kind === 'object' && !value.isOpen) missingFields(node, type, state);
  return made.every(isBound) ? made : made.filter(isBound);
}

function bindEntry(owner: Bound<Mapping>, entry: Entry, state: State, fields?: KnownFields): Bound | undefined {
  const { type } = owner;
  const field = fields?.get(entry.name);
  const its = type.kind === 'map' ? type.value : field?.type;
  // A mapping of any type is bound entry by entry.
  if (!its || (its.kind === 'any' && entry.value.kind !== 'mapping'))
    repeatUnbound(entry, [...owner.path, entry.name], state);
  if (its) return bindNode(new Node(entry.value, its, owner, 0, entry, field), state);
  if (type.kind === 'object' && !type.isOpen) {
    state.mismatches.push({ kind: 'unknown', owner, entry, path: [...owner.path, entry.name] });
  }
  return undefined;
}

/** Reports the repetitions in a value of YAML that has no type, or that a later entry overwrites. */
function repeatUnbound({ value, isMerged }: Entry, path: Path, { effectOf, mismatches }: State): void {
  if (effectOf || isMerged) return;
  for (const each of repetitionsIn(value, path)) mismatches.push({ kind: 'duplicate', ...each });
}

function isBound(node: Bound | undefined): node is Bound {
  return node !== undefined;
}

/** The first entries seen so far and the last entries of all names. */
interface Names {
  readonly first: Map<string, Entry>;
  readonly last: ReadonlyMap<string, Entry>;
}

function namesIn({ entries }: Mapping): Names {
  const known = entries.filter(({ isOpaqueKey }) => !isOpaqueKey);
  return { first: new Map(), last: new Map(known.map((entry) => [entry.name, entry])) };
}

/** True for the last entry with its name. Reports a `duplicate` mismatch for the others. */
function isBoundCopy(node: Bound<Mapping>, entry: Entry, { first: known, last }: Names, state: State): boolean {
  const path = [...node.path, entry.name];
  const first = known.get(entry.name);
  const lastOne = last.get(entry.name);
  if (!first) known.set(entry.name, entry);
  else if (!node.value.isOpen && isSameKey(first, entry) && isReported(node, entry, lastOne, state)) {
    const effect = state.effectOf?.(node, entry);
    state.mismatches.push({ kind: 'duplicate', mapping: node.value, entry, first, effect, path });
  }
  if (lastOne !== entry && !node.value.isOpen) repeatUnbound(entry, path, state);
  return state.effectOf !== undefined || lastOne === entry;
}

/** The API server reports every repetition in YAML. In JSON it reports each known field once, and no unknown field. */
function isReported({ type }: Bound, entry: Entry, last: Entry | undefined, { effectOf, minor }: State): boolean {
  if (!effectOf) return true;
  const isDecoded =
    type.kind === 'map' || (type.kind === 'object' && knownField(type, entry.name, minor) !== undefined);
  return isDecoded && entry === last;
}

function missingFields(node: Bound<Mapping>, type: ObjectType, state: State): void {
  for (const name of type.required) {
    const value = valueOf(node.value, name);
    const field = type.fields[name];
    if (!field || (value !== undefined && !isNull(value)) || mayBeElsewhere(node, name, state)) continue;
    state.mismatches.push({ kind: 'missing', owner: node, name, field, path: [...node.path, name] });
  }
}
