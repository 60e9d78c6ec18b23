/** Brackets of Go: composite literals, and calls of the SDK's wrappers. */
import { isGoWrapper } from '../code/go/go-names.ts';
import type { CodeNames } from './code-classes.ts';
import type { CodeSyntax, Container, Hole } from './code-container.ts';
import { pathBefore, type CodePart } from './code-levels.ts';

export const goSyntax: CodeSyntax = {
  fieldOf: (name) => name.charAt(0).toLowerCase() + name.slice(1),
  call: { properties: 2, separator: ':' },
  callee: (head) => pathBefore(head),
  enter: (hole, head, open, names) => {
    if (open === '(') return inCall(hole, head, names);
    return open === '{' ? inLiteral(hole, head[0]?.value === '&' ? head.slice(1) : head) : undefined;
  },
};

function inCall(hole: Hole, head: readonly CodePart[], names: CodeNames): Container | undefined {
  if (head.length === 0) return { kind: 'hole', hole };
  const path = pathBefore(head);
  const name = names.pathOf(path);
  const isWhole = head.length === path.length * 2 - 1;
  if (name === undefined || !isWhole || !isGoWrapper(name)) return undefined;
  // `pulumi.String` of a field that is a number is a mistake, to which nothing is added.
  const isFitting = hole.type.kind !== 'integer' || !/\.(?:String|Bool)/.test(name);
  return isFitting ? { kind: 'hole', hole: { ...hole, isBare: true } } : undefined;
}

/** By the type that is written before the braces: elided ones are those of the contract. */
function inLiteral({ type, path }: Hole, head: readonly CodePart[]): Container | undefined {
  const written = head.map((part) => (part.isGroup === true ? `${part.value}${part.only?.value ?? ''}]` : part.value));
  const name = written.join('');
  const isNative = /^(?:\[\]|map\[string\])string$/.test(name);
  const isBare = isNative ? { isBare: true as const } : {};
  if (!/^(?:[\w.]*|\[\][\w.]+|map\[string\][\w.]+)$/.test(name)) return undefined;
  if (type.kind === 'list')
    return /^$|Array$|^\[\]/.test(name) ? { kind: 'items', item: type.item, path, ...isBare } : undefined;
  if (type.kind === 'map')
    return /^$|Map$|^map\[/.test(name)
      ? { kind: 'map', value: type.value, path, separator: ':', ...isBare }
      : undefined;
  const isStruct = type.kind === 'object' && /^$|Args$/.test(name);
  return isStruct ? { kind: 'fields', type, path, separator: ':' } : undefined;
}
