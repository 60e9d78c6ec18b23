/** Where a constructor call is in a program: its arguments, the statement that it is, and the variable that holds it. */
import type { Program } from '../../frontends/code/adapter.ts';
import type { Constructed, ProgramSyntax } from '../../frontends/code/read-code.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Resource } from '../../tree/document.ts';
import { nameIndex } from './name-index.ts';

export interface CallSite {
  readonly made: Constructed;
  /** The class with its module; undefined where the language takes the class of the variable, as C#'s `new()`. */
  readonly callee: SyntaxNode | undefined;
  /** The list of arguments. */
  readonly list: SyntaxNode | undefined;
  /** The argument with the properties, with its wrappers; the list itself for arguments by name. */
  readonly properties: SyntaxNode | undefined;
  /** Undefined for a call that is part of an expression. */
  readonly statement: CallStatement | undefined;
  /** The types that are written for what the call makes. */
  readonly types: readonly SyntaxNode[];
}

export interface CallStatement {
  /** In Go, with the check of its error. */
  readonly span: Span;
  /** The name that it declares. */
  readonly variable: SyntaxNode | undefined;
  /** What it declares or assigns, in Go with the error. */
  readonly target: SyntaxNode | undefined;
  /** From the start of the target to the value. */
  readonly assignment: Span | undefined;
  /** `export`, with what follows it. */
  readonly exported: Span | undefined;
  /** In Go, the lines that check the error before another call, where only a `return` behind the statement hands it on. */
  readonly check: readonly string[];
}

/** Undefined for a resource that no call of the program makes. */
export function callSite(
  { constructions, program }: ProgramSyntax,
  { span }: Pick<Resource, 'span'>,
): CallSite | undefined {
  const made = constructions.find(({ call }) => call.start === span.start && call.end === span.end);
  if (!made) return undefined;
  const { call } = made;
  const callee = childAround(call, made.head);
  const list = call.children.find(({ type }) => /^(?:arguments|argument_list)$/.test(type));
  const statement = statementOf(call, program.text);
  return {
    made,
    callee: callee?.type === 'new' ? undefined : callee,
    list,
    properties: made.properties && list && argumentAround(list, made.properties.node),
    statement,
    types: typesOf(call, statement, program),
  };
}

function childAround(owner: SyntaxNode, inner: SyntaxNode): SyntaxNode | undefined {
  return owner.children.find(({ start, end }) => start <= inner.start && inner.end <= end);
}

/** An argument by name is its value. */
function argumentAround(list: SyntaxNode, inner: SyntaxNode): SyntaxNode | undefined {
  if (inner.start === list.start) return list;
  const argument = namedParts(list).find(({ start, end }) => start <= inner.start && inner.end <= end);
  const isNamed = argument && /^(?:argument|keyword_argument)$/.test(argument.type);
  return isNamed ? namedParts(argument).at(-1) : argument;
}

const blocks: ReadonlySet<string> = new Set([
  'program',
  'statement_block',
  'module',
  'block',
  'statement_list',
  'constructor_body',
  'compilation_unit',
]);

function statementOf(call: SyntaxNode, text: string): CallStatement | undefined {
  let value = call;
  while (value.parent && isWrapper(value.parent)) value = value.parent;
  const { parent } = value;
  if (!parent) return undefined;
  if (parent.type === 'expression_statement') return whole(parent, {}, text);
  const target = fieldOf(parent, 'left') ?? fieldOf(parent, 'name') ?? namedParts(parent)[0];
  if (!target || target === value) return undefined;
  const assignment = { start: target.start, end: value.start };
  if (parent.type === 'variable_declarator') {
    const declaration = parent.parent;
    const others = declaration?.children.filter(({ type }) => type === 'variable_declarator') ?? [];
    if (!declaration || others.length !== 1 || target.type !== 'identifier') return undefined;
    return whole(declaration, { variable: target, target, assignment }, text);
  }
  const isAssignment = /^(?:assignment(?:_expression|_statement)?|short_var_declaration)$/.test(parent.type);
  if (!isAssignment) return undefined;
  const isDeclared = parent.type === 'assignment' && target.type === 'identifier';
  return whole(parent, { target, assignment, ...(isDeclared && { variable: target }) }, text);
}

function isWrapper({ type, children }: SyntaxNode): boolean {
  return (type === 'expression_list' && children.length === 1) || type === 'equals_value_clause';
}

function whole(
  node: SyntaxNode,
  parts: Partial<Pick<CallStatement, 'variable' | 'target' | 'assignment'>>,
  text: string,
): CallStatement | undefined {
  const holders =
    /^(?:expression_statement|local_declaration_statement|variable_declaration|export_statement|global_statement)$/;
  let statement = node;
  while (statement.parent && holders.test(statement.parent.type)) statement = statement.parent;
  const check = statement.parent?.type === 'if_statement' ? statement.parent : undefined;
  if (check && fieldOf(check, 'initializer') === statement && !fieldOf(check, 'alternative')) statement = check;
  const { parent } = statement;
  if (!parent || !blocks.has(parent.type)) return undefined;
  const exported = fieldOf(statement, 'declaration');
  const { variable, target, assignment } = parts;
  const checked = check ? { end: check.end, check: [] } : errorCheck(statement, target, text);
  return (
    checked && {
      span: { start: statement.start, end: checked.end },
      check: checked.check,
      variable,
      target,
      assignment,
      exported:
        exported && statement.type === 'export_statement' ? { start: statement.start, end: exported.start } : undefined,
    }
  );
}

/** In Go, an error that is neither checked nor returned at once leaves no place for another call. */
function errorCheck(
  statement: SyntaxNode,
  target: SyntaxNode | undefined,
  text: string,
): (Pick<CallStatement, 'check'> & Pick<Span, 'end'>) | undefined {
  const alone = { end: statement.end, check: [] };
  if (target?.type !== 'expression_list') return alone;
  const error = namedParts(target).at(-1);
  const name = error && nodeText(error, text);
  if (name === undefined || name === '_') return alone;
  const siblings = namedParts(statement.parent ?? statement);
  const next = siblings[siblings.indexOf(statement) + 1];
  if (!next) return undefined;
  const isFailed = `${name} != nil`;
  const returned = next.type === 'return_statement' ? nodeText(next, text) : '';
  if (/^return (?:\w+, )*(\w+)$/.exec(returned)?.[1] === name)
    return { ...alone, check: [`if ${isFailed} {`, `\t${returned}`, '}'] };
  const isPlain = next.type === 'if_statement' && !fieldOf(next, 'initializer') && !fieldOf(next, 'alternative');
  const condition = isPlain ? fieldOf(next, 'condition') : undefined;
  return condition && nodeText(condition, text) === isFailed ? { end: next.end, check: [] } : undefined;
}

/** The types of what holds the call, and of the functions that return it or its variable. */
function typesOf(call: SyntaxNode, statement: CallStatement | undefined, program: Program): readonly SyntaxNode[] {
  const { text } = program;
  const own = typeOf(call, statement, program);
  const name = statement?.target && variableName(statement.target, text);
  const owner = functionAround(call);
  const returned = (owner && name !== undefined ? returnsIn(owner) : []).filter((node) =>
    returnedBy(node).some((value) => nodeText(value, text) === name),
  );
  return [...new Set([own, ...returned.map(returnType)])].filter((type) => type !== undefined);
}

/** The `return` statements of a function itself. */
const returnsIn = memo((owner: SyntaxNode): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  const waiting = [...owner.children];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (functionType.test(node.type)) continue;
    waiting.push(...node.children);
    if (node.type === 'return_statement') found.push(node);
  }
  return found;
});

/** One value, or in Go several. */
function returnedBy(statement: SyntaxNode): readonly SyntaxNode[] {
  return namedParts(statement).flatMap((value) => (value.type === 'expression_list' ? namedParts(value) : value));
}

/** The variable or field that a statement declares or assigns. */
export function variableName(target: SyntaxNode, text: string): string | undefined {
  const [first = ''] = nodeText(target, text).split(',');
  const name = /[\w$]+$/.exec(first.trim())?.[0];
  return name === '_' ? undefined : name;
}

/** The type of the variable, of the field that is assigned, or of the function that returns the call. */
function typeOf(call: SyntaxNode, statement: CallStatement | undefined, program: Program): SyntaxNode | undefined {
  for (let at = call.parent, below = call; at && !blocks.has(at.type); below = at, at = at.parent) {
    const own = /declarat|^assignment$/.test(at.type) ? (fieldOf(at, 'type') ?? fieldOf(at, 'result')) : undefined;
    if (own && own !== below) return own;
    if (at.type === 'arrow_function') return fieldOf(at, 'body') === below ? fieldOf(at, 'return_type') : undefined;
    if (at.type === 'return_statement' || (at.type === 'arrow_expression_clause' && at.parent)) return returnType(at);
  }
  const { target } = statement ?? {};
  const field = target && variableName(target, program.text);
  // Several declarations of one name may have several types.
  const types = (field !== undefined && nameIndex(program).types.get(field)) || [];
  return types.length === 1 ? types[0] : undefined;
}

const functionType = /function|method|lambda|func_literal|property_declaration/;

function functionAround({ parent }: SyntaxNode): SyntaxNode | undefined {
  let at = parent;
  while (at && !functionType.test(at.type)) at = at.parent;
  return at;
}

function returnType(node: SyntaxNode): SyntaxNode | undefined {
  const owner = functionAround(node);
  const fields = ['return_type', 'returns', 'result', 'type'];
  return owner && fields.map((field) => fieldOf(owner, field)).find((type) => type !== undefined);
}
