/** Parses a text that is edited: the tree of the last text is kept, and after a small edit only what it changed is parsed and copied again. */
import type { Edit, Parser, Tree, TreeCursor } from 'web-tree-sitter';
import { commonEnd, commonStart } from '../../text/difference.ts';
import { copyTree, deepestNode, newNode, type GrammarNames, type GrowingNode } from './copy-tree.ts';
import type { SyntaxNode } from './syntax.ts';

interface KeptTree {
  readonly text: string;
  readonly tree: Tree;
  readonly root: GrowingNode;
}

/** A part of a text that is replaced, in UTF-16 units. */
interface Change {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** In UTF-16 units. After a longer edit, most of the tree is another one. */
const longestChange = 1_000;

export class Reparser {
  readonly #parser: Parser;
  readonly #names: GrammarNames;
  /** Only a tree without errors: beside errors, the parser may find another tree than in the whole text. */
  #kept: KeptTree | undefined;

  constructor(parser: Parser, names: GrammarNames) {
    this.#parser = parser;
    this.#names = names;
  }

  /** The tree of the text; undefined where `isTooMuch` stops the parser. Takes apart the tree that it returned last. */
  parse(text: string, isTooMuch: () => boolean): SyntaxNode | undefined {
    const kept = this.#kept;
    this.#kept = undefined;
    const root = (kept && this.#parseAgain(kept, text, isTooMuch)) ?? this.#parseWhole(text, isTooMuch);
    kept?.tree.delete();
    return root;
  }

  /** The tree of the text, which no later call changes. */
  parseOnce(text: string, isTooMuch: () => boolean): SyntaxNode | undefined {
    const tree = this.#treeOf(text, isTooMuch);
    const root = tree && copyTree(tree, this.#names);
    tree?.delete();
    return root;
  }

  #parseAgain({ text: before, tree: old, root: known }: KeptTree, text: string, isTooMuch: () => boolean) {
    const change = changeBetween(before, text);
    if (!change) return undefined;
    old.edit(editOf(change, before, text));
    const tree = this.#treeOf(text, isTooMuch, old);
    if (!tree || tree.rootNode.hasError) {
      tree?.delete();
      return undefined;
    }
    const cursor = tree.walk();
    const root = new TreeUpdate(cursor, this.#names, change, old.getChangedRanges(tree)).grown(known, undefined, 0);
    cursor.delete();
    this.#kept = { text, tree, root };
    return root;
  }

  #parseWhole(text: string, isTooMuch: () => boolean): SyntaxNode | undefined {
    const tree = this.#treeOf(text, isTooMuch);
    if (!tree) return undefined;
    const root = copyTree(tree, this.#names);
    if (tree.rootNode.hasError) tree.delete();
    else this.#kept = { text, tree, root };
    return root;
  }

  #treeOf(text: string, isTooMuch: () => boolean, before: Tree | null = null): Tree | undefined {
    const tree = this.#parser.parse(text, before, { progressCallback: isTooMuch });
    if (!tree) this.#parser.reset();
    return tree ?? undefined;
  }
}

/** What differs between two texts, as one change; undefined for the same text and for a long change. */
function changeBetween(before: string, after: string): Change | undefined {
  if (Math.abs(before.length - after.length) > longestChange) return undefined;
  let start = commonStart(before, after);
  if (isHighSurrogate(before, start - 1)) start--;
  let same = commonEnd(before, after, start);
  if (same > 0 && isHighSurrogate(before, before.length - same - 1)) same--;
  const change = { start, oldEnd: before.length - same, newEnd: after.length - same };
  return Math.max(change.oldEnd, change.newEnd) - start > longestChange ? undefined : change;
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

function editOf({ start, oldEnd, newEnd }: Change, before: string, after: string): Edit {
  return {
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition: pointAt(before, start),
    oldEndPosition: pointAt(before, oldEnd),
    newEndPosition: pointAt(after, newEnd),
  } as Edit;
}

function pointAt(text: string, offset: number): { row: number; column: number } {
  let row = 0;
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    row++;
    line = at + 1;
  }
  return { row, column: offset - line };
}

/** Makes the nodes of a new tree out of those of the old one: nodes apart from the change are the same objects, moved. */
class TreeUpdate {
  readonly #cursor: TreeCursor;
  readonly #names: GrammarNames;
  readonly #change: Change;
  readonly #moved: number;
  /** In the new text: where the parser found another structure. */
  readonly #ranges: readonly { readonly startIndex: number; readonly endIndex: number }[];

  constructor(cursor: TreeCursor, names: GrammarNames, change: Change, ranges: ReturnType<Tree['getChangedRanges']>) {
    this.#cursor = cursor;
    this.#names = names;
    this.#change = change;
    this.#moved = change.newEnd - change.oldEnd;
    this.#ranges = ranges;
  }

  /** The node at the cursor, with what it has in common with an old node. */
  grown(old: GrowingNode | undefined, parent: GrowingNode | undefined, depth: number): GrowingNode {
    const node = newNode(this.#cursor, this.#names, parent);
    if (old && this.#isUnchanged(node) && this.#isSame(old, node)) return this.#moveTo(old, parent);
    if (!node.isNamed) return node;
    if (depth >= deepestNode) {
      node.isBroken = true;
      return node;
    }
    if (!this.#cursor.gotoFirstChild()) return node;
    const known = old?.type === node.type ? old.children : [];
    let i = 0;
    do {
      const start = this.#oldOffset(this.#cursor.startIndex);
      while ((known[i]?.start ?? start) < start) i++;
      node.children.push(this.grown(this.#counterpart(known, i), node, depth + 1));
    } while (this.#cursor.gotoNextSibling());
    this.#cursor.gotoParent();
    return node;
  }

  /** Of old siblings from an index on, the first that starts there and has the type of the node at the cursor. */
  #counterpart(known: readonly GrowingNode[], from: number): GrowingNode | undefined {
    const type = this.#names.types[this.#cursor.nodeTypeId];
    const start = known[from]?.start;
    for (let i = from; known[i]?.start === start; i++) {
      const each = known[i];
      if (!each || each.type === type) return each;
    }
    return undefined;
  }

  #oldOffset(offset: number): number {
    return offset <= this.#change.start ? offset : offset - this.#moved;
  }

  /** True for a node that does not touch the change, and in which nothing has another structure. */
  #isUnchanged({ start, end }: SyntaxNode): boolean {
    const { start: from, newEnd } = this.#change;
    if (start <= newEnd && end >= from) return false;
    return !this.#ranges.some(({ startIndex, endIndex }) => startIndex <= end && start <= endIndex);
  }

  #isSame(old: SyntaxNode, { type, start, end, field }: SyntaxNode): boolean {
    const by = start > this.#change.start ? this.#moved : 0;
    return old.type === type && old.field === field && old.start + by === start && old.end + by === end;
  }

  #moveTo(node: GrowingNode, parent: GrowingNode | undefined): GrowingNode {
    node.parent = parent;
    if (this.#moved === 0 || node.end < this.#change.start) return node;
    const waiting = [node];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      at.start += this.#moved;
      at.end += this.#moved;
      for (const child of at.children) waiting.push(child);
    }
    return node;
  }
}
