/** Brackets of C#: initializers, whose form says less than the type of the contract, and collection expressions. */
import { pathBefore, type CodePart } from './code-levels.ts';
import type { CodeSyntax, Container, Hole } from './code-container.ts';

export const csharpSyntax: CodeSyntax = {
  fieldOf: (name) => name.charAt(0).toLowerCase() + name.slice(1),
  call: { properties: 1, separator: ':' },
  callee: (head) => {
    const path = pathBefore(head);
    const before = head[head.length - path.length * 2];
    if (before?.value === 'new') return path;
    // `Endpoints db = new("db", …)`.
    const isTargetTyped = head.at(-1)?.value === 'new' && head.at(-2)?.value === '=' && head.at(-3)?.kind === 'word';
    return isTargetTyped ? pathBefore(head, head.length - 3) : [];
  },
  enter: (hole, head, open) => {
    if (open === '(') return inParentheses(hole, head);
    if (open === '[') return inBrackets(hole, head);
    // The body of a lambda that makes each item.
    const arrow = head.findIndex(({ value }) => value === '=>');
    return arrow >= 0 && head[arrow + 1]?.value !== 'new' ? undefined : inBraces(hole, head.slice(arrow + 1));
  },
};

function inParentheses(hole: Hole, head: readonly CodePart[]): Container | undefined {
  const { type, path } = hole;
  const isSelected = type.kind === 'list' && head.at(-1)?.value === 'Select' && head.at(-2)?.value === '.';
  if (isSelected) return { kind: 'hole', hole: { type: type.item, path: [...path, 0] } };
  const isPassing = head.length === 0 || /^(?:Pulumi\.)?Output\.Create$/.test(pathBefore(head).join('.'));
  return isPassing ? { kind: 'hole', hole } : undefined;
}

function inBrackets({ type, path }: Hole, head: readonly CodePart[]): Container | undefined {
  if (head.length > 0) return undefined;
  return type.kind === 'list' ? { kind: 'items', item: type.item, path } : undefined;
}

/** `new X {`, `new() {`, `new[] {`, `new List<X> {`, or braces alone. */
function inBraces({ type, path }: Hole, head: readonly CodePart[]): Container | undefined {
  const [first] = head;
  if (first && first.value !== 'new') return undefined;
  const isArray = head.some((part) => part.isGroup === true && part.value === '[');
  const isArgs = !isArray && head.findLast(({ kind }) => kind === 'word')?.value.endsWith('Args') === true;
  if (type.kind === 'map') return { kind: 'map', value: type.value, path, separator: '=' };
  if (type.kind === 'list') {
    const isGeneric = head.some(({ value }) => value === '<');
    // A single value is a list of one.
    if (isArgs && !isGeneric && type.item.kind === 'object')
      return { kind: 'fields', type: type.item, path: [...path, 0], separator: '=' };
    return { kind: 'items', item: type.item, path };
  }
  return type.kind === 'object' && !isArray ? { kind: 'fields', type, path, separator: '=' } : undefined;
}
