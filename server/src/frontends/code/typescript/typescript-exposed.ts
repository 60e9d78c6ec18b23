/** Which objects and lists of a TypeScript or JavaScript program other code may change: exported, handed on, or under another name. */
import type { Program } from '../adapter.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';
import { wrappedIn } from './typescript-survey.ts';

export function noteExposed(node: SyntaxNode, program: Program): void {
  switch (node.type) {
    case 'export_statement':
      return noteExport(node, program);
    case 'variable_declarator':
      return noteAliases(fieldOf(node, 'name'), fieldOf(node, 'value'), program);
    case 'for_in_statement':
      return noteAliases(fieldOf(node, 'left'), fieldOf(node, 'right'), program);
    case 'assignment_expression':
      return noteAssignment(node, program);
    case 'call_expression':
    case 'new_expression':
      return noteArguments(node, program);
    default:
      return undefined;
  }
}

function noteExport(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  if (fieldOf(node, 'source')) return;
  const declaration = fieldOf(node, 'declaration');
  for (const part of declaration ? namedParts(declaration) : []) {
    const pattern = part.type === 'variable_declarator' ? fieldOf(part, 'name') : undefined;
    for (const name of pattern ? namesIn(pattern, text) : []) survey.exposed.add(name);
  }
  for (const part of declaration ? [] : namedParts(node)) {
    const specifiers = part.type === 'export_clause' ? namedParts(part) : [];
    for (const specifier of specifiers) survey.exposed.add(nodeText(fieldOf(specifier, 'name') ?? specifier, text));
    expose(part, program);
  }
}

function noteAliases(pattern: SyntaxNode | undefined, value: SyntaxNode | undefined, { survey, text }: Program): void {
  if (!pattern || !value) return;
  const of = sharedIn(value, text);
  for (const name of of.length > 0 ? namesIn(pattern, text) : []) for (const other of of) survey.alias(name, other);
}

/** What is stored in a member belongs to another object. */
function noteAssignment(node: SyntaxNode, program: Program): void {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')];
  if (left?.type === 'member_expression' || left?.type === 'subscript_expression') expose(right, program);
  else noteAliases(left, right, program);
}

function expose(value: SyntaxNode | undefined, { survey, text }: Program): void {
  for (const name of value ? sharedIn(value, text) : []) survey.exposed.add(name);
}

const readers =
  /^(?:Object\.\w+|JSON\.stringify|console\.\w+|structuredClone|Array\.\w+|String|Number|Boolean|Set|Map|require)$/;
const readingMethods = /^(?:includes|indexOf|lastIndexOf|concat|join|has|get|localeCompare|startsWith|endsWith)$/;

/** Functions whose result is what they are given, or holds parts of it. */
const passing = /^(?:Object\.(?:freeze|values|entries)|Array\.from|(?:\w+\.)?output)$/;

function noteArguments(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const callee = fieldOf(node, 'function') ?? fieldOf(node, 'constructor');
  const list = fieldOf(node, 'arguments');
  if (!callee || list?.type !== 'arguments') return;
  const given = namedParts(list);
  const of = fieldOf(callee, 'object');
  const [first] = given;
  // What a function does to an item, as in `list.forEach((each) => …)`, it does to the list.
  if (of && first?.type === 'arrow_function') {
    noteAliases(fieldOf(first, 'parameter') ?? fieldOf(first, 'parameters'), of, program);
  }
  const method = fieldOf(callee, 'property');
  const name = nodeText(callee, text);
  if (readers.test(name) || passing.test(name) || (method && readingMethods.test(nodeText(method, text)))) return;
  for (const own of given.flatMap((each) => sharedIn(each, text))) survey.handed.push({ name: own, callee });
}

/** The names that a pattern declares. Defaults and types among them do no harm. */
function namesIn(pattern: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const waiting = [pattern];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (/identifier(?:_pattern)?$/.test(node.type)) names.push(nodeText(node, text));
    waiting.push(...node.children);
  }
  return names;
}

/** The names of which an expression holds the value itself or a part of it, and no copy. */
function sharedIn(expression: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const waiting = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'identifier' || node.type === 'shorthand_property_identifier') names.push(nodeText(node, text));
    else waiting.push(...heldBy(node, text));
  }
  return names;
}

function heldBy(node: SyntaxNode, text: string): readonly SyntaxNode[] {
  switch (node.type) {
    case 'object':
    case 'array':
      return namedParts(node);
    case 'pair':
      return namedParts(node).slice(1);
    case 'ternary_expression':
      return namedParts(node).slice(1);
    case 'binary_expression':
      return /^(?:\|\||&&|\?\?)$/.test(fieldOf(node, 'operator')?.type ?? '') ? namedParts(node) : [];
    case 'call_expression': {
      const [callee, list] = [fieldOf(node, 'function'), fieldOf(node, 'arguments')];
      return callee && list && passing.test(nodeText(callee, text)) ? namedParts(list) : [];
    }
    default: {
      const held = wrappedIn(node) ?? fieldOf(node, 'object');
      return held ? [held] : [];
    }
  }
}
