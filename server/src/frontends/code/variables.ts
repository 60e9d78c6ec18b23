/** Finds the variables of a program that hold resources, for editors: where they are declared and used, and what is read of them. */
import type { ReferenceStep, ResourceVariable } from '../../tree/document.ts';
import type { Adapter, Program } from './adapter.ts';
import { fieldOf, nodeText, type SyntaxNode } from './syntax.ts';
import type { NameDeclaration } from './survey.ts';

interface VariableContext {
  readonly adapter: Adapter;
  readonly program: Program;
}

/** In the order of the text. `keys` are what expressions call the resources, by their calls. */
export function variablesOf(
  keys: ReadonlyMap<SyntaxNode, string>,
  { adapter, program }: VariableContext,
): readonly ResourceVariable[] {
  const held = heldResources(keys, { adapter, program });
  if (held.size === 0) return [];
  const { survey, text, root } = program;
  const names = new Set([...held.keys()].map(({ name }) => lastName(name)));
  const leaves = identifiersIn(root).filter((leaf) => names.has(nodeText(leaf, text)));
  const declared = new Map<SyntaxNode, string>();
  for (const [{ name, value }, key] of held) {
    const own = leaves.findLast((leaf) => leaf.end <= value.start && nodeText(leaf, text) === lastName(name));
    if (own) declared.set(own, key);
  }
  return leaves.flatMap((leaf): ResourceVariable[] => {
    const key = declared.get(leaf);
    if (key !== undefined) return [{ root: key, span: spanOf(leaf), steps: [], isDeclaration: true }];
    const whole = ownerOf(leaf, adapter, program);
    const declaration = whole && !memberFields.has(whole.field) ? survey.find(nodeText(whole, text), leaf) : undefined;
    const of = declaration && held.get(declaration as HeldDeclaration);
    if (!whole || of === undefined) return [];
    return [{ root: of, span: spanOf(whole), steps: stepsBehind(whole, { adapter, program }), isDeclaration: false }];
  });
}

type HeldDeclaration = NameDeclaration & { readonly value: SyntaxNode };

/** The declarations whose value is a resource or another such name, and that nothing changes. */
function heldResources(
  keys: ReadonlyMap<SyntaxNode, string>,
  { adapter, program }: VariableContext,
): ReadonlyMap<HeldDeclaration, string> {
  const { survey } = program;
  const held = new Map<HeldDeclaration, string>();
  const aliases: { readonly declaration: HeldDeclaration; readonly of: NameDeclaration }[] = [];
  for (const declaration of survey.declarations()) {
    const { name, value, path } = declaration;
    if (path.length > 0 || survey.changed.has(name)) continue;
    const expression = adapter.expression(value, program);
    const key = expression.kind === 'resource' ? keys.get(expression.node) : undefined;
    if (key !== undefined) held.set(declaration, key);
    else if (expression.kind === 'name') {
      const { scope, node } = expression;
      const of = scope ? survey.inScope(scope, expression.name) : survey.find(expression.name, node);
      if (of) aliases.push({ declaration, of });
    }
  }
  for (const { declaration, of } of aliases) {
    const key = held.get(of as HeldDeclaration);
    if (key !== undefined) held.set(declaration, key);
  }
  return held;
}

/** `service` of `this.service`, which some languages declare with its owner. */
function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The node that names a variable: the identifier, or `self.service` around it. Undefined for the name of a member. */
function ownerOf(leaf: SyntaxNode, adapter: Adapter, program: Program): SyntaxNode | undefined {
  const { parent } = leaf;
  const around = parent && parent.end === leaf.end && parent.start < leaf.start ? parent : undefined;
  const expression = around && adapter.expression(around, program);
  if (expression?.kind === 'name' && expression.node === around) return around;
  return expression?.kind === 'member' ? undefined : leaf;
}

/** Fields of a node that name a member, a keyword, a key or a type, and no variable. */
const memberFields: ReadonlySet<string | undefined> = new Set([
  'attribute',
  'property',
  'field',
  'name',
  'key',
  'type',
]);

function stepsBehind(variable: SyntaxNode, { adapter, program }: VariableContext): readonly ReferenceStep[] {
  const steps: ReferenceStep[] = [];
  let node = variable;
  for (let { parent } = node; parent?.start === variable.start; parent = parent.parent) {
    const expression = adapter.expression(parent, program);
    if (expression.kind !== 'member') {
      // A wrapper such as brackets.
      if (expression.node.start === node.start && expression.node.end === node.end) continue;
      break;
    }
    if (expression.node !== parent || !isAround(expression.of, node) || isMethod(parent, { adapter, program }))
      continue;
    const step = stepOf(expression.name, parent, { adapter, program });
    if (!step) break;
    steps.push(step);
    node = parent;
  }
  return steps;
}

/** True for what a call calls, such as `x.apply`: a getter is read as a member itself. */
function isMethod({ parent, start, field }: SyntaxNode, { adapter, program }: VariableContext): boolean {
  return field === 'function' && parent?.start === start && adapter.expression(parent, program).kind !== 'member';
}

function isAround(of: SyntaxNode, node: SyntaxNode): boolean {
  return of.start <= node.start && node.end <= of.end;
}

function stepOf(
  name: string | SyntaxNode,
  member: SyntaxNode,
  { adapter, program }: VariableContext,
): ReferenceStep | undefined {
  if (typeof name === 'string') {
    const node = memberNameOf(member);
    return node && { step: adapter.naming.property(name, true, false), span: spanOf(node) };
  }
  const index = adapter.expression(name, program);
  if (index.kind !== 'literal') return undefined;
  const { value } = index;
  const step = typeof value === 'bigint' ? Number(value) : typeof value === 'string' ? value : undefined;
  return step === undefined ? undefined : { step, span: spanOf(name) };
}

/** The name in `x.name`, `x["name"]` and `x.name()`. */
function memberNameOf(member: SyntaxNode): SyntaxNode | undefined {
  for (const field of ['property', 'attribute', 'field', 'name', 'index', 'subscript']) {
    const found = fieldOf(member, field);
    if (found) return found;
  }
  const [callee] = member.children;
  return callee && callee.children.length > 0 ? memberNameOf(callee) : undefined;
}

/** In the order of the text. */
function identifiersIn(root: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { children } = node;
    if (children.length === 0 && node.isNamed && node.type.endsWith('identifier')) found.push(node);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child) waiting.push(child);
    }
  }
  return found;
}

function spanOf({ start, end }: SyntaxNode): ResourceVariable['span'] {
  return { start, end };
}
