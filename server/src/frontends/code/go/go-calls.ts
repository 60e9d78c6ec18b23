/** The calls of Go: what they call with which arguments, and which of them run exactly once. */
import type { Program } from '../adapter.ts';
import { runsProgram } from './go-names.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

export function goArguments(call: SyntaxNode): readonly SyntaxNode[] {
  const list = fieldOf(call, 'arguments');
  return list ? namedParts(list) : [];
}

/** The path of a callee; undefined without a look at others where a method of a call is called, as in long chains. */
export function calledPath(callee: SyntaxNode, program: Program): string | undefined {
  let owner: SyntaxNode | undefined = callee;
  while (owner?.type === 'selector_expression') owner = fieldOf(owner, 'operand');
  return owner?.type === 'identifier' ? program.pathOf(callee) : undefined;
}

const uncertain: ReadonlySet<string> = new Set([
  'for_statement',
  'expression_case',
  'default_case',
  'type_case',
  'communication_case',
  'method_declaration',
  'go_statement',
  'defer_statement',
]);

export function isCertainGoCall(call: SyntaxNode, program: Program): boolean {
  let from = call;
  return !ancestor(call, (node) => {
    const came = from;
    from = node;
    if (node.type === 'if_statement') return came.field !== 'initializer' && came.field !== 'condition';
    if (node.type === 'binary_expression')
      return came.field === 'right' && /^(?:&&|\|\|)$/.test(fieldOf(node, 'operator')?.type ?? '');
    if (node.type === 'function_declaration' || node.type === 'func_literal') return !isProgram(node, program);
    return uncertain.has(node.type);
  });
}

/** True for `main`, and for a function that is handed to `pulumi.Run`, itself or by its name. */
function isProgram(node: SyntaxNode, program: Program): boolean {
  const { text } = program;
  const list = node.parent;
  const isHandled = list?.type === 'argument_list' && list.parent && runs(list.parent, program);
  if (isHandled) return true;
  const variable = list?.parent && fieldOf(list.parent, 'left');
  const name = fieldOf(node, 'name') ?? (variable && namedParts(variable)[0]);
  if (!name) return false;
  const own = nodeText(name, text);
  return (own === 'main' && node.type === 'function_declaration') || program.survey.entryPoints.has(own);
}

function runs(call: SyntaxNode, program: Program): boolean {
  const callee = fieldOf(call, 'function');
  return callee !== undefined && runsProgram(calledPath(callee, program) ?? '');
}
