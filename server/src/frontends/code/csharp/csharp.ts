/** What C# writes: syntax to expressions, imports to classes. */
import type { Adapter, Construction, Program } from '../adapter.ts';
import { call, wrappedInCall } from './csharp-calls.ts';
import { isCertainCSharpCall } from './csharp-certainty.ts';
import {
  csharpClassOf,
  csharpEnumValue,
  isTypeName,
  targetType,
  typeName,
  unresolvedInCsharp,
} from './csharp-names.ts';
import { isConstant, types, visitCsharp } from './csharp-survey.ts';
import { givenTo, dotted, lastName, pathNames } from './csharp-syntax.ts';
import { template, stringValue } from './csharp-text.ts';
import { anonymous, collected, isKnownType, isListType, collectionItems } from './csharp-values.ts';
import { innermost, literalOf, type Expression } from '../expression.ts';
import { numberIn } from '../numbers.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';
import { ownValue } from '../../../text/own-value.ts';

export const csharp: Adapter = {
  naming: {
    property: (name, isField) => (isField ? uncapitalized(name) : name),
    option: (name, isField) => (isField ? (ownValue(options, name) ?? uncapitalized(name)) : name),
    listsSingles: true,
  },
  visit: visitCsharp,
  expression,
  calleeOf,
  construction,
  isCertain: isCertainCSharpCall,
  unresolved: unresolvedInCsharp,
  classOf: csharpClassOf,
  enumValue: csharpEnumValue,
};

/** Options that are not only written with a capital letter. */
const options: Readonly<Record<string, string | undefined>> = {
  ImportId: 'import',
  ResourceTransformations: 'transformations',
  ResourceTransforms: 'transforms',
};

function uncapitalized(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function calleeOf(call: SyntaxNode, { survey, text }: Program): SyntaxNode | undefined {
  return call.type === 'object_creation_expression' ? fieldOf(call, 'type') : targetType(call, survey, text);
}

function expression(whole: SyntaxNode, program: Program): Expression {
  const node = innermost(whole, (each) => innerOf(each, program));
  const { text } = program;
  switch (node.type) {
    case 'string_literal':
    case 'verbatim_string_literal':
    case 'raw_string_literal':
      return literalOf(node, stringValue(node, text));
    case 'interpolated_string_expression':
      return template(node, text);
    case 'integer_literal':
      return literalOf(node, numberIn(nodeText(node, text).replace(/[ul]+$/i, '')));
    case 'real_literal':
      return literalOf(node, numberIn(nodeText(node, text).replace(/[fdm]$/i, '')));
    case 'prefix_unary_expression':
      return signed(node, program);
    case 'boolean_literal':
      return { node, kind: 'literal', value: nodeText(node, text) === 'true' };
    case 'null_literal':
      return { node, kind: 'absent' };
    case 'identifier':
      return named(node, program);
    case 'qualified_name':
    case 'alias_qualified_name':
      return qualified(node, text);
    case 'member_access_expression':
      return member(node, program);
    case 'conditional_access_expression':
      return conditionalMember(node, text);
    case 'element_access_expression': {
      const subscript = fieldOf(node, 'subscript');
      return element(node, fieldOf(node, 'expression'), subscript ? namedParts(subscript) : []);
    }
    case 'initializer_expression':
      return collected(node, node, text);
    case 'array_creation_expression':
    case 'implicit_array_creation_expression': {
      const items = namedParts(node).find(({ type }) => type === 'initializer_expression');
      return items ? { node, kind: 'list', items: namedParts(items) } : { node, kind: 'unknown' };
    }
    case 'collection_expression':
      return { node, kind: 'list', items: collectionItems(node) };
    case 'anonymous_object_creation_expression':
      return { node, kind: 'object', parts: anonymous(node, text) };
    case 'object_creation_expression':
    case 'implicit_object_creation_expression':
      return created(node, program);
    case 'binary_expression':
      return sum(node);
    case 'invocation_expression':
      return call(node, program);
    default:
      return { node, kind: 'unknown' };
  }
}

function innerOf(node: SyntaxNode, program: Program): SyntaxNode | undefined {
  switch (node.type) {
    case 'parenthesized_expression':
      return namedParts(node)[0];
    case 'cast_expression':
      return fieldOf(node, 'value');
    case 'as_expression':
      return fieldOf(node, 'left');
    case 'postfix_unary_expression':
      return node.children.some(({ type }) => type === '!') ? namedParts(node)[0] : undefined;
    case 'invocation_expression':
      return wrappedInCall(node, program);
    default:
      return undefined;
  }
}

function signed(node: SyntaxNode, program: Program): Expression {
  const [operand] = namedParts(node);
  const sign = program.text[node.start];
  const isNumber = operand?.type === 'integer_literal' || operand?.type === 'real_literal';
  const value = isNumber && (sign === '-' || sign === '+') ? expression(operand, program) : undefined;
  if (value?.kind !== 'literal' || (typeof value.value !== 'bigint' && typeof value.value !== 'number'))
    return { node, kind: 'unknown' };
  return { node, kind: 'literal', value: sign === '-' ? -value.value : value.value };
}

/** A type, a variable, or a constant of a type around it, of a base class or of `using static`. */
function named(node: SyntaxNode, program: Program): Expression {
  const { survey, text } = program;
  const name = nodeText(node, text);
  if (isTypeName(node)) return { node, kind: 'name', name: typeName(name) };
  if (isInitialized(node)) return { node, kind: 'unknown' };
  if (survey.find(name, node)) return variable(node, name, program);
  const owner = constantOwners(node, program).find((each) => survey.find(`${each}.${name}`, node));
  if (owner !== undefined) return constant(node, `${owner}.${name}`, program);
  return { node, kind: 'name', name: survey.find(typeName(name), node) ? typeName(name) : name };
}

/** True for the `Name` of `Name = …` in an initialiser. */
function isInitialized({ field, parent }: SyntaxNode): boolean {
  return (
    field === 'left' && parent?.type === 'assignment_expression' && parent.parent?.type === 'initializer_expression'
  );
}

/** The types whose constants are known by their simple names. */
function constantOwners(node: SyntaxNode, { survey, text }: Program): readonly string[] {
  const owners = [...survey.wildcards];
  for (let at = ancestor(node, isType); at; at = at.parent && ancestor(at.parent, isType)) {
    const bases = at.children.find(({ type }) => type === 'base_list');
    if (bases) owners.push(...namedParts(bases).map((base) => dotted(base, text)));
  }
  return owners;
}

function isType({ type }: SyntaxNode): boolean {
  return types.has(type);
}

/** Of the fields that are not constant, only those are known that hold a resource. */
function variable(node: SyntaxNode, name: string, program: Program): Expression {
  const value = program.survey.find(name, node)?.value;
  const isKnown = !value || !isOfField(value, program.text) || program.constructed.has(value);
  const isChanged = value && isOfField(value, program.text) && program.survey.changed.has(`this.${name}`);
  return isKnown && !isChanged ? { node, kind: 'name', name } : { node, kind: 'unknown' };
}

function isOfField({ parent }: SyntaxNode, text: string): boolean {
  if (parent?.type === 'property_declaration' || parent?.type === 'assignment_expression') return true;
  const declaration = parent?.parent?.parent;
  return declaration?.type === 'field_declaration' && !isConstant(declaration, text);
}

/** `Zones.A`, unless one of its names is changed. */
function constant(node: SyntaxNode, path: string, { survey }: Program): Expression {
  const isChanged = path.split('.').some((name) => survey.changed.has(name));
  return isChanged ? { node, kind: 'unknown' } : { node, kind: 'name', name: path };
}

function qualified(node: SyntaxNode, text: string): Expression {
  const name = fieldOf(node, 'name');
  const of = fieldOf(node, 'qualifier') ?? fieldOf(node, 'alias');
  if (!of || !name) return { node, kind: 'unknown' };
  if (node.type === 'alias_qualified_name' && nodeText(of, text) === 'global')
    return { node, kind: 'module', module: nodeText(name, text) };
  return { node, kind: 'member', of, name: nodeText(name, text) };
}

function member(node: SyntaxNode, program: Program): Expression {
  const { survey, text } = program;
  const of = fieldOf(node, 'expression');
  const last = fieldOf(node, 'name');
  if (!of || !last) return { node, kind: 'unknown' };
  const name = nodeText(last, text);
  if (of.type === 'this') return variable(node, `this.${name}`, program);
  const path = pathNames(node, text);
  const isOfType = path !== undefined && !survey.find(path.slice(0, path.indexOf('.')), node);
  if (isOfType && survey.find(path, node)) return constant(node, path, program);
  return { node, kind: 'member', of, name };
}

function conditionalMember(node: SyntaxNode, text: string): Expression {
  const of = fieldOf(node, 'condition');
  const binding = namedParts(node).at(-1);
  const name = binding?.type === 'member_binding_expression' ? fieldOf(binding, 'name') : undefined;
  if (of && name) return { node, kind: 'member', of, name: nodeText(name, text) };
  return element(node, of, binding?.type === 'element_binding_expression' ? namedParts(binding) : []);
}

function element(node: SyntaxNode, of: SyntaxNode | undefined, given: readonly SyntaxNode[]): Expression {
  const [only, ...more] = given;
  const name = only && more.length === 0 ? namedParts(only).at(-1) : undefined;
  return of && name ? { node, kind: 'member', of, name } : { node, kind: 'unknown' };
}

/** `new X { … }`, whose form is what the braces hold; without braces, what the type tells. */
function created(node: SyntaxNode, program: Program): Expression {
  const { text } = program;
  if (program.constructed.has(node)) return { node, kind: 'resource' };
  const braces = node.children.find(({ type }) => type === 'initializer_expression');
  if (givenTo(node).length > 0) return { node, kind: 'unknown' };
  const type = fieldOf(node, 'type');
  const name = type && lastName(type, text);
  const isEmpty = !braces || namedParts(braces).length === 0;
  if (!isEmpty) return collected(node, braces, text);
  if (name === undefined || isListType(name)) return { node, kind: 'list', items: [] };
  return braces || isKnownType(name) ? { node, kind: 'object', parts: [] } : { node, kind: 'unknown' };
}

function sum(node: SyntaxNode): Expression {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  const isSum = fieldOf(node, 'operator')?.type === '+';
  return isSum && left && right ? { node, kind: 'sum', left, right } : { node, kind: 'unknown' };
}

const order = ['name', 'args', 'options'];

function construction(node: SyntaxNode, program: Program): Construction {
  const { text } = program;
  const type = node.type === 'object_creation_expression' ? fieldOf(node, 'type') : undefined;
  const given = new Map<string, SyntaxNode>();
  for (const [i, each] of givenTo(node).entries()) {
    const name = fieldOf(each, 'name');
    const value = namedParts(each).at(-1);
    if (value) given.set(name ? nodeText(name, text) : (order[i] ?? ''), value);
  }
  const [properties, made] = [given.get('args'), given.get('options')];
  return {
    head: (type && fieldOf(type, 'name')) ?? type ?? node.children[0] ?? node,
    name: given.get('name'),
    properties: properties && objectIn(properties, program),
    options: made && objectIn(made, program),
  };
}

/** An empty `new()` is an object here. */
function objectIn(node: SyntaxNode, program: Program): Expression {
  const found = expression(node, program);
  const isEmpty = found.kind === 'list' && found.items.length === 0;
  return isEmpty ? { node: found.node, kind: 'object', parts: [] } : found;
}
