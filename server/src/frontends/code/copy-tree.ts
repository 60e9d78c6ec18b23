/** Copies a syntax tree of the parser into plain nodes, which are fast to read. */
import type { Language, Tree, TreeCursor } from 'web-tree-sitter';
import type { SyntaxNode } from './syntax.ts';

/** The names of a grammar's numbers. Asking for a name would ask the parser for each node. */
export interface GrammarNames {
  readonly types: readonly string[];
  readonly fields: readonly (string | null)[];
  readonly isNamed: readonly boolean[];
}

export function namesOf(language: Language): GrammarNames {
  const { types, fields } = language;
  return { types, fields, isNamed: types.map((_, id) => language.nodeTypeIsNamed(id)) };
}

/** Parts that are nested deeper are left out and broken, so that recursion over nodes does not overflow the stack. */
export const deepestNode = 1_000;

/** A node that is not finished, or that moves when its text is edited. */
export interface GrowingNode extends SyntaxNode {
  start: number;
  end: number;
  isBroken: boolean;
  parent: GrowingNode | undefined;
  readonly children: GrowingNode[];
}

export function copyTree(tree: Tree, names: GrammarNames): GrowingNode {
  const cursor = tree.walk();
  const root = newNode(cursor, names, undefined);
  let at = root;
  let depth = 0;
  for (;;) {
    // A token has no children.
    if (at.isNamed && depth >= deepestNode) at.isBroken = true;
    else if (at.isNamed && cursor.gotoFirstChild()) {
      depth++;
      at = added(at, cursor, names);
      continue;
    }
    while (at.parent && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      depth--;
      at = at.parent;
    }
    if (!at.parent) break;
    at = added(at.parent, cursor, names);
  }
  cursor.delete();
  return root;
}

function added(parent: GrowingNode, cursor: TreeCursor, names: GrammarNames): GrowingNode {
  const node = newNode(cursor, names, parent);
  parent.children.push(node);
  return node;
}

/** Each property of the cursor is a call into the parser. */
export function newNode(
  cursor: TreeCursor,
  { types, fields, isNamed }: GrammarNames,
  parent?: GrowingNode,
): GrowingNode {
  const id = cursor.nodeTypeId;
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  const type = types[id];
  return {
    type: type ?? 'ERROR',
    start,
    end,
    field: fields[cursor.currentFieldId] ?? undefined,
    // Only errors have a number that the grammar does not know.
    isNamed: isNamed[id] ?? true,
    // What the parser added is empty.
    isBroken: type === undefined || (start === end && cursor.nodeIsMissing),
    parent,
    children: [],
  };
}
