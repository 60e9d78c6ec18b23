/** What C# declares, imports and changes. */
import type { Program } from '../adapter.ts';
import { noteChange, targetName } from './csharp-changes.ts';
import { noteCSharpAlias, noteSharing } from './csharp-exposed.ts';
import { importMembers, importNamespace, typeName, typeOfName } from './csharp-names.ts';
import { dotted } from './csharp-syntax.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** The declarations of types, whose bodies hold fields. */
export const types: ReadonlySet<string> = new Set([
  'class_declaration',
  'struct_declaration',
  'record_declaration',
  'interface_declaration',
  'enum_declaration',
]);
const functions: ReadonlySet<string> = new Set([
  'lambda_expression',
  'anonymous_method_expression',
  'local_function_statement',
  'method_declaration',
  'constructor_declaration',
  'destructor_declaration',
  'operator_declaration',
  'conversion_operator_declaration',
  'indexer_declaration',
  'delegate_declaration',
  'property_declaration',
]);
const scopes: ReadonlySet<string> = new Set([
  ...functions,
  ...types,
  'block',
  'for_statement',
  'foreach_statement',
  'using_statement',
  'fixed_statement',
  'catch_clause',
  'switch_body',
  'switch_expression_arm',
  'query_expression',
  'declaration_list',
  'namespace_declaration',
]);

export function visitCsharp(node: SyntaxNode, program: Program): void {
  const { survey } = program;
  noteSharing(node, program);
  switch (node.type) {
    case 'comment':
      return void survey.comments.push(node);
    case 'object_creation_expression':
    case 'implicit_object_creation_expression':
      return void survey.calls.push(node);
    case 'using_directive':
      return importAll(node, program);
    case 'class_declaration':
    case 'struct_declaration':
    case 'record_declaration':
    case 'interface_declaration':
    case 'enum_declaration':
    case 'delegate_declaration':
    case 'type_parameter':
      return declareType(node, program);
    case 'variable_declaration':
      return declareVariables(node, program);
    case 'property_declaration':
      return declareMember(node, program);
    case 'local_function_statement':
    case 'declaration_expression':
    case 'declaration_pattern':
    case 'recursive_pattern':
    case 'list_pattern':
    case 'var_pattern':
    case 'catch_declaration':
    case 'from_clause':
    case 'join_clause':
      return declareName(fieldOf(node, 'name'), program);
    case 'let_clause':
    case 'implicit_parameter':
      return declareName(node.type === 'let_clause' ? namedParts(node)[0] : node, program);
    case 'tuple_pattern':
      // The parts of a declared tuple may have values.
      for (const part of node.parent?.type === 'variable_declarator' ? [] : namedParts(node))
        if (part.type === 'identifier') declareName(part, program);
      return undefined;
    case 'foreach_statement':
      return declareName(fieldOf(node, 'left'), program, node);
    case 'parameter':
      return declareParameter(node, program);
    default:
      return noteChange(node, program);
  }
}

function scopeOf(node: SyntaxNode, root: SyntaxNode): SyntaxNode {
  return (node.parent && ancestor(node.parent, ({ type }) => scopes.has(type))) ?? root;
}

function importAll(node: SyntaxNode, { survey, text, root }: Program): void {
  const [target] = namedParts(node)
    .filter(({ field }) => field !== 'name')
    .slice(-1);
  if (!target) return;
  const scope = scopeOf(node, root);
  const alias = fieldOf(node, 'name');
  const path = dotted(target, text);
  if (alias) return survey.declare(scope, typeName(nodeText(alias, text)), { module: path });
  if (!node.children.some(({ type }) => type === 'static')) return importNamespace(path, scope, survey);
  survey.wildcards.push(path);
  return importMembers(path, scope, survey);
}

function declareType(node: SyntaxNode, program: Program): void {
  const { survey, text, root } = program;
  const name = fieldOf(node, 'name');
  // The parameters of a generic type count within it.
  const scope = node.type === 'type_parameter' ? node.parent?.parent : scopeOf(node, root);
  if (name && scope) survey.declare(scope, typeName(nodeText(name, text)));
}

/** The values of local variables and fields. Those of `for`, `using` and `fixed` change or end. */
function declareVariables(node: SyntaxNode, program: Program): void {
  const { text, root } = program;
  const { parent } = node;
  const type = fieldOf(node, 'type');
  const isField = parent?.type === 'field_declaration';
  const isKnown = isField || parent?.type === 'local_declaration_statement';
  const scope = scopeOf(node, root);
  for (const declarator of namedParts(node).filter((each) => each.type === 'variable_declarator')) {
    const name = fieldOf(declarator, 'name');
    const pattern = namedParts(declarator).find((each) => each.type === 'tuple_pattern');
    const value = valueOf(declarator);
    if (pattern) declareTuple(pattern, isKnown ? value : undefined, program);
    if (!name) continue;
    const known = isKnown && type?.type !== 'ref_type' ? value : undefined;
    if (isField) declareField({ name, value: known, type, node: parent }, program);
    else declare(nodeText(name, text), { scope, value: known, type }, program);
    noteCSharpAlias(name, value, program);
  }
}

/** The part behind `=`. */
function valueOf(node: SyntaxNode): SyntaxNode | undefined {
  const at = node.children.findIndex(({ type }) => type === '=');
  return at === -1 ? undefined : node.children.slice(at + 1).find(({ isNamed, type }) => isNamed && type !== 'comment');
}

interface Declared {
  readonly scope: SyntaxNode;
  readonly value: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
}

function declare(name: string, { scope, value, type }: Declared, { survey }: Program): void {
  survey.declare(scope, name, { value });
  if (type && type.type !== 'implicit_type') survey.declare(scope, typeOfName(name), { value: type });
}

/** `var (a, b) = ("x", "y")`. */
function declareTuple(pattern: SyntaxNode, value: SyntaxNode | undefined, { survey, text, root }: Program): void {
  const names = namedParts(pattern);
  const values = value?.type === 'tuple_expression' ? namedParts(value) : [];
  const isPaired = names.length === values.length;
  for (const [i, name] of names.entries())
    if (name.type === 'identifier')
      survey.declare(scopeOf(pattern, root), nodeText(name, text), {
        value: isPaired ? values[i] && namedParts(values[i]).at(-1) : undefined,
      });
}

interface Field {
  readonly name: SyntaxNode;
  readonly value: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
  /** The declaration of the field or property. */
  readonly node: SyntaxNode;
}

/** A field is known by its name, by `this.name`, and if it is constant, by the names of the types around it. */
function declareField(field: Field, program: Program): void {
  const { survey, text, root } = program;
  const scope = scopeOf(field.node, root);
  const name = nodeText(field.name, text);
  const isFixed = isConstant(field.node, text);
  const value = field.value ?? (isFixed ? undefined : assignedOnce(name, scope, program));
  declare(name, { scope, value, type: field.type }, program);
  const isMutable = isVisible(field.node, text) && !hasModifier(field.node, 'const', text);
  const isOpen = isMutable && isStatic(field.node, text);
  if (isOpen) survey.exposed.add(name);
  if (!isFixed) return survey.declare(scope, `this.${name}`, { value });
  let path = name;
  for (const { owner, around } of typesAround(field.node, root)) {
    path = `${nodeText(owner, text)}.${path}`;
    survey.declare(around, path, { value });
    if (isOpen) survey.exposed.add(path);
  }
}

const mostTypes = 10;

/** The names of the types and namespaces around a field, from the inside, each with the scope that declares it. */
function typesAround(
  node: SyntaxNode,
  root: SyntaxNode,
): readonly { readonly owner: SyntaxNode; readonly around: SyntaxNode }[] {
  const found: { readonly owner: SyntaxNode; readonly around: SyntaxNode }[] = [];
  for (let at = node.parent; at && found.length < mostTypes; at = at.parent) {
    const isType = types.has(at.type);
    const owner = isType || at.type === 'namespace_declaration' ? fieldOf(at, 'name') : undefined;
    // A type of a namespace is known in the whole file: `using` makes it so.
    const outer = at.parent && ancestor(at.parent, ({ type }) => types.has(type));
    if (owner) found.push({ owner, around: outer ?? root });
  }
  // `namespace Acme;` stands beside the types.
  const whole = root.children.find(({ type }) => type === 'file_scoped_namespace_declaration');
  const owner = whole && fieldOf(whole, 'name');
  return owner && found.length > 0 ? [...found, { owner, around: root }] : found;
}

function hasModifier(node: SyntaxNode, word: string, text: string): boolean {
  return node.children.some((each) => each.type === 'modifier' && nodeText(each, text) === word);
}

function isStatic(node: SyntaxNode, text: string): boolean {
  return hasModifier(node, 'static', text);
}

function isVisible(node: SyntaxNode, text: string): boolean {
  return ['public', 'internal', 'protected'].some((word) => hasModifier(node, word, text));
}

/** `const` and `static readonly` fields. */
export function isConstant(node: SyntaxNode, text: string): boolean {
  if (node.type !== 'field_declaration') return false;
  return hasModifier(node, 'const', text) || (isStatic(node, text) && hasModifier(node, 'readonly', text));
}

function declareMember(node: SyntaxNode, program: Program): void {
  const name = fieldOf(node, 'name');
  const value = fieldOf(node, 'value');
  const known = value?.type === 'arrow_expression_clause' ? undefined : value;
  if (name) declareField({ name, value: known, type: fieldOf(node, 'type'), node }, program);
}

/** What the constructor of a type assigns to a field: once, and with `new`. */
function assignedOnce(name: string, body: SyntaxNode, { text }: Program): SyntaxNode | undefined {
  const [only, ...more] = constructorValues(body, text).get(name) ?? [];
  return more.length === 0 && only?.type.endsWith('object_creation_expression') ? only : undefined;
}

const valuesIn = new WeakMap<SyntaxNode, ReadonlyMap<string, readonly SyntaxNode[]>>();

/** What the statements of the constructor of a type, of which there is only one, assign to each field. */
function constructorValues(body: SyntaxNode, text: string): ReadonlyMap<string, readonly SyntaxNode[]> {
  const known = valuesIn.get(body);
  if (known) return known;
  const found = new Map<string, SyntaxNode[]>();
  valuesIn.set(body, found);
  const [only, ...more] = namedParts(body).filter(({ type }) => type === 'constructor_declaration');
  const block = only && more.length === 0 ? fieldOf(only, 'body') : undefined;
  for (const statement of block ? namedParts(block) : []) {
    const [assignment] = statement.type === 'expression_statement' ? namedParts(statement) : [];
    const isPlain = assignment?.type === 'assignment_expression' && fieldOf(assignment, 'operator')?.type === '=';
    const [name, value] = isPlain ? [targetName(fieldOf(assignment, 'left'), text), fieldOf(assignment, 'right')] : [];
    if (name === undefined || !value) continue;
    const values = found.get(name) ?? [];
    found.set(name, values);
    values.push(value);
  }
  return found;
}

function declareName(name: SyntaxNode | undefined, { survey, text, root }: Program, scope?: SyntaxNode): void {
  if (name?.type === 'identifier' || name?.type === 'implicit_parameter')
    survey.declare(scope ?? scopeOf(name, root), nodeText(name, text));
}

/** The parameters of the constructor of a class count in all of the class. */
function declareParameter(node: SyntaxNode, { survey, text }: Program): void {
  const name = fieldOf(node, 'name');
  const scope = node.parent?.parent;
  if (!name || !scope) return;
  survey.declare(scope, nodeText(name, text));
  const type = fieldOf(node, 'type');
  if (type) survey.declare(scope, typeOfName(nodeText(name, text)), { value: type });
}
