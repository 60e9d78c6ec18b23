/** What Go declares, imports, changes and hands to functions. */
import type { Program } from '../adapter.ts';
import { mutators } from '../changes.ts';
import { goModule, runsProgram } from './go-names.ts';
import type { NameDeclaration } from '../survey.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

const functions: ReadonlySet<string | undefined> = new Set([
  'function_declaration',
  'method_declaration',
  'func_literal',
  'function_type',
  'method_elem',
]);
const scopes: ReadonlySet<string | undefined> = new Set([
  ...functions,
  'block',
  'if_statement',
  'for_statement',
  'expression_switch_statement',
  'type_switch_statement',
  'expression_case',
  'default_case',
  'type_case',
  'communication_case',
]);

export function visitGo(node: SyntaxNode, program: Program): void {
  const { survey } = program;
  switch (node.type) {
    case 'comment':
      return void survey.comments.push(node);
    case 'import_spec':
      return importPackage(node, program);
    case 'const_spec':
    case 'var_spec':
      return declareVariables(node, namesOf(node), program);
    case 'short_var_declaration':
      return declareVariables(node, listOf(fieldOf(node, 'left')), program);
    case 'function_declaration':
      return declare(fieldOf(node, 'name'), {}, program);
    case 'type_spec':
    case 'type_alias':
      return declare(fieldOf(node, 'name'), { value: node }, program);
    case 'parameter_declaration':
    case 'variadic_parameter_declaration':
    case 'type_parameter_declaration':
      return declareParameters(node, program);
    case 'type_switch_statement':
      return declareAll(listOf(fieldOf(node, 'alias')), program);
    case 'range_clause':
    case 'receive_statement':
      if (hasToken(node, ':=')) return declareItems(node, program);
      return noteChanges(listOf(fieldOf(node, 'left')), program);
    case 'assignment_statement':
      for (const value of listOf(fieldOf(node, 'right'))) noteStored(value, fieldOf(node, 'left'), program);
      return noteChanges(listOf(fieldOf(node, 'left')), program);
    case 'inc_statement':
    case 'dec_statement':
      return noteChanges(namedParts(node), program);
    case 'unary_expression':
      if (fieldOf(node, 'operator')?.type === '&') noteChanges(namedParts(node), program);
      return undefined;
    case 'call_expression':
      survey.calls.push(node);
      return noteArguments(node, program);
    default:
      return undefined;
  }
}

function hasToken(node: SyntaxNode, token: string): boolean {
  return node.children.some(({ type }) => type === token);
}

/** The expressions of a list. */
function listOf(list: SyntaxNode | undefined): readonly SyntaxNode[] {
  return list ? namedParts(list) : [];
}

function namesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter(({ field, isNamed }) => field === 'name' && isNamed);
}

/** The innermost scope around a node. The body of a function is the scope of its parameters. */
function scopeOf(node: SyntaxNode, { root }: Program): SyntaxNode {
  const isScope = ({ type, parent }: SyntaxNode): boolean =>
    scopes.has(type) && !(type === 'block' && functions.has(parent?.type));
  return (node.parent && ancestor(node.parent, isScope)) ?? root;
}

function declare(name: SyntaxNode | undefined, known: Partial<NameDeclaration>, program: Program): void {
  if (!name || name.type === 'blank_identifier') return;
  // The name of a function belongs to the scope around it.
  const at = functions.has(name.parent?.type) && name.parent && name.field === 'name' ? name.parent : name;
  program.survey.declare(scopeOf(at, program), nodeText(name, program.text), known);
}

/** Names of unknown values. */
function declareAll(names: readonly SyntaxNode[], program: Program): void {
  for (const name of names) if (name.type === 'identifier') declare(name, {}, program);
}

/** What changes an item may change the list or map that it is of. */
function declareItems(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const [names, list] = [listOf(fieldOf(node, 'left')), fieldOf(node, 'right')];
  declareAll(names, program);
  for (const name of names) for (const of of list ? sharedIn(list, text) : []) survey.alias(nodeText(name, text), of);
}

/** A lone value for several names is a call, whose first result is the one of interest, or `m[key]` with `ok`. */
function declareVariables(node: SyntaxNode, names: readonly SyntaxNode[], program: Program): void {
  const { survey, text, root } = program;
  const values = listOf(fieldOf(node, node.type === 'short_var_declaration' ? 'right' : 'value'));
  const isLocal = scopeOf(node, program) !== root;
  for (const [i, name] of names.entries()) {
    if (name.type !== 'identifier' || nodeText(name, text) === '_') continue;
    const value = values.length === names.length || (values.length === 1 && i === 0) ? values[i] : undefined;
    declare(name, { value, from: isLocal ? node.end : 0 }, program);
    for (const of of value ? sharedIn(value, text) : []) survey.alias(nodeText(name, text), of);
    if (!isLocal && node.type === 'var_spec' && isExported(name, program)) survey.exposed.add(nodeText(name, text));
  }
}

/** Other packages can change a variable that is exported, but none imports the package `main`. */
function isExported(name: SyntaxNode, { text, root }: Program): boolean {
  const clause = root.children.find(({ type }) => type === 'package_clause');
  const [own] = clause ? namedParts(clause) : [];
  return /^\p{Lu}/u.test(nodeText(name, text)) && !(own && nodeText(own, text) === 'main');
}

/** A context of Pulumi is as known as a package of the SDK: what it is given is only read. */
function declareParameters(node: SyntaxNode, program: Program): void {
  const type = fieldOf(node, 'type');
  const isContext = type !== undefined && /^\*?\w+\.Context$/.test(nodeText(type, program.text));
  for (const name of namesOf(node)) {
    if (nodeText(name, program.text) === '_') continue;
    const scope = ancestor(name, (each) => functions.has(each.type)) ?? scopeOf(name, program);
    program.survey.declare(scope, nodeText(name, program.text), isContext ? { module: 'pulumi.Context' } : {});
  }
}

function importPackage(node: SyntaxNode, { survey, text, root }: Program): void {
  const quoted = fieldOf(node, 'path');
  if (!quoted) return;
  const { module, name: own } = goModule(nodeText(quoted, text).slice(1, -1));
  const name = fieldOf(node, 'name');
  if (name?.type === 'dot') survey.wildcards.push(module);
  else if (name?.type !== 'blank_identifier') survey.declare(root, name ? nodeText(name, text) : own, { module });
}

/** The names that are assigned, or through which a member or element is. */
function noteChanges(targets: readonly SyntaxNode[], { survey, text }: Program): void {
  for (const target of targets) {
    const owner = ownerOf(target);
    if (owner.type === 'identifier') survey.changed.add(nodeText(owner, text));
  }
}

/** No program nests this deeply. */
const deepest = 200;

/** The first name of `(*a).b[0].c`. */
function ownerOf(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let depth = 0; depth < deepest; depth++) {
    const isWrapper = at.type === 'parenthesized_expression';
    const inner = isWrapper ? namedParts(at)[0] : fieldOf(at, 'operand');
    if (!inner) break;
    at = inner;
  }
  return at;
}

/** What is stored in a member or element can be changed through it. */
function noteStored(value: SyntaxNode, targets: SyntaxNode | undefined, program: Program): void {
  if (listOf(targets).some(({ type }) => type !== 'identifier')) exposeAll([value], program);
}

const holding: ReadonlySet<string> = new Set([
  'literal_value',
  'literal_element',
  'variadic_argument',
  'parenthesized_expression',
]);
const changing =
  /^(?:delete|clear|copy|(?:[\w./]+\/)?(?:sort\.\w+|slices\.(?:Sort\w*|Reverse)|maps\.(?:Copy|Insert|DeleteFunc)))$/;
const builtIns = 'len|cap|append|print|println|panic|min|max|string|make|new';
const packages = 'fmt|strings|strconv|errors|log|slog|bytes|json|slices|maps|path|filepath|reflect|regexp|net|netip';
const reading = new RegExp(String.raw`^(?:(?:${builtIns})$|(?:pulumi|kubernetes)\b|(?:\w+\/)*(?:${packages})\.)`);

/** The arguments and the receiver of a call that may change or keep them. */
function noteArguments(call: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const callee = fieldOf(call, 'function');
  if (!callee) return;
  const owner = ownerOf(callee);
  const declared = owner.type === 'identifier' ? survey.find(nodeText(owner, text), owner) : undefined;
  const given = listOf(fieldOf(call, 'arguments'));
  // A function that is built in, or of a package.
  const isOutside = owner.type === 'identifier' && (declared ? declared.module !== undefined : true);
  if (isOutside) {
    const name = (declared?.module ?? nodeText(owner, text)) + text.slice(owner.end, callee.end);
    if (runsProgram(name)) for (const each of given) survey.entryPoints.add(nodeText(each, text));
    if (changing.test(name)) return noteChanges(given.slice(0, 1), program);
    if (!reading.test(name)) exposeAll(given, program);
    return undefined;
  }
  const method = fieldOf(callee, 'field');
  if (method && mutators.has(nodeText(method, text))) noteChanges([owner], program);
  exposeAll(owner === callee ? given : [owner, ...given], program);
}

function exposeAll(given: readonly SyntaxNode[], { survey, text }: Program): void {
  for (const name of given.flatMap((each) => sharedIn(each, text))) survey.exposed.add(name);
}

/** The names of which an expression holds the value itself or a part of it. */
function sharedIn(expression: SyntaxNode, text: string): readonly string[] {
  const names: string[] = [];
  const waiting = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'identifier') names.push(nodeText(node, text));
    else if (holding.has(node.type)) waiting.push(...namedParts(node));
    else if (node.type === 'keyed_element') waiting.push(...namedParts(node).slice(1));
    else {
      const part = fieldOf(node, 'body') ?? fieldOf(node, 'operand');
      if (part && node.type !== 'func_literal') waiting.push(part);
    }
  }
  return names;
}
