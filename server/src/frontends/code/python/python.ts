/** What Python writes: syntax to expressions, imports to classes. */
import type { Adapter, Construction, Program } from '../adapter.ts';
import type { Expression, ListItem, ObjectPart } from '../expression.ts';
import { numberIn } from '../numbers.ts';
import {
  pythonClassOf,
  enumValue,
  isArgs,
  isResourceOptions,
  optionParameters,
  pythonNaming,
  unresolved,
} from './python-names.ts';
import { parsePython } from './python-recovery.ts';
import { visitPython } from './python-survey.ts';
import { isFunction } from './python-scopes.ts';
import { argumentsOf, functionOf, onlyPositional, plainString, pythonParts, stringParts } from './python-syntax.ts';
import { ancestor, fieldOf, nodeText, type SyntaxNode } from '../syntax.ts';

export const python: Adapter = {
  naming: pythonNaming,
  parse: parsePython,
  visit: visitPython,
  expression,
  calleeOf: functionOf,
  construction,
  isCertain: (call) => !ancestor(call, ({ type }) => uncertain.has(type)),
  unresolved,
  classOf: pythonClassOf,
  enumValue,
};

const uncertain: ReadonlySet<string> = new Set([
  'function_definition',
  'class_definition',
  'lambda',
  'if_statement',
  'for_statement',
  'while_statement',
  'try_statement',
  'match_statement',
  'conditional_expression',
  'boolean_operator',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

function expression(outer: SyntaxNode, program: Program): Expression {
  const node = unwrapped(outer, program);
  const { text } = program;
  switch (node.type) {
    case 'string':
      return template(node, stringParts(node, text));
    case 'concatenated_string':
      return { node, kind: 'template', parts: pythonParts(node) };
    case 'integer':
    case 'float':
      return literal(node, numberIn(nodeText(node, text)));
    case 'unary_operator':
      return negative(node, text);
    case 'true':
    case 'false':
      return { node, kind: 'literal', value: node.type === 'true' };
    case 'none':
      return { node, kind: 'absent' };
    case 'identifier':
      return nameOf(node, program);
    case 'attribute':
      return attribute(node, program);
    case 'subscript':
      return element(node);
    case 'dictionary':
      return { node, kind: 'object', parts: pythonParts(node).map((part) => pairPart(part, text)) };
    case 'list':
    case 'tuple':
    case 'expression_list':
      return { node, kind: 'list', items: pythonParts(node).map(listItem) };
    case 'binary_operator':
      return combined(node);
    case 'list_comprehension':
      return comprehension(node, text);
    case 'call':
      return call(node, program);
    default:
      return { node, kind: 'unknown' };
  }
}

function literal(node: SyntaxNode, value: string | bigint | number | undefined): Expression {
  return value === undefined ? { node, kind: 'unknown' } : { node, kind: 'literal', value };
}

/** Without brackets and casts. */
function unwrapped(outer: SyntaxNode, program: Program): SyntaxNode {
  for (let node = outer; ;) {
    const inner = node.type === 'parenthesized_expression' ? pythonParts(node)[0] : castOf(node, program);
    if (!inner) return node;
    node = inner;
  }
}

/** The value of `typing.cast(type, value)`. */
function castOf(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  const callee = functionOf(node);
  if (!callee || !/(?:^|\.)cast$/.test(nodeText(callee, program.text))) return undefined;
  const [, value, more] = onlyPositional(node) ?? [];
  return value && !more && pathOfName(callee, program) === 'typing.cast' ? value : undefined;
}

function template(node: SyntaxNode, pieces: readonly (string | SyntaxNode)[] | undefined): Expression {
  if (!pieces) return { node, kind: 'unknown' };
  const [only = ''] = pieces;
  if (pieces.length <= 1 && typeof only === 'string') return { node, kind: 'literal', value: only };
  return { node, kind: 'template', parts: pieces, keepsDecimals: true };
}

function negative(node: SyntaxNode, text: string): Expression {
  const operand = fieldOf(node, 'argument');
  const isNumber = operand?.type === 'integer' || operand?.type === 'float';
  const value = isNumber ? numberIn(nodeText(operand, text)) : undefined;
  const sign = text[node.start];
  if (value === undefined || (sign !== '-' && sign !== '+')) return { node, kind: 'unknown' };
  return { node, kind: 'literal', value: sign === '-' ? -value : value };
}

/** The functions in a class do not see its names: such a name is looked up outside of the class. */
function nameOf(node: SyntaxNode, { text, survey, root }: Program): Expression {
  const name = nodeText(node, text);
  const found = survey.find(name, node);
  if (!found || found === survey.inScope(root, name)) return { node, kind: 'name', name };
  let isInFunction = false;
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
    const isSeen = !isInFunction || at.type !== 'class_definition';
    if (isSeen && survey.inScope(at, name)) return { node, kind: 'name', name, scope: at };
    isInFunction ||= isFunction(at);
  }
  return { node, kind: 'name', name, scope: root };
}

/** `self.x` is a name of the class where it holds a resource. Other members of receivers are not known. */
function attribute(node: SyntaxNode, { text, survey, constructed }: Program): Expression {
  const [of, name] = [fieldOf(node, 'object'), fieldOf(node, 'attribute')];
  if (!of || !name) return { node, kind: 'unknown' };
  if (of.type === 'identifier' && nodeText(of, text) === 'self') {
    const own = `self.${nodeText(name, text)}`;
    const value = survey.find(own, node)?.value;
    return value && constructed.has(value) ? { node, kind: 'name', name: own } : { node, kind: 'unknown' };
  }
  return { node, kind: 'member', of, name: nodeText(name, text) };
}

function element(node: SyntaxNode): Expression {
  const [of, ...indexes] = pythonParts(node);
  const [index] = indexes;
  if (!of || !index || indexes.length > 1) return { node, kind: 'unknown' };
  return { node, kind: 'member', of, name: index, countsFromEnd: true };
}

function pairPart(part: SyntaxNode, text: string): ObjectPart {
  const [key, value] = [fieldOf(part, 'key'), fieldOf(part, 'value')];
  if (part.type === 'pair' && key && value) return { key, name: plainString(key, text) ?? key, value, isField: false };
  return { spread: part.type === 'dictionary_splat' ? (pythonParts(part)[0] ?? part) : part };
}

function listItem(item: SyntaxNode): ListItem {
  return item.type === 'list_splat' ? { spread: pythonParts(item)[0] ?? item } : item;
}

/** A sum of texts or lists, or a union of dictionaries. */
function combined(node: SyntaxNode): Expression {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const sign = fieldOf(node, 'operator')?.type;
  if (!left || !right) return { node, kind: 'unknown' };
  if (sign === '+') return { node, kind: 'sum', left, right, joinsLists: true };
  return sign === '|'
    ? { node, kind: 'object', parts: [{ spread: left }, { spread: right }], isUnion: true }
    : { node, kind: 'unknown' };
}

/** With one `for`, one plain name and no `if`. The body declares the name: what is iterated over does not see it. */
function comprehension(node: SyntaxNode, text: string): Expression {
  const [body, clause, ...more] = pythonParts(node);
  const [name, over] = clause ? [fieldOf(clause, 'left'), fieldOf(clause, 'right')] : [];
  const isPlain = clause?.type === 'for_in_clause' && more.length === 0 && clause.children[0]?.type === 'for';
  if (!isPlain || !body || !over || name?.type !== 'identifier') return { node, kind: 'unknown' };
  return { node, kind: 'mapped', over, scope: body, name: nodeText(name, text), body };
}

function call(node: SyntaxNode, program: Program): Expression {
  if (program.constructed.has(node)) return { node, kind: 'resource' };
  const { text } = program;
  const callee = functionOf(node);
  if (!callee) return { node, kind: 'unknown' };
  const path = pathOfName(callee, program);
  if (path !== undefined) return callOf(path, node, text);
  if (nodeText(callee, text) === 'dict' && !program.survey.find('dict', node))
    return { node, kind: 'object', parts: argumentParts(argumentsOf(node), [], text) };
  const over = fieldOf(callee, 'object');
  const [lambda, ...more] = onlyPositional(node) ?? [];
  const body = lambda?.type === 'lambda' ? fieldOf(lambda, 'body') : undefined;
  const parameters = lambda && fieldOf(lambda, 'parameters');
  const [name, another] = parameters ? pythonParts(parameters) : [];
  const isPlain = more.length === 0 && name?.type === 'identifier' && !another;
  if (!over || !lambda || !body || !isPlain || nodeText(fieldOf(callee, 'attribute') ?? callee, text) !== 'apply')
    return { node, kind: 'unknown' };
  return { node, kind: 'applied', over, scope: lambda, name: nodeText(name, text), body };
}

/** The path of `a.b.c`. A chain of calls has none, and may be long. */
function pathOfName(callee: SyntaxNode, program: Program): string | undefined {
  let at: SyntaxNode | undefined = callee;
  while (at?.type === 'attribute') at = fieldOf(at, 'object');
  return at?.type === 'identifier' ? program.pathOf(callee) : undefined;
}

/** A call of what a path names: a class of inputs or options, or a function that makes an output. */
function callOf(path: string, node: SyntaxNode, text: string): Expression {
  const parameters = optionParameters(path) ?? (isArgs(path) ? [] : undefined);
  if (parameters) return { node, kind: 'object', parts: argumentParts(argumentsOf(node), parameters, text) };
  const method = /^pulumi\.Output\.(\w+)$/.exec(path)?.[1];
  const given = onlyPositional(node) ?? [];
  const [first, second, ...more] = given;
  if (method === 'concat' || (given.length === 1 && /^(?:from_input|secret|unsecret)$/.test(method ?? '')))
    return { node, kind: 'template', parts: given, isOutput: true };
  const isWhole = method === 'format' && first && /^\{0?\}$/.test(plainString(first, text) ?? '');
  return isWhole && second && more.length === 0
    ? { node, kind: 'template', parts: [second], isOutput: true }
    : { node, kind: 'unknown' };
}

/** The entries that arguments make. `parameters` are the names of those that are given without one; other such arguments are spread. */
function argumentParts(
  given: readonly SyntaxNode[],
  parameters: readonly string[],
  text: string,
): readonly ObjectPart[] {
  return given.map((argument, i) => {
    const [key, value] = [fieldOf(argument, 'name'), fieldOf(argument, 'value')];
    if (argument.type === 'keyword_argument' && key && value)
      return { key, name: nodeText(key, text), value, isField: true };
    const name = argument.type === 'dictionary_splat' || argument.type === 'list_splat' ? undefined : parameters[i];
    if (name !== undefined) return { key: argument, name, value: argument, isField: true };
    return { spread: argument.type === 'dictionary_splat' ? (pythonParts(argument)[0] ?? argument) : argument };
  });
}

/** The second argument without a name is an object of arguments or of options, which its class tells. */
function construction(node: SyntaxNode, program: Program): Construction {
  const { text } = program;
  const callee = functionOf(node) ?? node;
  const given = argumentsOf(node);
  const named = new Map<string, SyntaxNode>();
  const others: SyntaxNode[] = [];
  const positional: SyntaxNode[] = [];
  for (const argument of given) {
    const [key, value] = [fieldOf(argument, 'name'), fieldOf(argument, 'value')];
    if (argument.type !== 'keyword_argument')
      (argument.type === 'dictionary_splat' ? others : positional).push(argument);
    else if (key && value && special.has(nodeText(key, text))) named.set(nodeText(key, text), value);
    else others.push(argument);
  }
  const first = named.get('resource_name');
  const [name = first, second, third] = first ? [first, ...positional] : positional;
  const isOptions = second && !third && (others.length > 0 || holdsOptions(second, program));
  const args = named.get('args') ?? (isOptions ? undefined : second);
  const options = named.get('opts') ?? named.get('__opts__') ?? (isOptions ? second : third);
  const parts = argumentParts(others, [], text);
  const own: Expression | undefined =
    parts.length > 0 ? { node: fieldOf(node, 'arguments') ?? node, kind: 'object', parts } : undefined;
  return {
    head: fieldOf(callee, 'attribute') ?? callee,
    name,
    properties: args ? expression(args, program) : own,
    options: options && expression(options, program),
  };
}

const special: ReadonlySet<string> = new Set(['resource_name', 'args', 'opts', '__opts__', '__props__']);

/** True for a call of the class of options, or a name of one. */
function holdsOptions(given: SyntaxNode, program: Program): boolean {
  const seen = new Set<SyntaxNode>();
  for (let node: SyntaxNode | undefined = given; node && !seen.has(node);) {
    seen.add(node);
    const inner = unwrapped(node, program);
    const callee = functionOf(inner);
    if (callee) return isResourceOptions(pathOfName(callee, program) ?? '');
    const made = expression(inner, program);
    if (made.kind !== 'name') return false;
    const { name, scope } = made;
    node = (scope ? program.survey.inScope(scope, name) : program.survey.find(name, made.node))?.value;
  }
  return false;
}
