/** Reads names and arguments in the syntax of C#. */
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** A dotted name without `global::`, line breaks and arguments of types. */
export function dotted(node: SyntaxNode, text: string): string {
  return nodeText(node, text)
    .replaceAll(/\s+/g, '')
    .replace(/^global::/, '');
}

const mostNames = 12;

/** The names of `Acme.Zones.A`; undefined for an expression that is not only made of a few names. */
export function pathNames(node: SyntaxNode, text: string): string | undefined {
  let at: SyntaxNode | undefined = node;
  for (let i = 0; i < mostNames && at?.type === 'member_access_expression'; i++) at = fieldOf(at, 'expression');
  return at && /^(?:identifier|predefined_type|alias_qualified_name)$/.test(at.type) ? dotted(node, text) : undefined;
}

/** The name of the method that is called: `Create` for `Output.Create<string>`, `Add` for `a?.Add`. */
export function methodOf(callee: SyntaxNode, text: string): string {
  const inner = callee.type === 'conditional_access_expression' ? namedParts(callee).at(-1) : callee;
  return inner ? lastName(fieldOf(inner, 'name') ?? inner, text) : '';
}

/** The last name of a type or method, without the arguments of types. */
export function lastName(node: SyntaxNode, text: string): string {
  const name = fieldOf(node, 'name') ?? node;
  return nodeText(name.type === 'generic_name' ? (namedParts(name)[0] ?? name) : name, text);
}

export function givenTo(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.children.find(({ type }) => type === 'argument_list');
  return list ? namedParts(list).filter(({ type }) => type === 'argument') : [];
}
