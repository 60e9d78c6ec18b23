/** What TypeScript and JavaScript write: syntax to expressions, imports to classes. */
import type { Adapter, Construction, Program } from '../adapter.ts';
import { escapesOf, unescaped } from '../escapes.ts';
import { literalOf, signedNumber, type Expression, type ListItem, type ObjectPart } from '../expression.ts';
import { numberIn } from '../numbers.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';
import { noteExposed } from './typescript-exposed.ts';
import { modulePath, scriptFunctions, visitScript, wrappedIn } from './typescript-survey.ts';

export const typescript: Adapter = {
  naming: { property: (name) => name, option: (name) => name, listsSingles: false },
  visit(node, program) {
    visitScript(node, program);
    noteExposed(node, program);
  },
  expression,
  calleeOf: (call) => (call.type === 'new_expression' ? fieldOf(call, 'constructor') : undefined),
  construction,
  isCertain: (call) => !ancestor(call, ({ type }) => uncertain.has(type)),
  unresolved: () => undefined,
  classOf,
  enumValue,
};

/** An async function that is called at once is rare enough to count like the others. */
const uncertain: ReadonlySet<string> = new Set([
  ...scriptFunctions,
  'class_body',
  'if_statement',
  'switch_statement',
  'ternary_expression',
  'for_statement',
  'for_in_statement',
  'while_statement',
  'do_statement',
  'try_statement',
]);

const sdk = '@pulumi/kubernetes.';

/** A class may be imported from its own file: `@pulumi/kubernetes/core/v1/endpoints`. */
function classOf(path: string): string | undefined {
  if (!path.startsWith(sdk)) return undefined;
  const [group = '', version = '', ...rest] = path.slice(sdk.length).split('.');
  if (version === '' && group === 'Provider') return 'Provider';
  if (group === 'provider' && version === 'Provider') return 'Provider';
  const [file, name = file] = rest;
  const isClass = rest.length <= 2 && name !== undefined && /^[A-Z]/.test(name) && !/(?:Args|Dict)$/.test(name);
  return isClass && /^v\d/.test(version) ? `${group}/${version}:${name}` : undefined;
}

/** `types.enums.core.v1.ServiceSpecType.ClusterIP`, or without `types.enums`: the members of the SDK's enums are named like their values. */
function enumValue(path: string): string | undefined {
  return /^@pulumi\/kubernetes\.(?:types\.enums\.)?core\.v1\.ServiceSpecType\.(\w+)$/.exec(path)?.[1];
}

function expression(wrapped: SyntaxNode, program: Program): Expression {
  let node = wrapped;
  for (let inner = unwrapped(node, program); inner !== node; inner = unwrapped(node, program)) node = inner;
  const { text } = program;
  switch (node.type) {
    case 'string':
      return literalOf(node, decoded(text.slice(node.start + 1, node.end - 1)));
    case 'template_string':
      return template(node, text);
    case 'number':
      return literalOf(node, numberIn(nodeText(node, text).replace(/n$/, ''), true));
    case 'unary_expression':
      return negative(node, program);
    case 'true':
    case 'false':
      return { node, kind: 'literal', value: node.type === 'true' };
    case 'null':
      return { node, kind: 'literal', value: null };
    case 'undefined':
      return { node, kind: 'absent' };
    case 'identifier':
    case 'shorthand_property_identifier':
    case 'type_identifier':
      return nodeText(node, text) === 'undefined'
        ? { node, kind: 'absent' }
        : { node, kind: 'name', name: nodeText(node, text) };
    case 'this':
      return { node, kind: 'name', name: 'this' };
    case 'member_expression':
    case 'nested_identifier':
    case 'subscript_expression':
      return member(node, text);
    case 'object':
      return { node, kind: 'object', parts: namedParts(node).map((part) => objectPart(part, program)) };
    case 'enum_declaration':
      return { node, kind: 'object', parts: enumMembers(node, text) };
    case 'array':
      return { node, kind: 'list', items: namedParts(node).map(listItem) };
    case 'binary_expression':
      return sum(node);
    case 'new_expression':
      return { node, kind: program.constructed.has(node) ? 'resource' : 'unknown' };
    case 'call_expression':
      return call(node, program);
    default:
      return { node, kind: 'unknown' };
  }
}

/** Without one wrapper that changes nothing. */
function unwrapped(node: SyntaxNode, program: Program): SyntaxNode {
  if (node.type !== 'call_expression') return wrappedIn(node) ?? node;
  const callee = fieldOf(node, 'function');
  const [only, ...more] = argumentsOf(node);
  const isOne = callee && only && more.length === 0 && only.type !== 'spread_element';
  return isOne && isTransparent(callee, program) ? only : node;
}

function isTransparent(callee: SyntaxNode, program: Program): boolean {
  const name = nodeText(callee, program.text);
  if (name === 'Object.freeze') return true;
  const mayBeOutput = callee.type === 'identifier' || name.endsWith('output');
  return mayBeOutput && program.pathOf(callee) === '@pulumi/pulumi.output';
}

function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = fieldOf(call, 'arguments');
  return list?.type === 'arguments' ? namedParts(list) : [];
}

const escapes = escapesOf({ 0: '\0' });
const escape = /\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|\r\n|[^])/gi;

function decoded(text: string): string | undefined {
  return unescaped(text, escape, escapes);
}

function template(node: SyntaxNode, text: string): Expression {
  const pieces = templateParts(node, text);
  if (!pieces) return { node, kind: 'unknown' };
  const [only = ''] = pieces;
  if (pieces.length <= 1 && typeof only === 'string') return { node, kind: 'literal', value: only };
  return { node, kind: 'template', parts: pieces };
}

/** Undefined where an escape is not known. */
function templateParts(node: SyntaxNode, text: string): readonly (string | SyntaxNode)[] | undefined {
  const pieces: (string | SyntaxNode)[] = [];
  let at = node.start + 1;
  for (const child of [...node.children.filter(({ type }) => type === 'template_substitution'), undefined]) {
    const plain = decoded(text.slice(at, child?.start ?? node.end - 1).replaceAll(/\r\n?/g, '\n'));
    if (plain === undefined) return undefined;
    if (plain !== '') pieces.push(plain);
    const [inner] = child ? namedParts(child) : [];
    if (child && !inner) return undefined;
    if (inner) pieces.push(inner);
    at = child?.end ?? at;
  }
  return pieces;
}

function negative(node: SyntaxNode, { text }: Program): Expression {
  const operand = fieldOf(node, 'argument');
  const value = operand?.type === 'number' ? numberIn(nodeText(operand, text), true) : undefined;
  return signedNumber(node, value, text);
}

function member(node: SyntaxNode, text: string): Expression {
  const of = fieldOf(node, 'object') ?? namedParts(node)[0];
  const index = fieldOf(node, 'index');
  const property = fieldOf(node, 'property') ?? namedParts(node)[1];
  if (of && index) {
    const name = index.type === 'string' ? decoded(text.slice(index.start + 1, index.end - 1)) : undefined;
    return { node, kind: 'member', of, name: name ?? index };
  }
  return of && property ? { node, kind: 'member', of, name: nodeText(property, text) } : { node, kind: 'unknown' };
}

function objectPart(part: SyntaxNode, { text }: Program): ObjectPart {
  if (part.type === 'shorthand_property_identifier')
    return { key: part, name: nodeText(part, text), value: part, isField: false };
  const [key, value] = [fieldOf(part, 'key'), fieldOf(part, 'value')];
  if (part.type === 'pair' && key && value) return { key, name: nameIn(key, text), value, isField: false };
  return { spread: part.type === 'spread_element' ? (namedParts(part)[0] ?? part) : part };
}

function nameIn(key: SyntaxNode, text: string): string | SyntaxNode {
  if (key.type === 'computed_property_name') return namedParts(key)[0] ?? key;
  return key.type === 'string' || key.type === 'number' ? key : nodeText(key, text);
}

/** Only members with a text: numbers may be counted from the one before. */
function enumMembers(node: SyntaxNode, text: string): readonly ObjectPart[] {
  const body = fieldOf(node, 'body');
  return (body ? namedParts(body) : []).flatMap((each): ObjectPart[] => {
    const [key, value] = [fieldOf(each, 'name'), fieldOf(each, 'value')];
    return each.type === 'enum_assignment' && key && value
      ? [{ key, name: nameIn(key, text), value, isField: false }]
      : [];
  });
}

function listItem(item: SyntaxNode): ListItem {
  return item.type === 'spread_element' ? { spread: namedParts(item)[0] ?? item } : item;
}

function sum(node: SyntaxNode): Expression {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const isSum = fieldOf(node, 'operator')?.type === '+';
  return isSum && left && right ? { node, kind: 'sum', left, right } : { node, kind: 'unknown' };
}

function call(node: SyntaxNode, { text }: Program): Expression {
  const callee = fieldOf(node, 'function');
  const list = fieldOf(node, 'arguments');
  if (!callee || !list) return { node, kind: 'unknown' };
  if (list.type === 'template_string') {
    const isOutput = /(?:^|\.)(?:interpolate|concat)$/.test(nodeText(callee, text));
    const pieces = isOutput ? templateParts(list, text) : undefined;
    return pieces ? { node, kind: 'template', parts: pieces, isOutput } : { node, kind: 'unknown' };
  }
  const given = argumentsOf(node);
  const [first] = given;
  if (!first || given.length > 1) return { node, kind: 'unknown' };
  const module = /^(["'`])([^"'`$\\]+)\1$/.exec(nodeText(first, text))?.[2];
  if (module !== undefined && nodeText(callee, text) === 'require')
    return { node, kind: 'module', module: modulePath(module) };
  const over = fieldOf(callee, 'object');
  const method = nodeText(fieldOf(callee, 'property') ?? callee, text);
  const lambda = over && (method === 'map' || method === 'apply') ? lambdaIn(first, text) : undefined;
  return over && lambda
    ? { node, kind: method === 'map' ? 'mapped' : 'applied', over, ...lambda }
    : { node, kind: 'unknown' };
}

/** A function of one plain parameter whose body is an expression. */
function lambdaIn(
  node: SyntaxNode,
  text: string,
): { readonly scope: SyntaxNode; readonly name: string; readonly body: SyntaxNode } | undefined {
  if (node.type !== 'arrow_function' || node.children.some(({ type }) => type === 'async')) return undefined;
  const body = fieldOf(node, 'body');
  const own = fieldOf(node, 'parameter');
  const list = fieldOf(node, 'parameters');
  const several = list ? namedParts(list) : [];
  const [only] = several;
  const pattern =
    own ?? (several.length === 1 && only?.type === 'required_parameter' ? fieldOf(only, 'pattern') : only);
  const isPlain = pattern?.type === 'identifier' && (own ?? several.length === 1) && !(only && fieldOf(only, 'value'));
  if (!isPlain || !body || body.type === 'statement_block') return undefined;
  return { scope: node, name: nodeText(pattern, text), body };
}

function construction(node: SyntaxNode, program: Program): Construction {
  const callee = fieldOf(node, 'constructor') ?? node;
  const given = argumentsOf(node);
  const spread = given.findIndex(({ type }) => type === 'spread_element');
  // What is spread may be any argument from here on.
  const [name, properties, options] = spread < 0 ? given : [0, 1, 2].map((i) => given[Math.min(i, spread)]);
  return {
    head: fieldOf(callee, 'property') ?? callee,
    name,
    properties: properties && expression(properties, program),
    options: options && expression(options, program),
  };
}
