/** What Python declares, imports and changes. */
import type { Program } from '../adapter.ts';
import { mutators } from '../changes.ts';
import { notePythonAlias, noteArguments } from './python-exposure.ts';
import { isConditional, scopeOf } from './python-scopes.ts';
import { argumentsOf, functionOf, pythonParts } from './python-syntax.ts';
import type { NameDeclaration } from '../survey.ts';
import { ancestor, fieldOf, nodeText, type SyntaxNode } from '../syntax.ts';

export function visitPython(node: SyntaxNode, program: Program): void {
  const { survey, root } = program;
  switch (node.type) {
    case 'comment':
      return void survey.comments.push(node);
    case 'call':
      survey.calls.push(node);
      noteMutation(node, program);
      return noteArguments(node, program);
    case 'import_statement':
    case 'import_from_statement':
      return importAll(node, program);
    case 'assignment':
      return assign(node, program);
    case 'named_expression':
    case 'augmented_assignment':
      return noteTargets(fieldOf(node, 'name') ?? fieldOf(node, 'left'), program, true);
    case 'delete_statement':
    case 'global_statement':
    case 'nonlocal_statement':
      for (const target of pythonParts(node)) noteTargets(target, program, node.type === 'delete_statement');
      return undefined;
    case 'for_statement':
      notePythonAlias(fieldOf(node, 'left'), fieldOf(node, 'right'), program);
      return hideBelow(fieldOf(node, 'left'), node, program);
    case 'default_parameter':
    case 'typed_default_parameter':
      return notePythonAlias(fieldOf(node, 'name'), fieldOf(node, 'value'), program);
    case 'for_in_clause':
      return declareLoop(node, program);
    case 'as_pattern':
      return hideBelow(fieldOf(node, 'alias') ?? pythonParts(node).at(-1), node, program);
    case 'case_clause':
      return declareCaptures(node, program);
    case 'parameters':
    case 'lambda_parameters':
      for (const each of pythonParts(node)) hide(parameterOf(each), node.parent ?? root, program);
      return undefined;
    case 'function_definition':
    case 'class_definition':
      return hide(fieldOf(node, 'name'), scopeOf(node, root), program);
    default:
      return undefined;
  }
}

function importAll(node: SyntaxNode, { survey, text, root }: Program): void {
  const scope = scopeOf(node, root);
  const source = fieldOf(node, 'module_name');
  const from = source && nodeText(source, text).replaceAll(/\s/g, '');
  if (from !== undefined && node.children.some(({ type }) => type === 'wildcard_import')) survey.wildcards.push(from);
  for (const child of node.children.filter(({ field }) => field === 'name')) {
    const path = nodeText(fieldOf(child, 'name') ?? child, text).replaceAll(/\s/g, '');
    const alias = fieldOf(child, 'alias');
    const whole = from === undefined ? path : `${from}.${path}`;
    // `import a.b` declares `a`.
    const name = alias ? nodeText(alias, text) : from === undefined ? path.replace(/\..*/, '') : path;
    const module = alias || from !== undefined ? whole : name;
    if (survey.inScope(scope, name)?.module !== module) survey.declare(scope, name, { module });
  }
}

function assign(node: SyntaxNode, program: Program): void {
  // `a = b = c` is one assignment, read at its start.
  if (node.parent?.type === 'assignment') return;
  const targets: SyntaxNode[] = [];
  let value: SyntaxNode | undefined = node;
  for (; value?.type === 'assignment'; value = fieldOf(value, 'right')) targets.push(fieldOf(value, 'left') ?? value);
  // `x: int` alone assigns nothing.
  if (!value) return;
  const [first, second] = targets;
  notePythonAlias(first, second, program);
  for (const target of targets) {
    notePythonAlias(target, target === first ? value : first, program);
    bind(target, { value, path: [] }, program);
  }
}

type Known = Partial<Pick<NameDeclaration, 'value' | 'path'>>;

/** Declares the names of a target, each with what it takes from the value; what else is assigned, changes. */
function bind(target: SyntaxNode, { value, path = [] }: Known, program: Program): void {
  const { survey, text, root } = program;
  if (target.type === 'identifier') return bindName(nodeText(target, text), target, { value, path }, program);
  if (target.type === 'attribute' && nodeText(fieldOf(target, 'object') ?? target, text) === 'self') {
    const owner = ancestor(target, ({ type }) => type === 'class_definition');
    const scope = scopeOf(target, root);
    const isKnown = owner && scope.type === 'function_definition' && !isConditional(target, scope);
    const name = nodeText(target, text).replaceAll(/\s/g, '');
    if (owner) survey.declare(owner, name, isKnown ? { value, path } : {});
    return;
  }
  if (target.type === 'attribute' || target.type === 'subscript') return noteChange(target, program);
  let isAfterStar = false;
  for (const [i, part] of pythonParts(target).entries()) {
    isAfterStar ||= part.type === 'list_splat_pattern' || part.type === 'list_splat';
    bind(part, isAfterStar || !isPattern(target) ? {} : { value, path: [...path, i] }, program);
  }
}

function isPattern({ type }: SyntaxNode): boolean {
  return type === 'pattern_list' || type === 'tuple_pattern' || type === 'list_pattern';
}

function bindName(name: string, target: SyntaxNode, known: Known, { survey, root }: Program): void {
  const scope = scopeOf(target, root);
  const isOnce = !survey.inScope(scope, name) && !isConditional(target, scope);
  if (!isOnce) survey.changed.add(name);
  survey.declare(scope, name, isOnce ? known : {});
}

/** Declares the names of a target whose values are not known. */
function hide(target: SyntaxNode | undefined, scope: SyntaxNode, program: Program): void {
  for (const each of leavesOf(target)) {
    if (each.type === 'identifier') program.survey.declare(scope, nodeText(each, program.text));
    else noteChange(each, program);
  }
}

/** The names of a loop, `with` or `except` are other variables in each of these statements. */
function hideBelow(target: SyntaxNode | undefined, node: SyntaxNode, program: Program): void {
  const statement = ancestor(node, ({ type }) =>
    /^(?:for_statement|with_statement|except(?:_group)?_clause)$/.test(type),
  );
  if (statement) hide(target, statement, program);
  hide(target, scopeOf(node, program.root), program);
}

/** Names, members and elements that are assigned. */
function leavesOf(target: SyntaxNode | undefined): readonly SyntaxNode[] {
  const leaves: SyntaxNode[] = [];
  const waiting = target ? [target] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'identifier' || node.type === 'attribute' || node.type === 'subscript') leaves.push(node);
    else waiting.push(...pythonParts(node));
  }
  return leaves;
}

function parameterOf(node: SyntaxNode): SyntaxNode | undefined {
  return fieldOf(node, 'name') ?? (node.type === 'typed_parameter' ? pythonParts(node)[0] : node);
}

/** The body of a plain comprehension declares its name: what is iterated over does not see it. */
function declareLoop(node: SyntaxNode, program: Program): void {
  const { parent } = node;
  if (!parent) return;
  const [body, , ...more] = pythonParts(parent);
  notePythonAlias(fieldOf(node, 'left'), fieldOf(node, 'right'), program);
  hide(fieldOf(node, 'left'), (more.length === 0 && body) || parent, program);
}

/** Any name in a pattern of `match`, other than those of classes and their fields. */
function declareCaptures(node: SyntaxNode, program: Program): void {
  const { survey, text, root } = program;
  const scope = scopeOf(node, root);
  const waiting = node.children.filter(({ type }) => type === 'case_pattern');
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (at.type === 'identifier') survey.declare(scope, nodeText(at, text));
    const own = pythonParts(at);
    waiting.push(...(at.type === 'class_pattern' || at.type === 'keyword_pattern' ? own.slice(1) : own));
  }
}

/** Names that are changed, and if `isHere`, also declared in this scope. */
function noteTargets(target: SyntaxNode | undefined, program: Program, isHere: boolean): void {
  const { survey, text, root } = program;
  for (const each of leavesOf(target)) {
    noteChange(each, program);
    if (isHere && each.type === 'identifier') survey.declare(scopeOf(each, root), nodeText(each, text));
  }
}

/** Changes the first name of `a.b[0].c`; of `self.a.b`, also `self.a`. */
function noteChange(node: SyntaxNode, { survey, text }: Program): void {
  let at = node;
  for (let next = innerOf(at, text); next; next = innerOf(at, text)) {
    if (nodeText(next, text) === 'self' && at !== node) survey.changed.add(nodeText(at, text));
    at = next;
  }
  survey.changed.add(nodeText(at, text));
}

/** What a member, an element, or a call that gives one is of. */
function innerOf(node: SyntaxNode, text: string): SyntaxNode | undefined {
  if (node.type === 'parenthesized_expression') return pythonParts(node)[0];
  const callee = functionOf(node);
  if (!callee) return fieldOf(node, 'object') ?? (node.type === 'subscript' ? fieldOf(node, 'value') : undefined);
  const method = fieldOf(callee, 'attribute');
  return method && /^(?:get|setdefault)$/.test(nodeText(method, text)) ? fieldOf(callee, 'object') : undefined;
}

function noteMutation(node: SyntaxNode, program: Program): void {
  const callee = functionOf(node);
  const method = callee && fieldOf(callee, 'attribute');
  if (!callee || !method) return;
  const name = nodeText(method, program.text);
  if (mutators.has(name) || /^__(?:set|del)(?:item|attr)__$|^__i\w+__$/.test(name)) noteChange(callee, program);
  // `dict.update(x, …)` and `list.append(x, …)` are methods too.
  const owner = fieldOf(callee, 'object');
  const [first] = argumentsOf(node);
  if (mutators.has(name) && owner && first && /^(?:dict|list)$/.test(nodeText(owner, program.text)))
    noteChange(first, program);
}
