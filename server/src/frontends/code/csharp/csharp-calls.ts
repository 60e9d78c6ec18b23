/** The calls of C# that are known without running them. */
import type { Program } from '../adapter.ts';
import { typeName } from './csharp-names.ts';
import { givenTo, methodOf, pathNames } from './csharp-syntax.ts';
import { interpolated } from './csharp-text.ts';
import type { Expression } from '../expression.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** The `x` of `Output.Create(x)`, `x.ToArray()` and `x.ToList()`. */
export function wrappedInCall(call: SyntaxNode, program: Program): SyntaxNode | undefined {
  const { text } = program;
  const callee = fieldOf(call, 'function');
  const [only, ...more] = givenTo(call);
  if (!callee || more.length > 0) return undefined;
  if (only) return isOutput(callee, 'Create', program) ? namedParts(only).at(-1) : undefined;
  return /^To(?:Array|List)$/.test(methodOf(callee, text)) ? fieldOf(callee, 'expression') : undefined;
}

/** True for a method of the SDK's `Output`. */
function isOutput(callee: SyntaxNode, method: string, { survey, text }: Program): boolean {
  const [, type, called] = /^(?:Pulumi\.)?(Output)\.(\w+)(?:<[^]*)?$/.exec(pathNames(callee, text) ?? '') ?? [];
  return type !== undefined && called === method && !survey.find(typeName(type), callee) && !survey.find(type, callee);
}

/** What Linq's `Select`, and `Apply` and `Format` of outputs make. */
export function call(node: SyntaxNode, program: Program): Expression {
  const { text } = program;
  const unknown: Expression = { node, kind: 'unknown' };
  const callee = fieldOf(node, 'function');
  if (!callee) return unknown;
  const over = fieldOf(callee, 'expression') ?? fieldOf(callee, 'condition');
  const method = methodOf(callee, text);
  const given = givenTo(node).map((each) => namedParts(each).at(-1));
  const [only] = given;
  if (!over || !only || given.length > 1) return unknown;
  if (only.type === 'interpolated_string_expression' && isOutput(callee, 'Format', program)) {
    const pieces = interpolated(only, text);
    return pieces ? { node, kind: 'template', parts: pieces, isOutput: true } : unknown;
  }
  const lambda = method === 'Select' || method === 'Apply' ? lambdaIn(only, text) : undefined;
  return lambda ? { node, kind: method === 'Select' ? 'mapped' : 'applied', over, ...lambda } : unknown;
}

/** A function of one plain parameter whose body is an expression. */
function lambdaIn(
  node: SyntaxNode,
  text: string,
): { readonly scope: SyntaxNode; readonly name: string; readonly body: SyntaxNode } | undefined {
  const isAsync = node.children.some((each) => each.type === 'modifier' && nodeText(each, text) === 'async');
  if (node.type !== 'lambda_expression' || isAsync) return undefined;
  const given = fieldOf(node, 'parameters');
  const several = given?.type === 'implicit_parameter' ? [given] : given ? namedParts(given) : [];
  const [only] = several;
  const name = only?.type === 'implicit_parameter' ? only : only && fieldOf(only, 'name');
  const body = fieldOf(node, 'body');
  if (several.length !== 1 || !name || !body || body.type === 'block') return undefined;
  return { scope: node, name: nodeText(name, text), body };
}
