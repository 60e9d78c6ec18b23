/** Which objects and lists of a Python program other code may change: stored elsewhere, handed on, or under another name. */
import type { Program } from '../adapter.ts';
import { argumentsOf, functionOf, pythonParts } from './python-syntax.ts';
import { fieldOf, nodeText, type SyntaxNode } from '../syntax.ts';

/** `b = a`, `b = a["x"]`, `b = [a]`: what changes `b` changes `a`. What is stored in a member belongs to another object. */
export function notePythonAlias(target: SyntaxNode | undefined, value: SyntaxNode | undefined, program: Program): void {
  const { survey, text } = program;
  const held = target && value ? namesHeldBy(value, text) : [];
  if (held.length === 0) return;
  const waiting = target ? [target] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'identifier') for (const name of held) survey.alias(nodeText(node, text), name);
    else if (node.type === 'attribute' || node.type === 'subscript') for (const name of held) survey.exposed.add(name);
    else waiting.push(...pythonParts(node));
  }
}

const readingFunctions = new RegExp(
  `^(?:abs|all|any|bool|bytes|callable|dict|dir|enumerate|filter|float|format|frozenset|getattr|hasattr|hash|id|int|isinstance|
  iter|len|list|max|min|print|range|repr|reversed|round|set|slice|sorted|str|sum|tuple|type|vars|zip)$`.replaceAll(
    /\s/g,
    '',
  ),
);
const readingMethods = /^(?:join|format|format_map|get|index|count|startswith|endswith)$/;
const readingModules =
  /^(?:json|yaml|copy|pprint|logging|typing|os|hashlib|base64|textwrap|itertools|operator|ipaddress)(?:\.|$)/;

/** Names in the arguments of a call of a function that may keep or change what it gets. */
export function noteArguments(call: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const callee = functionOf(call);
  if (!callee || isReader(callee, program)) return;
  for (const name of argumentsOf(call).flatMap((each) => namesHeldBy(each, text))) survey.handed.push({ name, callee });
}

/** True for functions that only read. Those of the SDK are found later. */
function isReader(callee: SyntaxNode, { survey, text }: Program): boolean {
  const method = fieldOf(callee, 'attribute');
  if (method && readingMethods.test(nodeText(method, text))) return true;
  let root = callee;
  for (let of = fieldOf(root, 'object'); of && root.type === 'attribute'; of = fieldOf(root, 'object')) root = of;
  const name = nodeText(root, text);
  const declaration = root.type === 'identifier' ? survey.find(name, root) : undefined;
  if (declaration) return readingModules.test(declaration.module ?? '');
  return root === callee && readingFunctions.test(name);
}

/** The names of which an expression holds the value itself or a part of it, and no copy. */
function namesHeldBy(expression: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const waiting = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'identifier') names.push(nodeText(node, text));
    else waiting.push(...heldBy(node, text));
  }
  return names;
}

/** Functions whose result holds the items that they are given. */
const passing = /^(?:enumerate|reversed|sorted|list|tuple|zip|iter|filter)$/;
/** Methods whose result is a part of their object. */
const parting = /^(?:get|setdefault|items|values)$/;

function heldBy(node: SyntaxNode, text: string): readonly SyntaxNode[] {
  switch (node.type) {
    case 'list':
    case 'tuple':
    case 'expression_list':
    case 'dictionary':
    case 'parenthesized_expression':
    case 'conditional_expression':
    case 'boolean_operator':
      return pythonParts(node);
    case 'pair':
    case 'keyword_argument':
      return [fieldOf(node, 'value') ?? []].flat();
    case 'subscript':
    case 'attribute':
      return pythonParts(node).slice(0, 1);
    case 'call': {
      const callee = functionOf(node);
      const method = callee && fieldOf(callee, 'attribute');
      if (method) return parting.test(nodeText(method, text)) ? pythonParts(callee).slice(0, 1) : [];
      return callee && passing.test(nodeText(callee, text)) ? argumentsOf(node) : [];
    }
    default:
      return [];
  }
}
