/** What Java writes: syntax to expressions, imports to classes. */
import type { Adapter, Construction, Program } from '../adapter.ts';
import type { Expression } from '../expression.ts';
import { withoutBrackets } from './java-arrays.ts';
import { javaArguments, callExpression, streamOf } from './java-calls.ts';
import {
  bodyOf,
  inheritedFrom,
  javaClassOf,
  javaEnumValue,
  javaUnresolved,
  isPulumiRun,
  staticMethod,
} from './java-names.ts';
import { visitJava } from './java-survey.ts';
import { javaNumber, javaText, withClosedTexts } from './java-text.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

export const java: Adapter = {
  naming: {
    property: (name) => name,
    option: (name) => (name === 'importId' ? 'import' : name),
    listsSingles: true,
  },
  parse: (text, parse) => parse(withClosedTexts(text)),
  visit: visitJava,
  expression,
  calleeOf,
  construction,
  isCertain,
  unresolved: javaUnresolved,
  classOf: javaClassOf,
  enumValue: javaEnumValue,
};

function calleeOf(call: SyntaxNode): SyntaxNode | undefined {
  const type = fieldOf(call, 'type');
  return type?.type === 'generic_type' ? namedParts(type)[0] : type;
}

function construction(node: SyntaxNode, program: Program): Construction {
  const callee = calleeOf(node) ?? node;
  const [name, properties, options] = javaArguments(node);
  return {
    head: callee.type === 'scoped_type_identifier' ? (namedParts(callee).at(-1) ?? callee) : callee,
    name,
    properties: properties && expression(properties, program),
    options: options && expression(options, program),
  };
}

const uncertain: ReadonlySet<string> = new Set([
  'constructor_declaration',
  'compact_constructor_declaration',
  'static_initializer',
  'field_declaration',
  'constant_declaration',
  'if_statement',
  'ternary_expression',
  'switch_expression',
  'for_statement',
  'enhanced_for_statement',
  'while_statement',
  'do_statement',
  'try_statement',
  'try_with_resources_statement',
]);

/** Pulumi runs `main`, and what `main` hands to `Pulumi.run`. */
function isCertain(call: SyntaxNode, program: Program): boolean {
  let isRun = false;
  for (let at: SyntaxNode | undefined = call; at; at = at.parent) {
    if (uncertain.has(at.type) || (at.type === 'lambda_expression' && !isEntryPoint(at, program))) return false;
    if (at.type !== 'method_declaration') continue;
    const name = fieldOf(at, 'name');
    const own = name ? nodeText(name, program.text) : '';
    if (own !== 'main' && !program.survey.entryPoints.has(own)) return false;
    isRun = true;
  }
  return isRun;
}

function isEntryPoint(lambda: SyntaxNode, program: Program): boolean {
  const call = lambda.parent?.parent;
  return call?.type === 'method_invocation' && isPulumiRun(call, program);
}

function expression(wrapped: SyntaxNode, program: Program): Expression {
  const node = unwrapped(wrapped, program);
  const { text } = program;
  switch (node.type) {
    case 'string_literal':
      return literal(
        node,
        node.children.some(({ type }) => type === 'string_interpolation') ? undefined : javaText(nodeText(node, text)),
      );
    case 'decimal_integer_literal':
    case 'hex_integer_literal':
    case 'octal_integer_literal':
    case 'binary_integer_literal':
    case 'decimal_floating_point_literal':
      return literal(node, javaNumber(nodeText(node, text)));
    case 'unary_expression':
      return signed(node, text);
    case 'true':
    case 'false':
      return { node, kind: 'literal', value: node.type === 'true' };
    case 'null_literal':
      return { node, kind: 'absent' };
    case 'identifier':
    case 'type_identifier':
      return nameExpression(node, program);
    case 'field_access':
    case 'scoped_type_identifier':
      return member(node, program);
    case 'array_access': {
      const [of, name] = [fieldOf(node, 'array'), fieldOf(node, 'index')];
      return of && name ? { node, kind: 'member', of, name } : { node, kind: 'unknown' };
    }
    case 'array_initializer':
    case 'argument_list':
      return { node, kind: 'list', items: namedParts(node) };
    case 'array_creation_expression': {
      const value = fieldOf(node, 'value');
      return value ? { node, kind: 'list', items: namedParts(value) } : { node, kind: 'unknown' };
    }
    case 'binary_expression':
      return sum(node);
    case 'object_creation_expression':
      return { node, kind: program.constructed.has(node) ? 'resource' : 'unknown' };
    case 'method_invocation':
      return callExpression(node, program);
    default:
      return { node, kind: 'unknown' };
  }
}

/** Without brackets, casts, `Output.of(…)`, and what makes a stream of a list or a list of a stream. */
function unwrapped(node: SyntaxNode, program: Program): SyntaxNode {
  let at = node;
  for (let inner: SyntaxNode | undefined = withoutBrackets(at); inner; inner = wrappedIn(at, program)) {
    at = withoutBrackets(inner);
  }
  return at;
}

function wrappedIn(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  if (node.type !== 'method_invocation') return undefined;
  const [only, ...more] = javaArguments(node);
  const isOutput = only && more.length === 0 && staticMethod(node, program) === 'Output.of';
  return isOutput ? only : streamOf(node, program);
}

function literal(node: SyntaxNode, value: string | bigint | number | undefined): Expression {
  return value === undefined ? { node, kind: 'unknown' } : { node, kind: 'literal', value };
}

function signed(node: SyntaxNode, text: string): Expression {
  const operand = fieldOf(node, 'operand');
  const value =
    operand && /_(?:integer|point)_literal$/.test(operand.type) ? javaNumber(nodeText(operand, text)) : undefined;
  const sign = text[node.start];
  if (value === undefined || (sign !== '-' && sign !== '+')) return { node, kind: 'unknown' };
  return { node, kind: 'literal', value: sign === '-' ? -value : value };
}

function nameExpression(node: SyntaxNode, program: Program): Expression {
  const name = nodeText(node, program.text);
  // `List` in `List.of(…)` is a class.
  const isClass = node.field === 'object' && /^[A-Z]\w*[a-z]/.test(name);
  const isOwn = isClass || program.survey.find(name, node) !== undefined;
  const scope = isOwn ? undefined : inheritedFrom(name, node, program);
  return { node, kind: 'name', name, ...(scope && { scope }) };
}

/** A field of a class of the program is a name that the class declares. */
function member(node: SyntaxNode, program: Program): Expression {
  const [of, last] = [namedParts(node)[0], namedParts(node).at(-1)];
  if (!of || !last || of === last) return { node, kind: 'unknown' };
  const name = nodeText(last, program.text);
  const scope = bodyOf(of, program);
  if (!scope) return { node, kind: 'member', of, name };
  return program.survey.inScope(scope, name) ? { node, kind: 'name', name, scope } : { node, kind: 'unknown' };
}

function sum(node: SyntaxNode): Expression {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const isSum = fieldOf(node, 'operator')?.type === '+';
  return isSum && left && right ? { node, kind: 'sum', left, right } : { node, kind: 'unknown' };
}
