/** The bound form of divided lists (see `tree/item-blocks.ts`). Their items are bound block by block, when they are needed. */
import type { Field, ListType } from '../../contract/type.ts';
import { memo } from '../../text/memo.ts';
import type { ItemBlock, PlacedBlock } from '../../tree/item-blocks.ts';
import type { Path } from '../../tree/path.ts';
import type { Entry, Sequence } from '../../tree/value.ts';

/** Some consecutive items of a list. */
export interface NodeBlock<Node> {
  /** The same object for equal items that are bound alike: keeps what depends on neither their place nor anything around them. */
  readonly content: object;
  /** The start of its first line in the document; undefined where it is not the block of a divided list. */
  readonly start?: number;
  /** The number of items before it in the list, and of its own. */
  readonly first: number;
  readonly size: number;
  readonly nodes: readonly Node[];
}

/** A divided list. */
export class DividedNode<Node> {
  readonly value: Sequence;
  readonly type: ListType;
  readonly entry: Entry | undefined;
  readonly field: Field | undefined;
  readonly parent: Node | undefined;
  readonly path: Path;
  blocks: readonly NodeBlock<Node>[] = [];
  #children: readonly Node[] | undefined;

  constructor(
    value: Sequence,
    type: ListType,
    { entry, field, parent, path }: Pick<DividedNode<Node>, 'entry' | 'field' | 'parent' | 'path'>,
  ) {
    this.value = value;
    this.type = type;
    this.entry = entry;
    this.field = field;
    this.parent = parent;
    this.path = path;
  }

  get children(): readonly Node[] {
    return (this.#children ??= this.blocks.flatMap(({ nodes }) => nodes));
  }
}

/** A block of a divided list. `bind` is called when its nodes are needed. */
export class LazyBlock<Node> implements NodeBlock<Node> {
  readonly content: object;
  readonly #placed: PlacedBlock;
  readonly #bind: () => readonly Node[];
  #nodes: readonly Node[] | undefined;

  constructor(placed: PlacedBlock, content: object, bind: () => readonly Node[]) {
    this.content = content;
    this.#placed = placed;
    this.#bind = bind;
  }

  get start(): number {
    return this.#placed.block.start + this.#placed.shift;
  }

  get first(): number {
    return this.#placed.first;
  }

  get size(): number {
    return this.#placed.block.items.length;
  }

  get nodes(): readonly Node[] {
    return (this.#nodes ??= this.#bind());
  }
}

/** What decides how a block is bound. */
interface Manner {
  readonly type: ListType;
  readonly minor: number;
  readonly isPartial: boolean;
}

/** What is known of a block that is bound in one manner. */
interface BlockContent extends Manner {
  hasMismatch?: boolean;
  /** True where an entry is bound that is no child. */
  hasOthers?: boolean;
}

const contentsOf = memo((_block: ItemBlock): BlockContent[] => []);

export function boundContent(
  block: ItemBlock,
  type: ListType,
  { minor, isPartial }: Omit<Manner, 'type'>,
): BlockContent {
  const known = contentsOf(block);
  const found = known.find((each) => each.type === type && each.minor === minor && each.isPartial === isPartial);
  if (found) return found;
  const content = { type, minor, isPartial };
  known.push(content);
  return content;
}

/** Finds its nodes when they are needed. */
export class DividedBinding<Node extends { readonly children: readonly Node[] }, Root extends Node, Mismatch> {
  readonly root: Root;
  readonly mismatches: readonly Mismatch[];
  readonly replaced: readonly Node[] = [];
  readonly isDivided = true;
  #nodes: readonly Node[] | undefined;

  constructor(root: Root, mismatches: readonly Mismatch[]) {
    this.root = root;
    this.mismatches = mismatches;
  }

  get nodes(): readonly Node[] {
    return (this.#nodes ??= [...nodesBelow<Node>(this.root)]);
  }
}

function* nodesBelow<Node extends { readonly children: readonly Node[] }>(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.children) yield* nodesBelow(child);
}
