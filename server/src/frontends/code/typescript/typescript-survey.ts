/** What TypeScript and JavaScript declare, import and change. */
import type { Program } from '../adapter.ts';
import { mutators } from '../changes.ts';
import type { NameDeclaration, Survey } from '../survey.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

export const scriptFunctions: ReadonlySet<string> = new Set([
  'arrow_function',
  'function_declaration',
  'function_expression',
  'generator_function',
  'generator_function_declaration',
  'method_definition',
]);
const blocks: ReadonlySet<string> = new Set([
  ...scriptFunctions,
  'statement_block',
  'for_statement',
  'for_in_statement',
  'catch_clause',
  'switch_body',
  'class_body',
  'program',
]);

export function visitScript(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  switch (node.type) {
    case 'comment':
      return void survey.comments.push(node);
    case 'new_expression':
      return void survey.calls.push(node);
    case 'import_statement':
      return importAll(node, program);
    case 'import_alias':
      return declareAlias(node, program);
    case 'variable_declarator':
      return declareVariable(node, program);
    case 'function_expression':
    case 'generator_function':
      return declareIn(node, node, undefined, program);
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'class_declaration':
    case 'abstract_class_declaration':
      return declareIn(scopeOf(node, blocks, program.root), node, undefined, program);
    case 'enum_declaration':
      return declareIn(scopeOf(node, blocks, program.root), node, node, program);
    case 'required_parameter':
    case 'optional_parameter':
      // The function, or the type of one, around the list of parameters.
      return declareUnknown(node.parent?.parent ?? node, fieldOf(node, 'pattern'), program);
    case 'arrow_function':
    case 'catch_clause':
      return declareUnknown(node, fieldOf(node, 'parameter'), program);
    case 'for_in_statement':
      return declareLoop(node, program);
    case 'assignment_expression':
    case 'augmented_assignment_expression':
      return noteTargets(fieldOf(node, 'left'), program);
    case 'update_expression':
      return noteTargets(fieldOf(node, 'argument'), program);
    case 'unary_expression':
      if (text.startsWith('delete', node.start)) noteTargets(fieldOf(node, 'argument'), program);
      return undefined;
    case 'call_expression':
      return noteMutation(node, program);
    default:
      return undefined;
  }
}

function scopeOf(node: SyntaxNode, types: ReadonlySet<string>, root: SyntaxNode): SyntaxNode {
  return (node.parent && ancestor(node.parent, ({ type }) => types.has(type))) ?? root;
}

function importAll(node: SyntaxNode, { survey, text, root }: Program): void {
  const source =
    fieldOf(node, 'source') ??
    node.children.flatMap(({ children }) => children).find(({ field }) => field === 'source');
  if (!source) return;
  const module = modulePath(nodeText(source, text).slice(1, -1));
  for (const clause of node.children) {
    if (clause.type === 'import_require_clause') {
      const [name] = namedParts(clause);
      if (name) survey.declare(root, nodeText(name, text), { module });
    }
    if (clause.type !== 'import_clause') continue;
    for (const part of namedParts(clause)) importPart(part, module, survey, text, root);
  }
}

function importPart(part: SyntaxNode, module: string, survey: Survey, text: string, root: SyntaxNode): void {
  if (part.type === 'identifier') survey.declare(root, nodeText(part, text), { module });
  const [only] = namedParts(part);
  if (part.type === 'namespace_import' && only) survey.declare(root, nodeText(only, text), { module });
  if (part.type !== 'named_imports') return;
  for (const specifier of namedParts(part)) {
    const name = fieldOf(specifier, 'name');
    const own = fieldOf(specifier, 'alias') ?? name;
    if (!name || !own) continue;
    const imported = nodeText(name, text);
    survey.declare(root, nodeText(own, text), { module: imported === 'default' ? module : `${module}.${imported}` });
  }
}

/** `import core = k8s.core`. */
function declareAlias(node: SyntaxNode, { survey, text, root }: Program): void {
  const [name, value] = namedParts(node);
  if (name && value) survey.declare(scopeOf(node, blocks, root), nodeText(name, text), { value });
}

function declareVariable(node: SyntaxNode, program: Program): void {
  const { survey, text, root } = program;
  const [pattern, value] = [fieldOf(node, 'name'), fieldOf(node, 'value')];
  if (!pattern) return;
  const isVar = node.parent?.type === 'variable_declaration';
  const scope = scopeOf(node, isVar ? scriptFunctions : blocks, root);
  declarePattern(pattern, { value, path: [] }, (name, known) => survey.declare(scope, name, known), text);
}

type Declare = (name: string, known: Partial<NameDeclaration>) => void;

/** No destructuring takes a value from deeper. */
const deepest = 50;

/** Declares the names of a pattern, each with what it takes from the value. */
function declarePattern(whole: SyntaxNode, known: Partial<NameDeclaration>, declare: Declare, text: string): void {
  const waiting = [{ pattern: whole, known }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { value, path = [] } = at.known;
    if (/^(?:shorthand_property_)?identifier(?:_pattern)?$/.test(at.pattern.type))
      declare(nodeText(at.pattern, text), { value, path });
    for (const { pattern, step } of patternParts(at.pattern, text)) {
      const isKnown = step !== undefined && path.length < deepest;
      if (pattern) waiting.push({ pattern, known: isKnown ? { value, path: [...path, step] } : {} });
    }
  }
}

interface PatternPart {
  readonly pattern: SyntaxNode | undefined;
  /** Undefined for what a default or a rest makes unknown. */
  readonly step?: string | number | undefined;
}

function patternParts(pattern: SyntaxNode, text: string): readonly PatternPart[] {
  if (pattern.type === 'object_pattern') {
    return namedParts(pattern).map((part) => {
      const key = fieldOf(part, 'key');
      if (part.type === 'shorthand_property_identifier_pattern') return { pattern: part, step: nodeText(part, text) };
      if (part.type === 'pair_pattern' && key) return { pattern: fieldOf(part, 'value'), step: keyIn(key, text) };
      return { pattern: fieldOf(part, 'value') ?? fieldOf(part, 'left') ?? namedParts(part)[0] };
    });
  }
  if (pattern.type === 'array_pattern')
    return elementsOf(pattern).map((part, i) => ({
      pattern: part,
      step: part?.type === 'rest_pattern' ? undefined : i,
    }));
  if (pattern.type === 'assignment_pattern' || pattern.type === 'rest_pattern')
    return [{ pattern: fieldOf(pattern, 'left') ?? namedParts(pattern)[0] }];
  return [];
}

/** The name of a key, without quotes; undefined for a computed one, and for one with escapes. */
function keyIn(key: SyntaxNode, text: string): string | undefined {
  const name = nodeText(key, text);
  if (key.type === 'property_identifier') return name;
  return key.type === 'string' && !name.includes('\\') ? name.slice(1, -1) : undefined;
}

/** The elements of an array pattern; undefined for an omitted one, as in `[, b]`. */
function elementsOf(pattern: SyntaxNode): readonly (SyntaxNode | undefined)[] {
  const elements: (SyntaxNode | undefined)[] = [undefined];
  for (const child of pattern.children) {
    if (child.type === ',') elements.push(undefined);
    else if (child.isNamed && child.type !== 'comment') elements[elements.length - 1] = child;
  }
  return elements;
}

function declareIn(scope: SyntaxNode, node: SyntaxNode, value: SyntaxNode | undefined, program: Program): void {
  const name = fieldOf(node, 'name');
  if (name) program.survey.declare(scope, nodeText(name, program.text), { value });
}

/** The variables of a loop over a list, or the outer ones that the loop assigns. */
function declareLoop(node: SyntaxNode, program: Program): void {
  const [left, kind] = [fieldOf(node, 'left'), fieldOf(node, 'kind')];
  if (!kind) return noteTargets(left, program);
  return declareUnknown(kind.type === 'var' ? scopeOf(node, scriptFunctions, program.root) : node, left, program);
}

function declareUnknown(scope: SyntaxNode, pattern: SyntaxNode | undefined, { survey, text }: Program): void {
  if (pattern) declarePattern(pattern, {}, (name) => survey.declare(scope, name), text);
}

/** A name that is assigned, or through which a member is assigned. */
function noteTargets(target: SyntaxNode | undefined, program: Program): void {
  const { survey, text } = program;
  if (!target) return;
  if (target.type === 'array_pattern' || target.type === 'object_pattern') {
    const waiting = [target];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (/identifier(?:_pattern)?$/.test(node.type)) survey.changed.add(nodeText(node, text));
      waiting.push(...node.children);
    }
    return;
  }
  noteChanged(target, program);
}

function noteChanged(part: SyntaxNode, { survey, text }: Program): void {
  const owner = ownerOf(part);
  if (owner.type === 'identifier') survey.changed.add(nodeText(owner, text));
}

const wrappers: ReadonlySet<string> = new Set([
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
]);

/** The expression in brackets or a type assertion; undefined for any other node. */
export function wrappedIn(node: SyntaxNode): SyntaxNode | undefined {
  if (wrappers.has(node.type)) return namedParts(node)[0];
  return node.type === 'type_assertion' ? namedParts(node).at(-1) : undefined;
}

/** The first name of `a.b[0].c`. */
function ownerOf(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let next = innerOf(at); next; next = innerOf(at)) at = next;
  return at;
}

function innerOf(node: SyntaxNode): SyntaxNode | undefined {
  return wrappedIn(node) ?? fieldOf(node, 'object');
}

function noteMutation(node: SyntaxNode, program: Program): void {
  const { text } = program;
  const callee = fieldOf(node, 'function');
  const property = callee && (fieldOf(callee, 'property') ?? fieldOf(callee, 'index'));
  if (!callee || !property) return;
  const method = nodeText(property, text).replaceAll(/^["'`]|["'`]$/g, '');
  // Only texts have `replaceAll`, and they do not change.
  if (mutators.has(method) && method !== 'replaceAll') noteChanged(callee, program);
  if (/^Object\.(?:assign|definePropert\w+|setPrototypeOf)$/.test(nodeText(callee, text))) {
    const list = fieldOf(node, 'arguments');
    const [first] = list ? namedParts(list) : [];
    if (first && first.type !== 'object') noteTargets(first, program);
  }
}

/** `@pulumi/kubernetes/core/v1` is what `core.v1` of `@pulumi/kubernetes` is. */
export function modulePath(module: string): string {
  const [, own = module, rest = ''] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(module) ?? [];
  const path = rest.replace(/\.[cm]?js$/, '').replace(/\/index$/, '');
  return module.startsWith('.') ? module : own + path.replaceAll('/', '.');
}
