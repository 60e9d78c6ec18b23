/** Python's scopes: where a name is declared that an assignment, an import or a parameter binds. */
import { ancestor, type SyntaxNode } from '../syntax.ts';

const functions: ReadonlySet<string> = new Set([
  'function_definition',
  'lambda',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

/** True for what does not see the names of a class around it. */
export function isFunction({ type }: SyntaxNode): boolean {
  return functions.has(type);
}

/** The function, class or file around a node, whose names are known in all of it. */
export function scopeOf(node: SyntaxNode, root: SyntaxNode): SyntaxNode {
  const { parent } = node;
  return (
    (parent && ancestor(parent, ({ type }) => type === 'function_definition' || type === 'class_definition')) ?? root
  );
}

const conditional =
  /^(?:if_statement|for_statement|while_statement|try_statement|with_statement|match_statement|conditional_expression|lambda)$/;

/** True for an assignment that may run never or often in its scope. */
export function isConditional(node: SyntaxNode, scope: SyntaxNode): boolean {
  for (let at = node.parent; at && at !== scope; at = at.parent) if (conditional.test(at.type)) return true;
  return false;
}
