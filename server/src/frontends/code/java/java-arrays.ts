/** Which expressions of Java are arrays: `Stream.of(hosts)` holds the items of one, not the array. */
import type { Program } from '../adapter.ts';
import { bodyOf, inheritedFrom, staticMethod } from './java-names.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** Without brackets and casts. */
export function withoutBrackets(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (;;) {
    const inner =
      at.type === 'parenthesized_expression'
        ? namedParts(at)[0]
        : at.type === 'cast_expression'
          ? fieldOf(at, 'value')
          : undefined;
    if (!inner) return at;
    at = inner;
  }
}

/** True for what makes an array, or a list that writes through to one. */
export function isArray(node: SyntaxNode, program: Program): boolean {
  const inner = withoutBrackets(node);
  if (inner.type === 'method_invocation') return staticMethod(inner, program) === 'Arrays.asList';
  return inner.type === 'array_creation_expression' || inner.type === 'array_initializer';
}

/** No program gives an array so many names. */
const deepest = 20;

/** True for an array, also where its items are not known. */
export function holdsArray(node: SyntaxNode, program: Program, depth = 0): boolean {
  const inner = withoutBrackets(node);
  if (inner.type === 'array_creation_expression' || inner.type === 'array_initializer') return true;
  const value = depth < deepest ? valueOf(inner, program, depth) : undefined;
  if (!value) return inner.type === 'identifier' && isArrayParameter(inner, program);
  return isArrayDeclarator(value.parent) || holdsArray(value, program, depth + 1);
}

/** The value that a variable, a field or an element of an array is declared with. */
function valueOf(node: SyntaxNode, program: Program, depth: number): SyntaxNode | undefined {
  const { survey, text } = program;
  if (node.type === 'array_access') {
    const array = fieldOf(node, 'array');
    const value = array && depth < deepest ? valueOf(withoutBrackets(array), program, depth + 1) : undefined;
    const items = value?.type === 'array_creation_expression' ? fieldOf(value, 'value') : value;
    return items?.type === 'array_initializer' ? namedParts(items)[0] : undefined;
  }
  const [owner, last] = node.type === 'field_access' ? namedParts(node) : [undefined, node];
  if (!last || last.type !== 'identifier') return undefined;
  const name = nodeText(last, text);
  const scope = owner
    ? bodyOf(owner, program)
    : survey.find(name, node)
      ? undefined
      : inheritedFrom(name, node, program);
  if (owner && !scope) return undefined;
  return (scope ? survey.inScope(scope, name) : survey.find(name, node))?.value;
}

/** `String[] hosts = …` and `String hosts[] = …`. */
function isArrayDeclarator(node: SyntaxNode | undefined): boolean {
  if (node?.type !== 'variable_declarator') return false;
  const type = node.parent && fieldOf(node.parent, 'type');
  return type?.type === 'array_type' || fieldOf(node, 'dimensions') !== undefined;
}

/** `String... hosts` and `String[] hosts` of the innermost function that has a parameter of the name. */
function isArrayParameter(node: SyntaxNode, { text }: Program): boolean {
  const name = nodeText(node, text);
  let found: SyntaxNode | undefined;
  ancestor(node, (each) => {
    const list = fieldOf(each, 'parameters');
    found = list && namedParts(list).find((parameter) => nameOf(parameter, text) === name);
    return found !== undefined;
  });
  if (!found) return false;
  return found.type === 'spread_parameter' || fieldOf(found, 'type')?.type === 'array_type';
}

function nameOf(parameter: SyntaxNode, text: string): string | undefined {
  const declarator = parameter.children.find(({ type }) => type === 'variable_declarator') ?? parameter;
  const name = fieldOf(declarator, 'name');
  return name && nodeText(name, text);
}
