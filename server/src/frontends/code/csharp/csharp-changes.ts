/** What C# changes. */
import type { Program } from '../adapter.ts';
import { mutators } from '../changes.ts';
import { isRun } from './csharp-certainty.ts';
import { givenTo, lastName, methodOf, pathNames } from './csharp-syntax.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** Notes what one node changes. */
export function noteChange(node: SyntaxNode, program: Program): void {
  switch (node.type) {
    case 'assignment_expression':
      if (node.parent?.type !== 'initializer_expression' && !isFirstValue(node, program))
        noteTarget(fieldOf(node, 'left'), program);
      return undefined;
    case 'prefix_unary_expression':
    case 'postfix_unary_expression':
      if (node.children.some(({ type }) => type === '++' || type === '--')) noteTarget(namedParts(node)[0], program);
      return undefined;
    case 'argument':
      if (node.children.some(({ type }) => type === 'ref' || type === 'out'))
        noteTarget(namedParts(node).at(-1), program);
      return undefined;
    case 'ref_expression':
      return noteTarget(namedParts(node)[0], program);
    case 'invocation_expression':
      return noteCall(node, program);
    default:
      return undefined;
  }
}

/** True for the assignment in a constructor that gives a field its only value. */
function isFirstValue(node: SyntaxNode, { survey, text }: Program): boolean {
  const right = fieldOf(node, 'right');
  const name = targetName(fieldOf(node, 'left'), text);
  const body = ancestor(node, ({ type }) => type === 'constructor_declaration')?.parent;
  if (!right || !body || name === undefined) return false;
  const own = survey.inScope(body, `this.${name}`);
  const isField =
    fieldOf(node, 'left')?.type !== 'identifier' || survey.find(name, node) === survey.inScope(body, name);
  return own?.value === right && isField;
}

/** The field of `name = …` or `this.name = …`. */
export function targetName(left: SyntaxNode | undefined, text: string): string | undefined {
  if (left?.type === 'identifier') return nodeText(left, text);
  const owner = left?.type === 'member_access_expression' ? fieldOf(left, 'expression') : undefined;
  const name = left && fieldOf(left, 'name');
  return owner?.type === 'this' && name ? nodeText(name, text) : undefined;
}

/** A name that is assigned, or through which something is assigned: `a`, `this.a`, `a.b[0].c`, `Zones.Names[0]`. */
function noteTarget(target: SyntaxNode | undefined, program: Program): void {
  const { survey, text } = program;
  if (!target) return;
  if (target.type === 'tuple_expression') {
    for (const part of namedParts(target)) noteTarget(namedParts(part).at(-1), program);
    return;
  }
  const names: string[] = [];
  let at = target;
  for (let next = innerOf(at); next; next = innerOf(at)) {
    const name = fieldOf(at, 'name');
    if (at.type === 'member_access_expression' && name) names.unshift(nodeText(name, text));
    at = next;
  }
  const [member] = names;
  if (at.type === 'this' && member !== undefined) return void survey.changed.add(`this.${member}`);
  const root = nodeText(at, text);
  if (at.type !== 'identifier' && at.type !== 'alias_qualified_name') return;
  survey.changed.add(root);
  survey.changed.add(`this.${root}`);
  // The first names may be those of namespaces and types.
  if (/^(?:global::)?[A-Z]/.test(root)) for (const name of names) survey.changed.add(name);
}

function innerOf(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case 'member_access_expression':
    case 'element_access_expression':
      return fieldOf(node, 'expression');
    case 'conditional_access_expression':
      return fieldOf(node, 'condition');
    case 'invocation_expression':
      return fieldOf(node, 'function');
    case 'cast_expression':
      return fieldOf(node, 'value');
    case 'parenthesized_expression':
    case 'postfix_unary_expression':
      return namedParts(node)[0];
    default:
      return undefined;
  }
}

function noteCall(node: SyntaxNode, program: Program): void {
  const { survey, text } = program;
  const callee = fieldOf(node, 'function');
  if (!callee) return;
  const written = pathNames(callee, text) ?? '';
  const method = methodOf(callee, text);
  const [first] = isRun(node, text) ? givenTo(node) : [];
  const run = first && namedParts(first).at(-1);
  if (run) survey.entryPoints.add(lastName(run, text));
  if (mutators.has(method)) noteTarget(innerOf(callee), program);
  if (!/^(?:System\.)?Array\.(?:Sort|Reverse|Fill|Clear|Copy|Resize)$/.test(written)) return;
  for (const given of givenTo(node)) noteTarget(namedParts(given).at(-1), program);
}
