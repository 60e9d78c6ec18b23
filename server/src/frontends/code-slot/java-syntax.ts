/** Brackets of Java: arguments of builders' methods, and of the functions that make lists and maps. */
import type { Type } from '../../contract/type.ts';
import { ownValue } from '../../text/own-value.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import { pathBefore, type Level, type CodePart } from './code-levels.ts';
import type { CodeSyntax, Container, Hole } from './code-container.ts';

export const javaSyntax: CodeSyntax = {
  fieldOf: (name) => name,
  call: { properties: 1, separator: '=' },
  callee: (head) => {
    const path = pathBefore(head);
    return head[head.length - path.length * 2]?.value === 'new' ? path : [];
  },
  enter: (hole, head, open) => (open === '(' ? inParentheses(hole, head) : undefined),
};

function inParentheses(hole: Hole, head: readonly CodePart[]): Container | undefined {
  const { type, path } = hole;
  if (head.length === 0) return { kind: 'hole', hole };
  // Each item of a stream.
  if (head.at(-1)?.value === 'map' && head.at(-2)?.value === '.' && !head.some(({ value }) => value === 'builder'))
    return { kind: 'hole', hole: type.kind === 'list' ? { type: type.item, path: [...path, 0] } : hole };
  const method = builderMethod(head);
  if (method !== undefined) return inMethod(hole, method);
  const name = pathBefore(head).slice(-2).join('.');
  if (/^(?:Output\.of|Either\.(?:of)?(?:left|right|Left|Right)(?:Of)?)$/.test(name)) return { kind: 'hole', hole };
  if (type.kind === 'list')
    return /^(?:List\.of|Arrays\.asList|asList)$/.test(name) ? { kind: 'items', item: type.item, path } : undefined;
  if (type.kind !== 'map') return undefined;
  if (/^(?:Map\.(?:of|entry)|entry)$/.test(name)) return { kind: 'pairs', value: type.value, path };
  return /^(?:Map\.)?ofEntries$/.test(name) ? { kind: 'hole', hole, isEvery: true } : undefined;
}

/** The method of a builder at the end of `XArgs.builder().a(…).b`; undefined for any other call. */
export function builderMethod(head: readonly CodePart[]): string | undefined {
  const last = head.at(-1);
  const builder = head.findIndex(({ value }, i) => value === 'builder' && head[i + 1]?.isGroup === true);
  const isArgs = head[builder - 2]?.value.endsWith('Args') === true;
  return isArgs && last?.kind === 'word' && head.length > builder + 3 && head.at(-2)?.value === '.'
    ? last.value
    : undefined;
}

/** The other fields of the builder whose method has the offset in its arguments; undefined for anything else. */
export function builderFields(
  rest: readonly CodePart[],
  { entries, at }: Level,
  language: CodeLanguage,
): ReadonlyMap<string, string> | undefined {
  if (language !== 'java' || builderMethod(rest) === undefined) return undefined;
  const names = new Map<string, string>();
  const own = rest.length - 1;
  for (const [i, { kind, value }] of (entries[at] ?? []).entries()) {
    const group = entries[at]?.[i + 1];
    const isCall = kind === 'word' && group?.isGroup === true && group.value === '(';
    if (isCall && i !== own && value !== 'builder' && value !== 'build') names.set(value, group.only?.value ?? '');
  }
  return names;
}

/** In a list, the builder makes an item. */
function inMethod({ type, path }: Hole, method: string): Container | undefined {
  const item = type.kind === 'list' ? type.item : type;
  const own = type.kind === 'list' ? [...path, 0] : path;
  const field: Type | undefined = item.kind === 'object' ? ownValue(item.fields, method)?.type : undefined;
  if (!field) return undefined;
  const inner = [...own, method];
  if (field.kind === 'list') return { kind: 'items', item: field.item, path: inner };
  return { kind: 'hole', hole: { type: field, path: inner } };
}
