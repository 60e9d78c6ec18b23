/** Which constructor calls of a C# program run exactly once. */
import type { Program } from '../adapter.ts';
import { lastName, methodOf } from './csharp-syntax.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

const conditions: ReadonlySet<string> = new Set([
  'if_statement',
  'switch_statement',
  'switch_expression',
  'conditional_expression',
  'for_statement',
  'foreach_statement',
  'while_statement',
  'do_statement',
  'try_statement',
  'query_expression',
  'preproc_if',
]);
const functions: ReadonlySet<string> = new Set([
  'lambda_expression',
  'anonymous_method_expression',
  'local_function_statement',
  'method_declaration',
  'constructor_declaration',
  'operator_declaration',
  'indexer_declaration',
  'accessor_declaration',
  'arrow_expression_clause',
]);

/** No program nests its calls this deeply. */
const deepest = 1000;

/**
 * A call is certain in statements at the top, in `Main`, in what `Deployment.RunAsync` is given, and in a `Stack`: its
 * constructor and the first values of its fields.
 */
export function isCertainCSharpCall(call: SyntaxNode, program: Program): boolean {
  let isInProgram = false;
  let depth = 0;
  for (let at: SyntaxNode | undefined = call; at?.parent; at = at.parent) {
    if (depth++ > deepest || conditions.has(at.type) || isOptional(at)) return false;
    if (isInProgram) continue;
    if (at.type === 'class_declaration' || at.type === 'struct_declaration' || at.type === 'record_declaration') {
      if (!isStack(at, program)) return false;
      isInProgram = true;
    }
    // The body of a function is decided with the function.
    if (!functions.has(at.type) || (at.type === 'arrow_expression_clause' && functions.has(at.parent.type))) continue;
    if (at.type === 'constructor_declaration') {
      const type = at.parent.parent;
      if (!type || !isStack(type, program) || hasModifier(at, 'static', program)) return false;
    } else if (!isProgram(at, program)) return false;
    isInProgram = true;
  }
  return true;
}

/** The right side of an operator that may not need it. */
function isOptional({ field, parent }: SyntaxNode): boolean {
  if (field !== 'right' || !parent) return false;
  return /^(?:\?\?=?|&&|\|\|)$/.test(fieldOf(parent, 'operator')?.type ?? '');
}

function isStack(type: SyntaxNode, { text }: Program): boolean {
  const bases = type.children.find((each) => each.type === 'base_list');
  const [first] = bases ? namedParts(bases) : [];
  return first !== undefined && lastName(first, text) === 'Stack';
}

function hasModifier(node: SyntaxNode, word: string, { text }: Program): boolean {
  return node.children.some((each) => each.type === 'modifier' && nodeText(each, text) === word);
}

/** True for `Main`, and for what is given to `Deployment.RunAsync`: a function in place, or one by its name. */
function isProgram(node: SyntaxNode, program: Program): boolean {
  const { text } = program;
  const argument = node.parent;
  const call = argument?.type === 'argument' ? argument.parent?.parent : undefined;
  if (call) return isRun(call, text);
  const name = fieldOf(node, 'name');
  if (!name || (node.type !== 'method_declaration' && node.type !== 'local_function_statement')) return false;
  const written = nodeText(name, text);
  if (written === 'Main') return node.type === 'method_declaration' && hasModifier(node, 'static', program);
  return program.survey.entryPoints.has(written);
}

/** True for a call of `Deployment.RunAsync`. */
export function isRun(call: SyntaxNode, text: string): boolean {
  const callee = call.type === 'invocation_expression' ? fieldOf(call, 'function') : undefined;
  const of = callee && fieldOf(callee, 'expression');
  return (
    of !== undefined &&
    callee !== undefined &&
    lastName(of, text) === 'Deployment' &&
    methodOf(callee, text) === 'RunAsync'
  );
}
