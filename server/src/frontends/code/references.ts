/** The references of constructor calls to other resources of the program, in the order of the text. */
import { contains, type Span } from '../../text/span.ts';
import type { InterpolationReference } from '../../tree/document.ts';
import { childrenOf, type Mapping, type Value } from '../../tree/value.ts';
import { referencesIn } from '../resources/interpolations.ts';
import type { Adapter, Program } from './adapter.ts';
import type { Expression } from './expression.ts';
import type { NameDeclaration } from './survey.ts';
import { nodeText, type SyntaxNode } from './syntax.ts';

/** The outputs that values are, as `${db.metadata.name}`, and all other uses of variables that hold resources. */
export function referencesOf(
  blocks: ReadonlyMap<SyntaxNode, Mapping>,
  keys: ReadonlyMap<SyntaxNode, string>,
  { adapter, program }: { readonly adapter: Adapter; readonly program: Program },
): readonly InterpolationReference[] {
  const names = namesWithValues(program);
  const resourcesIn = resourceFinder({ adapter, program, names });
  const found = [...blocks].flatMap(([call, block]) => {
    const exact = outputsIn(block);
    const others = usesIn(call, { adapter, program, names }).flatMap(
      ({ node, declaration, isPossible }): InterpolationReference[] =>
        [...resourcesIn(declaration)].flatMap(([resource, isCertain]) => {
          const root = keys.get(resource);
          const isKnown = exact.some((each) => each.root === root && contains(each.rootSpan, node));
          const rootSpan = { start: node.start, end: node.end };
          const reference = { root: root ?? '', rootSpan, steps: [], isClosed: false };
          if (root === undefined || isKnown) return [];
          return [isPossible || !isCertain ? { ...reference, isPossible: true } : reference];
        }),
    );
    return [...exact, ...others];
  });
  return found.sort((a, b) => a.rootSpan.start - b.rootSpan.start);
}

function outputsIn(value: Value): readonly InterpolationReference[] {
  if (value.kind !== 'opaque') return childrenOf(value).flatMap(outputsIn);
  const { expression, span } = value;
  if (expression === undefined || expression.startsWith('${@')) return [];
  return referencesIn(expression, { start: 0, end: expression.length }).map((reference) => placed(reference, span));
}

/** The parts of an expression have no places of their own. */
function placed({ root, steps, isClosed }: InterpolationReference, span: Span): InterpolationReference {
  return { root, rootSpan: span, steps: steps.map(({ step }) => ({ step, span })), isClosed };
}

interface Use {
  readonly node: SyntaxNode;
  readonly declaration: NameDeclaration;
  /** True where a condition decides whether the name is used. */
  readonly isPossible: boolean;
}

/** What evaluates only some of its parts. Of the operators, those in `choosing` do. */
const conditional = /^(?:ternary|conditional|switch|match|if)_(?:expression|statement|clause)$|^boolean_operator$/;
const choosing: ReadonlySet<string> = new Set(['??', '||', '&&']);

function isConditional({ type, children }: SyntaxNode): boolean {
  return conditional.test(type) || (type === 'binary_expression' && children.some((each) => choosing.has(each.type)));
}

/** Fields of a node that name a member, a keyword or a key, and no variable. */
const memberFields: ReadonlySet<string | undefined> = new Set(['attribute', 'property', 'field', 'name', 'key']);

interface Search {
  readonly adapter: Adapter;
  readonly program: Program;
  readonly names: ReadonlySet<string>;
}

/** The words in the names of variables whose value is known: most identifiers are others. */
function namesWithValues({ survey }: Program): ReadonlySet<string> {
  return new Set([...survey.declarations()].flatMap(({ name }) => name.match(/[\p{L}\p{N}_$]+/gu) ?? []));
}

/** The variables that a call uses. */
function usesIn(node: SyntaxNode, { adapter, program, names }: Search): readonly Use[] {
  const uses: Use[] = [];
  const waiting = partsOf(node, isConditional(node));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, isPossible } = next;
    // A call inside of the call is a resource of its own.
    if (program.constructed.has(at)) continue;
    if (at.children.length > 0) {
      waiting.push(...partsOf(at, isPossible || isConditional(at)));
      continue;
    }
    const isName =
      at.type.endsWith('identifier') && !memberFields.has(at.field) && names.has(nodeText(at, program.text));
    const declaration = isName ? declarationOf(adapter.expression(at, program), program) : undefined;
    if (declaration?.value) uses.push({ node: at, declaration, isPossible });
  }
  return uses;
}

function partsOf({ children }: SyntaxNode, isPossible: boolean): { at: SyntaxNode; isPossible: boolean }[] {
  return children.map((at) => ({ at, isPossible }));
}

/** Undefined for what is no variable, such as the name of a type or of a field. */
function declarationOf(expression: Expression, { survey }: Program): NameDeclaration | undefined {
  if (expression.kind !== 'name') return undefined;
  const { node, name, scope } = expression;
  return scope ? survey.inScope(scope, name) : survey.find(name, node);
}

/** The resources, each with true where it is certainly used. */
type UsedResources = ReadonlyMap<SyntaxNode, boolean>;

/** Finds the resources that the value of a name is or refers to. */
function resourceFinder(search: Search): (declaration: NameDeclaration) => UsedResources {
  const known = new Map<NameDeclaration, Map<SyntaxNode, boolean>>();
  const find = (declaration: NameDeclaration): UsedResources => {
    const before = known.get(declaration);
    if (before) return before;
    const found = new Map<SyntaxNode, boolean>();
    known.set(declaration, found);
    const { value } = declaration;
    if (!value) return found;
    const { kind, node } = search.adapter.expression(value, search.program);
    if (kind === 'resource') return found.set(node, true);
    for (const use of usesIn(value, search))
      for (const [each, isCertain] of find(use.declaration))
        found.set(each, found.get(each) === true || (isCertain && !use.isPossible));
    return found;
  };
  return find;
}
