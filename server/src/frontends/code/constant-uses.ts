/** Where else a program uses a text than in the resources that are read, for whoever changes the text. */
import { contains, type Span } from '../../text/span.ts';
import { childrenOf, type Value } from '../../tree/value.ts';
import type { Adapter, Program } from './adapter.ts';
import { Evaluator } from './evaluate.ts';
import type { NameDeclaration } from './survey.ts';
import { ancestor, type SyntaxNode } from './syntax.ts';

/**
 * The places, in the order of the text, at which names give the value of the literal to something that is not read: another
 * resource, a call, an export. `read` are the values of the resources.
 */
export function otherUsesOf(
  literal: Span,
  read: readonly Value[],
  { program, adapter }: { readonly program: Program; readonly adapter: Adapter },
): readonly Span[] {
  const evaluator = new Evaluator(program, adapter, () => undefined);
  /** The name, and what makes values of it: the name itself, or the list that is made of its items. */
  const uses = new Map<string, { readonly name: SyntaxNode; readonly use: SyntaxNode }>();
  const declarations = new Set<NameDeclaration>();
  const exported: SyntaxNode[] = [];
  const waiting = [program.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...node.children);
    if (node.type === 'export_statement' && contains(node, literal)) exported.push(node);
    const declaration = isName(node) ? declarationOf(node, program, adapter) : undefined;
    if (!declaration?.value || !holds(evaluator.valueOf(node), literal)) continue;
    declarations.add(declaration);
    const name = outermost(node, literal, { program, adapter, evaluator });
    const use = name && (mappingOver(name, program, adapter) ?? name);
    if (name && use) uses.set(`${name.start} ${name.end}`, { name, use });
  }
  const isKept = ({ value }: NameDeclaration, use: SyntaxNode): boolean =>
    value !== undefined && contains(value, use) && isUsedIn(evaluator.valueOf(value), literal, use);
  const others = [...uses.values()].filter(
    ({ use }) =>
      !read.some((value) => isUsedIn(value, literal, use)) &&
      ![...declarations].some((declaration) => isKept(declaration, use)),
  );
  return [...exported, ...others.map(({ name }) => name)]
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => a.start - b.start);
}

/** Fields of a node that name a member, a keyword, a key, or what is declared. */
const namingFields: ReadonlySet<string | undefined> = new Set([
  'attribute',
  'property',
  'field',
  'name',
  'key',
  'left',
]);

/** True for a name that is used. In `a, b := x, y` a list holds the names that are declared. */
function isName({ type, field, parent }: SyntaxNode): boolean {
  const isDeclared = namingFields.has(field) || (parent?.field === 'left' && parent.type === 'expression_list');
  return type.endsWith('identifier') && !isDeclared;
}

function declarationOf(node: SyntaxNode, program: Program, adapter: Adapter): NameDeclaration | undefined {
  const expression = adapter.expression(node, program);
  if (expression.kind !== 'name') return undefined;
  const { name, scope } = expression;
  return scope ? program.survey.inScope(scope, name) : program.survey.find(name, node);
}

/** The member of the name that still gives the literal, as far as it is known; undefined where it gives another one. */
function outermost(
  name: SyntaxNode,
  literal: Span,
  {
    program,
    adapter,
    evaluator,
  }: { readonly program: Program; readonly adapter: Adapter; readonly evaluator: Evaluator },
): SyntaxNode | undefined {
  let node = name;
  for (let parent = node.parent; parent; parent = node.parent) {
    const expression = adapter.expression(parent, program);
    if (expression.kind !== 'member' || expression.of !== node) break;
    const value = evaluator.valueOf(parent);
    if (value?.kind !== 'opaque' && !holds(value, literal)) return undefined;
    node = parent;
  }
  return node;
}

/** The expression that maps over the items of the list; undefined where there is none. */
function mappingOver(list: SyntaxNode, program: Program, adapter: Adapter): SyntaxNode | undefined {
  return ancestor(list, (node) => {
    const expression = adapter.expression(node, program);
    return expression.kind === 'mapped' && contains(expression.over, list);
  });
}

/** True where the value is or holds that of the literal. */
function holds(value: Value | undefined, literal: Span): boolean {
  return value !== undefined && isUsedIn(value, literal, undefined);
}

/** True where the literal gives a text in the value, at the place `use` if there is one. */
function isUsedIn(value: Value | undefined, { start }: Span, use: Span | undefined): boolean {
  const waiting = value ? [value] : [];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    const isAt = !use || contains(use, each.span);
    const literal = each.kind === 'scalar' && !each.isComputed ? (each.origin ?? each.span) : undefined;
    if (literal?.start === start && isAt) return true;
    // What is put together is compared as a whole.
    if (each.kind === 'scalar' && each.isComputed && use && contains(each.span, use)) return true;
    waiting.push(...childrenOf(each));
  }
  return false;
}
