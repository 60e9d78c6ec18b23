/** Finds the objects of a Python program that a function receives which may keep or change them. */
import type { Program } from './adapter.ts';
import { unresolved } from './python-names.ts';
import { argumentsOf, functionOf, pythonParts } from './python-syntax.ts';
import { fieldOf, textOf, type SyntaxNode } from './syntax.ts';

const readingFunctions: ReadonlySet<string> = new Set(
  `abs all any bool bytes callable dict dir enumerate filter float format frozenset getattr hasattr hash id int isinstance
  issubclass iter len list map max min print range repr reversed round set slice sorted str sum super tuple type zip`.split(
    /\s+/,
  ),
);
const readingMethods = /^(?:join|format|format_map|get|index|count|copy|keys|values|items|startswith|endswith|apply)$/;
const readingModules =
  /^(?:pulumi|json|yaml|copy|pprint|logging|typing|os\.path|hashlib|base64|textwrap|itertools|operator)(?:_\w+)?(?:\.|$)/;

/** Names of arguments that such a function receives. */
export function noteArguments(call: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const callee = functionOf(call);
  if (!callee || isReader(callee, program)) return;
  const waiting = [...argumentsOf(call)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'identifier') survey.exposed.add(textOf(node, text));
    else if (node.type === 'keyword_argument') waiting.push(...[fieldOf(node, 'value') ?? []].flat());
    else if (node.type === 'pair') waiting.push(...[fieldOf(node, 'value') ?? []].flat());
    else if (/^(?:parenthesized_expression|list|tuple|dictionary|list_splat|dictionary_splat)$/.test(node.type))
      waiting.push(...pythonParts(node));
    else if (node.type === 'subscript' || node.type === 'attribute') waiting.push(...pythonParts(node).slice(0, 1));
  }
}

/** True for functions of the SDK, and for those that only read. */
function isReader(callee: SyntaxNode, program: Program): boolean {
  const { survey, text } = program;
  const method = fieldOf(callee, 'attribute');
  if (method && readingMethods.test(textOf(method, text))) return true;
  const seen = new Set<string>();
  for (let at: SyntaxNode | undefined = callee; at;) {
    while (at.type === 'attribute') at = fieldOf(at, 'object') ?? at.children[0] ?? callee;
    const name = textOf(at, text);
    if (at.type !== 'identifier' || seen.has(name)) return false;
    seen.add(name);
    const declaration = survey.find(name, at);
    const module = declaration ? declaration.module : unresolved(name, survey);
    if (module !== undefined) return readingModules.test(module);
    if (!declaration) return at === callee && readingFunctions.has(name);
    at = declaration.value;
  }
  return false;
}
