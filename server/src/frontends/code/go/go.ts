/** What Go writes: syntax to expressions, imports to classes. */
import type { Adapter, Construction, Program } from '../adapter.ts';
import type { Expression, ObjectPart } from '../expression.ts';
import { calledPath, goArguments, isCertainGoCall } from './go-calls.ts';
import { compositeOf, goText } from './go-literals.ts';
import { goClassOf, goEnumValue, goNaming, goUnresolved, isOptionMaker, isGoWrapper } from './go-names.ts';
import { visitGo } from './go-survey.ts';
import { numberIn } from '../numbers.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

export const go: Adapter = {
  naming: goNaming,
  visit: visitGo,
  expression,
  calleeOf: (call) => fieldOf(call, 'function'),
  construction,
  isCertain: isCertainGoCall,
  unresolved: goUnresolved,
  classOf: goClassOf,
  enumValue: goEnumValue,
};

/** Conversions of numbers and texts. */
const conversions = /^(?:string|bool|any|u?int(?:8|16|32|64)?|float(?:32|64))$/;

function expression(written: SyntaxNode, program: Program): Expression {
  const node = unwrapped(written, program);
  const { text } = program;
  switch (node.type) {
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return literal(node, goText(node, text));
    case 'int_literal':
    case 'float_literal':
      return literal(node, numberIn(nodeText(node, text), true));
    case 'true':
    case 'false':
      return { node, kind: 'literal', value: node.type === 'true' };
    case 'nil':
      return { node, kind: 'absent' };
    case 'identifier':
    case 'type_identifier':
    case 'package_identifier':
      return { node, kind: 'name', name: nodeText(node, text) };
    case 'unary_expression':
      return signed(node, text);
    case 'binary_expression':
      return sum(node);
    case 'selector_expression':
      return member(node, fieldOf(node, 'field'), text);
    case 'index_expression':
      return member(node, fieldOf(node, 'index'), text);
    case 'composite_literal': {
      const body = fieldOf(node, 'body');
      return body ? compositeOf(node, body, program) : { node, kind: 'unknown' };
    }
    case 'literal_value':
      return compositeOf(node, node, program);
    case 'call_expression':
      return call(node, program);
    default:
      return { node, kind: 'unknown' };
  }
}

function literal(node: SyntaxNode, value: string | bigint | number | undefined): Expression {
  return value === undefined ? { node, kind: 'unknown' } : { node, kind: 'literal', value };
}

/** Without the wrappers that change nothing. */
function unwrapped(written: SyntaxNode, program: Program): SyntaxNode {
  let node = written;
  for (let inner = wrapped(node, program); inner; inner = wrapped(node, program)) node = inner;
  return node;
}

function wrapped(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  switch (node.type) {
    case 'parenthesized_expression':
      return namedParts(node)[0];
    case 'unary_expression': {
      const sign = fieldOf(node, 'operator')?.type;
      return sign === '&' || sign === '*' ? fieldOf(node, 'operand') : undefined;
    }
    case 'type_assertion_expression':
      return fieldOf(node, 'operand');
    case 'type_conversion_expression': {
      const type = fieldOf(node, 'type');
      return type && /\b(?:byte|rune)\b/.test(nodeText(type, program.text)) ? undefined : fieldOf(node, 'operand');
    }
    case 'call_expression':
      return converted(node, program);
    default:
      return undefined;
  }
}

function converted(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  const callee = fieldOf(node, 'function');
  const [only, ...more] = goArguments(node);
  if (!callee || !only || more.length > 0 || only.type === 'variadic_argument') return undefined;
  const name = callee.type === 'identifier' ? nodeText(callee, program.text) : undefined;
  const declared = name === undefined ? undefined : program.survey.find(name, callee);
  const isType = name !== undefined && !declared && conversions.test(name);
  // A number becomes a character.
  if (isType && name === 'string' && only.type === 'int_literal') return undefined;
  if (isType || declared?.value?.type === 'type_spec' || declared?.value?.type === 'type_alias') return only;
  const path = calledPath(callee, program);
  return path !== undefined && isGoWrapper(path) ? only : undefined;
}

function signed(node: SyntaxNode, text: string): Expression {
  const operand = fieldOf(node, 'operand');
  const isNumber = operand?.type === 'int_literal' || operand?.type === 'float_literal';
  const value = isNumber ? numberIn(nodeText(operand, text), true) : undefined;
  const sign = fieldOf(node, 'operator')?.type;
  if (value === undefined || (sign !== '-' && sign !== '+')) return { node, kind: 'unknown' };
  return { node, kind: 'literal', value: sign === '-' ? -value : value };
}

function sum(node: SyntaxNode): Expression {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const isSum = fieldOf(node, 'operator')?.type === '+';
  return isSum && left && right ? { node, kind: 'sum', left, right } : { node, kind: 'unknown' };
}

function member(node: SyntaxNode, step: SyntaxNode | undefined, text: string): Expression {
  const of = fieldOf(node, 'operand');
  if (!of || !step) return { node, kind: 'unknown' };
  return { node, kind: 'member', of, name: step.field === 'field' ? nodeText(step, text) : step };
}

function call(node: SyntaxNode, program: Program): Expression {
  const { text } = program;
  if (program.constructed.has(node)) return { node, kind: 'resource' };
  const callee = fieldOf(node, 'function');
  const given = goArguments(node);
  const [first, second] = given;
  const path = callee && calledPath(callee, program);
  const method = callee && fieldOf(callee, 'field');
  if (callee && path !== undefined && isOptionMaker(path))
    return { node, kind: 'object', parts: [optionOf(method ?? callee, node, text)] };
  if (path === 'pulumi.Composite') return { node, kind: 'object', parts: given.map((each) => optionIn(each, program)) };
  if (
    path === 'pulumi.Sprintf' &&
    first &&
    second &&
    given.length === 2 &&
    /^["`]%[sv]["`]$/.test(nodeText(first, text))
  )
    return { node, kind: 'template', parts: [second], isOutput: true };
  const of = callee && fieldOf(callee, 'operand');
  if (!method || !of || path !== undefined) return { node, kind: 'unknown' };
  const name = nodeText(method, text);
  if (given.length === 0) {
    if (/^Elem$|^To\w*Output$/.test(name)) return { node, kind: 'template', parts: [of], isOutput: true };
    return { node, kind: 'member', of, name: /^(?:ID|URN)$/.test(name) ? name.toLowerCase() : name, isCall: true };
  }
  if (!first || given.length > 1) return { node, kind: 'unknown' };
  if (name === 'Index' || name === 'MapIndex') return { node, kind: 'member', of, name: first, isCall: true };
  const lambda = /^ApplyT?$/.test(name) ? lambdaIn(first, text) : undefined;
  return lambda ? { node, kind: 'applied', over: of, ...lambda } : { node, kind: 'unknown' };
}

/** Any function of Pulumi makes an option here. Others, and variables, are options if they are known to be. */
function optionIn(node: SyntaxNode, program: Program): ObjectPart {
  const callee = fieldOf(node, 'function');
  const path = callee && calledPath(callee, program);
  const isOwn = path !== undefined && /^pulumi\.(?!Composite$)[A-Z]\w*$/.test(path);
  return callee && isOwn ? optionOf(fieldOf(callee, 'field') ?? callee, node, program.text) : { spread: node };
}

function optionOf(method: SyntaxNode, node: SyntaxNode, text: string): ObjectPart {
  const given = goArguments(node);
  const [only] = given;
  const value = only && given.length === 1 && only.type !== 'variadic_argument' ? only : fieldOf(node, 'arguments');
  return { key: method, name: nodeText(method, text), value: value ?? node, isField: true };
}

/** A function of one parameter whose body only returns an expression. */
function lambdaIn(
  node: SyntaxNode,
  text: string,
): { readonly scope: SyntaxNode; readonly name: string; readonly body: SyntaxNode } | undefined {
  const [parameters, block] = [fieldOf(node, 'parameters'), fieldOf(node, 'body')];
  if (node.type !== 'func_literal' || !parameters || !block) return undefined;
  const names = namedParts(parameters).flatMap(({ children }) => children.filter(({ field }) => field === 'name'));
  const [list] = namedParts(block);
  const [only, ...others] = list ? namedParts(list) : [];
  const [results] = only?.type === 'return_statement' ? namedParts(only) : [];
  const [body, ...more] = results ? namedParts(results) : [];
  const [name] = names;
  if (!name || names.length > 1 || !body || others.length > 0 || (more[0] && more[0].type !== 'nil')) return undefined;
  return { scope: node, name: nodeText(name, text), body };
}

function construction(node: SyntaxNode, program: Program): Construction {
  const callee = fieldOf(node, 'function') ?? node;
  const [, name, properties, ...more] = goArguments(node);
  const [first, last] = [more[0], more.at(-1)];
  return {
    head: fieldOf(callee, 'field') ?? callee,
    name,
    properties: properties && expression(properties, program),
    options: first &&
      last && {
        node: { ...first, end: last.end },
        kind: 'object',
        // What is `opts...` is a list, and of unknown options: the object is open.
        parts: more.map((each) => optionIn(each, program)),
      },
  };
}
