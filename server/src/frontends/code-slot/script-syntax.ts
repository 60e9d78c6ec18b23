/** Brackets of TypeScript and JavaScript: object literals, arrays, and calls that change no value. */
import { pathBefore, type CodePart } from './code-levels.ts';
import type { CodeSyntax, Container, Hole } from './code-container.ts';

/** Calls that return what they get. `Object.assign` has all its arguments in the result. */
const passing = /^(?:pulumi\.(?:output|secret)|Object\.freeze)$/;

export const scriptSyntax: CodeSyntax = {
  fieldOf: (name) => name,
  call: { properties: 1, separator: '=' },
  callee: (head) => {
    const path = pathBefore(head);
    return head[head.length - path.length * 2]?.value === 'new' ? path : [];
  },
  enter: (hole, head, open) => {
    if (open === '(') return inParentheses(hole, head);
    if (!startsValue(head)) return undefined;
    const { type, path } = hole;
    if (open === '[') return type.kind === 'list' ? { kind: 'items', item: type.item, path } : undefined;
    if (type.kind === 'object') return { kind: 'fields', type, path, separator: ':', isDictionary: true };
    return type.kind === 'map' ? { kind: 'map', value: type.value, path, separator: ':' } : undefined;
  },
};

/** True where brackets start a value: a bracket behind a value is a call or an index, and one behind `=>` a block. */
function startsValue(head: readonly CodePart[]): boolean {
  const last = head.at(-1);
  return !last || (last.kind === 'mark' && last.isGroup !== true && !/^(?:=>|\.\.\.|[.!])$/.test(last.value));
}

function inParentheses(hole: Hole, head: readonly CodePart[]): Container | undefined {
  const last = head.at(-1);
  // The body of an arrow function that maps each item.
  if (!last || last.value === '=>' || startsValue(head)) return { kind: 'hole', hole };
  const path = pathBefore(head);
  const name = path.join('.');
  if (passing.test(name)) return { kind: 'hole', hole };
  if (name === 'Object.assign') return { kind: 'hole', hole, isEvery: true };
  const isMapped = hole.type.kind === 'list' && path.at(-1) === 'map' && (path.length > 1 || isMember(head));
  return isMapped && hole.type.kind === 'list'
    ? { kind: 'hole', hole: { type: hole.type.item, path: [...hole.path, 0] } }
    : undefined;
}

function isMember(head: readonly CodePart[]): boolean {
  return head.at(-2)?.value === '.';
}
