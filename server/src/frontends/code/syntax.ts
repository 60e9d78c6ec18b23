/** The syntax tree of a program as plain objects: asking the parser node by node is slow, so its tree is copied once and freed. */

/** Offsets are in UTF-16 units of the text. Comments are nodes like any others. */
export interface SyntaxNode {
  /** The name of the grammar's rule, such as `call_expression`, or the text of a token such as `(`. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** The name of the node in its parent, such as `arguments`; undefined where it has none. */
  readonly field: string | undefined;
  /** False for tokens such as brackets and keywords. */
  readonly isNamed: boolean;
  /** True for a part that the parser added or could not read. */
  readonly isBroken: boolean;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
}

/**
 * What cannot be read becomes nodes that are broken. Undefined for a text that is too long, or on which the parser fails.
 * The nodes are valid until the next call, which may move them, unless they are `lasting`.
 */
export type CodeParser = (text: string, lasting?: 'lasting') => SyntaxNode | undefined;

export function fieldOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.children.find(({ field }) => field === name);
}

/** The children that are neither tokens nor comments. */
export function namedParts(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(({ isNamed, type }) => isNamed && !type.endsWith('comment'));
}

export function nodeText({ start, end }: SyntaxNode, text: string): string {
  return text.slice(start, end);
}

/** The node itself, or the nearest around it, for which the test holds. */
export function ancestor(node: SyntaxNode, test: (node: SyntaxNode) => boolean): SyntaxNode | undefined {
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) if (test(at)) return at;
  return undefined;
}
