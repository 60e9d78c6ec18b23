/** Reads a value of a program into parts: with comments, and the text of what is not taken apart. */
import { resourceType } from '../../contract/contract.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import type { Type } from '../../contract/type.ts';
import { columnAt, lineEndAt, lineStartAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, type Value } from '../../tree/value.ts';
import { dedent, indentAt } from '../parts/open-part.ts';
import type { ItemPart, Part } from '../parts/part.ts';
import { codeLayout, type CodeLayout, type LaidOut } from './code-layout.ts';
import { innerType } from './sdk-classes.ts';

/** The contract types of all values of a program's resources and Services. */
export const typesIn = memo(({ resources, neighbours }: Document): ReadonlyMap<Value, Type> => {
  const types = new Map<Value, Type>();
  const visit = (value: Value, type: Type | undefined): void => {
    if (!type || types.has(value)) return;
    types.set(value, type);
    if (value.kind === 'mapping') for (const entry of value.entries) visit(entry.value, innerType(type, entry.name));
    else for (const [i, item] of childrenOf(value).entries()) visit(item, innerType(type, i));
  };
  for (const { type, properties } of resources) visit(properties, resourceType(type));
  for (const { type, properties } of neighbours) visit(properties, neighbourType(type));
  return types;
});

/** The value with its wrappers; `at` is where these start and end. A collection that is written elsewhere is a text. */
export function readCodePart(document: Document, value: Value, at: Span): Part {
  const { text } = document;
  const column = indentAt(text, at.start);
  const layout = value.kind === 'mapping' || value.kind === 'sequence' ? codeLayout(document, value) : undefined;
  // The brackets around the items of a list are those of a method.
  const isBracketed = value.kind === 'sequence' && layout?.node.type === 'argument_list';
  const lines = dedentedLines(text, isBracketed ? { start: at.start + 1, end: at.end - 1 } : at, column);
  // What is spread into it decides its structure.
  const isWhole = layout?.parts.every(({ item, isArgument, isAbsent }) => item ?? isArgument ?? isAbsent);
  if (!layout || !isWhole) return { kind: 'text', lines, origin: value };
  const { slots: all, below } = withComments(text, layout);
  const slots = all.filter(({ part }) => part.item);
  const type = typesIn(document).get(value);
  const shape = { isFlow: true, isSpread: layout.isSpread, lines, indent: undefined, below, origin: value, type };
  const items = slots.map(({ part, above, beside }) => ({
    above,
    beside,
    value: readCodePart(document, part.item ?? value, part.value),
  }));
  if (value.kind === 'sequence') return { kind: 'list', items, ...shape };
  const pairs = items.flatMap((item, i) => {
    const entry = slots[i]?.part.entry;
    const value = slots[i]?.part.value;
    const isShorthand = entry && value?.start === entry.key.start;
    return entry ? [{ ...item, name: entry.name, key: entry.keyText, ...(isShorthand && { isShorthand }) }] : [];
  });
  return { kind: 'map', pairs, ...shape };
}

/** Without the indentation of the line where they start. */
export function dedentedLines(text: string, { start, end }: Span, column: number): readonly string[] {
  const [first = '', ...rest] = text.slice(start, end).replace(/\r$/, '').split(/\r?\n/);
  return [first, ...rest.map((line) => (line.trim() === '' ? '' : dedent(line, column)))];
}

export interface PartSlot extends Omit<ItemPart, 'value'> {
  readonly part: LaidOut;
  /** Those above and beside it. */
  readonly comments: readonly Span[];
}

/** Comments on the line of a part's end are beside it, others above the next part. */
export function withComments(
  text: string,
  { parts, comments }: CodeLayout,
): { readonly slots: readonly PartSlot[]; readonly below: readonly string[] } {
  const slots = parts.map((part): PartSlot & { above: string[]; beside: string; comments: Span[] } => {
    return { part, above: [], beside: '', comments: [] };
  });
  const below: string[] = [];
  let next = 0;
  for (const { start, end } of comments) {
    while (next < slots.length && (slots[next]?.part.span.start ?? 0) < start) next++;
    const before = slots[next - 1];
    const column = indentAt(text, start);
    const lines = dedentedLines(text, { start, end }, column);
    const isBeside =
      before &&
      before.beside === '' &&
      lines.length === 1 &&
      start < lineEndAt(text, before.part.span.end) + 1 &&
      isLast(text, end);
    (isBeside ? before : slots[next])?.comments.push({ start, end });
    if (isBeside)
      before.beside = (/[ \t]*$/.exec(text.slice(before.part.span.end, start))?.[0] ?? '') + (lines[0] ?? '');
    else (slots[next]?.above ?? below).push(...lines);
  }
  return { slots, below };
}

/** True if nothing but blanks follows on the line. */
function isLast(text: string, offset: number): boolean {
  return /^\s*$/.test(text.slice(offset, lineEndAt(text, offset)));
}

/** True where a part starts its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStartAt(text, offset), offset).trim() === '' || columnAt(text, offset) === 0;
}
