/** What Java declares, imports and changes. */
import type { Program } from '../adapter.ts';
import { mutators } from '../changes.ts';
import { isArray, withoutBrackets } from './java-arrays.ts';
import { javaArguments, isBuilder } from './java-calls.ts';
import { classKey, enclosingBody, isPulumiRun, isTypeDeclaration, staticMethod, typePath } from './java-names.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

const functions: ReadonlySet<string> = new Set([
  'method_declaration',
  'constructor_declaration',
  'compact_constructor_declaration',
  'lambda_expression',
  'record_declaration',
]);
const blocks: ReadonlySet<string> = new Set([
  ...functions,
  'block',
  'constructor_body',
  'switch_block',
  'for_statement',
  'enhanced_for_statement',
  'try_with_resources_statement',
  'catch_clause',
  'class_body',
  'interface_body',
  'enum_body',
  'program',
]);
/** A name that a pattern declares holds in its statement. */
const statements: ReadonlySet<string> = new Set([
  ...blocks,
  'switch_block_statement_group',
  'switch_rule',
  'if_statement',
  'while_statement',
  'do_statement',
  'expression_statement',
  'return_statement',
  'local_variable_declaration',
  'field_declaration',
  'ternary_expression',
]);

export function visitJava(node: SyntaxNode, program: Program): void {
  const { survey } = program;
  switch (node.type) {
    case 'line_comment':
    case 'block_comment':
      return void survey.comments.push(node);
    case 'import_declaration':
      return importName(node, program);
    case 'object_creation_expression':
      survey.calls.push(node);
      return noteExposed(node, program);
    case 'class_body':
      return declareAssigned(node, program);
    case 'variable_declarator':
      return declareVariable(node, program);
    case 'formal_parameter':
      return hide(fieldOf(node, 'name'), scopeOf(node, functions, program), program);
    case 'inferred_parameters':
      for (const name of namedParts(node)) hide(name, scopeOf(node, functions, program), program);
      return undefined;
    case 'lambda_expression': {
      const parameter = fieldOf(node, 'parameters');
      return parameter?.type === 'identifier' ? hide(parameter, node, program) : undefined;
    }
    case 'enhanced_for_statement':
      return hide(fieldOf(node, 'name'), node, program);
    case 'catch_formal_parameter':
    case 'resource':
    case 'enum_constant':
      return hide(fieldOf(node, 'name'), scopeOf(node, blocks, program), program);
    case 'instanceof_expression':
      return hide(fieldOf(node, 'name'), patternScope(node, program), program);
    case 'type_pattern':
    case 'record_pattern_component':
      return hide(namedParts(node)[1], patternScope(node, program), program);
    case 'type_parameter':
      return hide(namedParts(node)[0], node.parent?.parent ?? node, program);
    case 'method_declaration':
      return declareMethod(node, program);
    case 'assignment_expression':
      return noteAssigned(node, program);
    case 'update_expression':
      return noteChanged(namedParts(node)[0], program);
    case 'method_invocation':
      noteMutation(node, program);
      noteEntryPoint(node, program);
      return noteExposed(node, program);
    default:
      return isTypeDeclaration(node) ? declareType(node, program) : undefined;
  }
}

function scopeOf(node: SyntaxNode, types: ReadonlySet<string>, { root }: Program): SyntaxNode {
  return (node.parent && ancestor(node.parent, ({ type }) => types.has(type))) ?? root;
}

/** After `if (!(o instanceof String s)) return;`, the name holds in the rest of the block. */
function patternScope(node: SyntaxNode, program: Program): SyntaxNode {
  const statement = scopeOf(node, statements, program);
  const isNegated = ancestor(
    node,
    ({ type, children, parent }) => parent === statement || (type === 'unary_expression' && children[0]?.type === '!'),
  );
  return isNegated?.type === 'unary_expression' ? scopeOf(node, blocks, program) : statement;
}

/** Declares a name whose value is not known. */
function hide(name: SyntaxNode | undefined, scope: SyntaxNode, { survey, text }: Program): void {
  if (name) survey.declare(scope, nodeText(name, text));
}

function importName(node: SyntaxNode, { survey, text, root }: Program): void {
  const [name, wildcard] = namedParts(node);
  if (!name) return;
  const path = nodeText(name, text).replaceAll(/\s+|\/\*[^]*?\*\/|\/\/.*/g, '');
  if (wildcard?.type === 'asterisk') return void survey.wildcards.push(path);
  const own = path.slice(path.lastIndexOf('.') + 1);
  // The same import may be repeated.
  if (survey.inScope(root, own)?.module !== path) survey.declare(root, own, { module: path });
}

function declareType(node: SyntaxNode, program: Program): void {
  const name = fieldOf(node, 'name');
  if (!name) return;
  const scope = scopeOf(node, blocks, program);
  hide(name, scope, program);
  program.survey.declare(scope, classKey(nodeText(name, program.text)), { value: node });
}

/** Under a name of its own: methods and values do not hide each other. */
function declareMethod(node: SyntaxNode, program: Program): void {
  const name = fieldOf(node, 'name');
  if (name) program.survey.declare(scopeOf(node, blocks, program), `${nodeText(name, program.text)}()`);
}

function declareVariable(node: SyntaxNode, program: Program): void {
  const { survey, text, root } = program;
  const [name, declared] = [fieldOf(node, 'name'), node.parent];
  if (!name || !declared) return;
  if (declared.type === 'spread_parameter') return hide(name, scopeOf(node, functions, program), program);
  const scope = scopeOf(node, blocks, program);
  const isField = declared.type === 'field_declaration' || declared.parent === root;
  const isKnown = isField ? hasModifier(declared, 'final') : declared.parent?.type !== 'for_statement';
  const own = nodeText(name, text);
  const value = fieldOf(node, 'value');
  // What a constructor assigns is declared before.
  if (isField && !value && survey.inScope(scope, own)) return;
  survey.declare(scope, own, isKnown ? { value } : {});
  if (!value) return;
  noteAlias(own, value, program);
  // Other files may change the elements.
  const isShared = declared.type === 'constant_declaration' || (isField && !hasModifier(declared, 'private'));
  if (isShared && isArray(value, program)) survey.exposed.add(own);
}

function hasModifier(declared: SyntaxNode, modifier: string): boolean {
  const modifiers = declared.children.find(({ type }) => type === 'modifiers');
  return modifiers?.children.some(({ type }) => type === modifier) === true;
}

function noteAlias(name: string, value: SyntaxNode, { survey, text }: Program): void {
  const inner = withoutBrackets(value);
  if (inner.type === 'identifier') survey.alias(name, nodeText(inner, text));
}

/** Fields that a constructor assigns an object to, such as `this.endpoints = new Endpoints(…)`. A field that is assigned twice is not known. */
function declareAssigned(body: SyntaxNode, { survey, text }: Program): void {
  const blank = new Set<string>();
  for (const field of body.children.filter(({ type }) => type === 'field_declaration')) {
    for (const declarator of field.children.filter(({ type }) => type === 'variable_declarator')) {
      const name = fieldOf(declarator, 'name');
      if (name && !fieldOf(declarator, 'value')) blank.add(nodeText(name, text));
    }
  }
  for (const constructor of body.children.filter(({ type }) => type === 'constructor_declaration')) {
    const statements = fieldOf(constructor, 'body');
    for (const statement of statements ? namedParts(statements) : []) {
      const [assignment] = namedParts(statement);
      const right = assignment && fieldOf(assignment, 'right');
      const name = assignment?.type === 'assignment_expression' ? assignedField(assignment) : undefined;
      const own = name && nodeText(name, text);
      if (own === undefined || !blank.has(own) || !right) continue;
      survey.declare(body, own, right.type === 'object_creation_expression' ? { value: right } : {});
    }
  }
}

/** The name of `x = …` and `this.x = …`. */
function assignedField(assignment: SyntaxNode): SyntaxNode | undefined {
  const left = fieldOf(assignment, 'left');
  if (left?.type === 'identifier') return left;
  return left?.type === 'field_access' && fieldOf(left, 'object')?.type === 'this' ? fieldOf(left, 'field') : undefined;
}

function noteAssigned(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const [left, right, name] = [fieldOf(node, 'left'), fieldOf(node, 'right'), assignedField(node)];
  const own = name && nodeText(name, text);
  const isThis = left?.type === 'field_access' && own !== undefined;
  if (own !== undefined && right) {
    const body = isThis ? enclosingBody(node) : undefined;
    const declared = isThis ? body && survey.inScope(body, own) : survey.find(own, node);
    // The assignment that declares the value.
    if (declared?.value === right) return;
    noteAlias(own, right, program);
    // A parameter or a local variable may have the name of the field: only the field is not known.
    if (body && isThis) return survey.declare(body, own);
  }
  noteChanged(left, program);
}

/** A name that is assigned, or through which an element is assigned. */
function noteChanged(target: SyntaxNode | undefined, program: Program): void {
  if (!target) return;
  let at = withoutBrackets(target);
  for (let next = ownerOf(at); next; next = ownerOf(at)) at = withoutBrackets(next);
  if (at.type === 'identifier') program.survey.changed.add(nodeText(at, program.text));
}

function ownerOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'array_access') return fieldOf(node, 'array');
  if (node.type !== 'field_access') return undefined;
  // In `this.hosts[0] = …`, the field is what is changed.
  const object = fieldOf(node, 'object');
  return object?.type === 'this' ? fieldOf(node, 'field') : object;
}

/** Methods of `Collections` and `Arrays` that change their first argument. */
const changing: ReadonlySet<string> = new Set(
  'addAll sort reverse shuffle swap fill rotate setAll replaceAll parallelSort parallelSetAll parallelPrefix'.split(
    ' ',
  ),
);

function noteMutation(node: SyntaxNode, program: Program): void {
  const [object, name] = [fieldOf(node, 'object'), fieldOf(node, 'name')];
  if (!object || !name) return;
  if (mutators.has(nodeText(name, program.text))) noteChanged(object, program);
  if (!changing.has(nodeText(name, program.text))) return;
  if (/^(?:Collections|Arrays)\./.test(staticMethod(node, program) ?? '')) noteChanged(javaArguments(node)[0], program);
}

/** `Pulumi.run(App::stack)`. */
function noteEntryPoint(node: SyntaxNode, program: Program): void {
  const references = javaArguments(node).filter(({ type }) => type === 'method_reference');
  if (references.length === 0 || !isPulumiRun(node, program)) return;
  for (const reference of references) {
    const name = namedParts(reference).at(-1);
    if (name?.type === 'identifier') program.survey.entryPoints.add(nodeText(name, program.text));
  }
}

/** Classes and methods of the JDK and of Pulumi that read or copy what they get. */
const readers =
  /^(?:List|Map|Set|Stream|Arrays|Optional|Objects|Collections|String|Integer|Output|Pulumi|ArrayList|HashMap|HashSet|LinkedHashMap|LinkedHashSet|TreeMap|TreeSet|ArrayDeque|LinkedList|StringBuilder)(?:\.|$)|^(?:com\.pulumi|java)\./;
const readingMethods =
  /^(?:print|println|printf|contains|containsAll|containsKey|equals|indexOf|addAll|putAll|removeAll|retainAll|export|info|debug|warn|concat|append|startsWith|endsWith)$/;

/** Names that are handed to a method or constructor that may keep or change what they hold. */
function noteExposed(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const names = javaArguments(node)
    .map(withoutBrackets)
    .filter(({ type }) => type === 'identifier');
  if (names.length === 0 || readsOnly(node, program)) return;
  for (const name of names) survey.exposed.add(nodeText(name, text));
}

function readsOnly(node: SyntaxNode, program: Program): boolean {
  const type = fieldOf(node, 'type');
  const generic = type?.type === 'generic_type' ? namedParts(type)[0] : type;
  if (generic) return readers.test(typePath(generic, program) ?? '');
  const name = fieldOf(node, 'name');
  if (name && fieldOf(node, 'object') && readingMethods.test(nodeText(name, program.text))) return true;
  return readers.test(staticMethod(node, program) ?? '') || isBuilder(node, program);
}
