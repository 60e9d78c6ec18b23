/** Brackets of Python: dictionaries, lists, and calls of `dict` and of the SDK's classes of arguments. */
import { isArgs, pythonNaming } from '../code/python/python-names.ts';
import type { CodeNames } from './code-classes.ts';
import { pathBefore, type CodePart } from './code-levels.ts';
import type { CodeSyntax, Container, Hole } from './code-container.ts';

const passing = /^pulumi\.Output\.(?:from_input|secret)$/;

export const pythonSyntax: CodeSyntax = {
  fieldOf: (name) => pythonNaming.property(name, true, false),
  call: { properties: 1, separator: '=' },
  callee: (head) => pathBefore(head),
  enter: (hole, head, open, names) => {
    const { type, path } = hole;
    if (open === '(') return inParentheses(hole, head, names);
    if (!startsValue(head)) return undefined;
    if (open === '[') return type.kind === 'list' ? { kind: 'items', item: type.item, path } : undefined;
    if (type.kind === 'object') return { kind: 'fields', type, path, separator: ':', isDictionary: true };
    return type.kind === 'map' ? { kind: 'map', value: type.value, path, separator: ':' } : undefined;
  },
};

function startsValue(head: readonly CodePart[]): boolean {
  const last = head.at(-1);
  return !last || /^(?:[+|]|or|else)$/.test(last.value);
}

function inParentheses(hole: Hole, head: readonly CodePart[], names: CodeNames): Container | undefined {
  const { type, path } = hole;
  if (startsValue(head)) return { kind: 'hole', hole };
  const callee = pathBefore(head);
  const name = names.pathOf(callee) ?? callee.join('.');
  if (passing.test(name)) return { kind: 'hole', hole };
  const isWildcard = callee.length === 1 && names.wildcards.some((module) => isArgs(`${module}.${name}`));
  const isClass = isArgs(name) || isWildcard;
  if (type.kind === 'object' && (isClass || name === 'dict'))
    return { kind: 'fields', type, path, separator: '=', isDictionary: !isClass };
  // The keys of `dict(…)` are no texts.
  return undefined;
}
