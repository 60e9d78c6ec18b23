/**
 * Applies template lines to a tree: a value that such a line may output becomes opaque, a collection that it may extend
 * becomes open. Returns the same tree if nothing changes.
 */
import { columnAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import { countBefore, countBeforeBy } from '../../text/sorted.ts';
import { itemBlocks } from '../../tree/item-blocks.ts';
import { isCollection, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import type { TemplateBlock, TemplateLine, TemplateOutput } from '../template.ts';

/** `text` is masked. */
export function openTemplates(root: Value, lines: readonly TemplateLine[], text: string): Value {
  return lines.length === 0 ? root : openValue(root, { lines, text, room: { start: 0, end: text.length } });
}

interface Around {
  readonly lines: readonly TemplateLine[];
  readonly text: string;
  /** The region where the value could be: from the end of its key to the start of the next part. */
  readonly room: Span;
}

function openValue(value: Value, { lines, text, room }: Around): Value {
  const near = { lines: linesIn(lines, room), text, room };
  if (near.lines.length === 0) return value;
  if (value.kind === 'mapping') return openMapping(value, near);
  if (value.kind === 'sequence') return isInBlocks(value, near) ? value : openSequence(value, near);
  const isEmpty = value.span.start === value.span.end;
  return isEmpty && hasOutput(near.lines, room) ? { kind: 'opaque', span: value.span, why: 'a template' } : value;
}

/** True for a divided list that no template line changes: each belongs to a block around the list and the key above it. */
function isInBlocks(list: Sequence, { lines, room }: Around): boolean {
  const isAround = ({ block }: TemplateLine): boolean =>
    block !== undefined && block.start < room.start && block.end >= list.span.end;
  return itemBlocks(list) !== undefined && lines.every(isAround);
}

function openMapping(mapping: Mapping, around: Around): Mapping {
  const { span, style } = mapping;
  const last = style === 'flow' ? Math.max(span.end - 1, span.start) : around.room.end;
  const entries = mapping.entries.map((entry, i): Entry => {
    const end = mapping.entries[i + 1]?.key.start ?? last;
    const value = openValue(entry.value, { ...around, room: { start: entry.key.end, end } });
    return value === entry.value ? entry : { ...entry, value };
  });
  return { ...mapping, entries, ...openness(mapping, around) };
}

function openSequence(sequence: Sequence, around: Around): Sequence {
  const { span, style } = sequence;
  const last = style === 'flow' ? span.end : around.room.end;
  let { start } = around.room;
  const items = sequence.items.map((item, i) => {
    const value = openValue(item, { ...around, room: { start, end: sequence.items[i + 1]?.span.start ?? last } });
    start = value.span.end;
    return value;
  });
  const isOpen = sequence.isOpen || items.some((item) => item.kind === 'opaque');
  return { ...sequence, items, ...listOpenness({ ...sequence, isOpen }, around) };
}

/** True where a template line may output the value of the region. */
export function hasOutput(lines: readonly TemplateLine[], room: Span): boolean {
  return linesIn(lines, room).some(({ block }) => !block);
}

/** What a template line may extend or select from. */
interface Parts {
  readonly span: Span;
  readonly isFlow: boolean;
  readonly isList: boolean;
  /** Where each entry or item starts, and what it holds. */
  readonly starts: readonly number[];
  readonly values: readonly Value[];
}

function extensibleParts(value: Mapping | Sequence): Parts {
  const isList = value.kind === 'sequence';
  const values = isList ? value.items : value.entries.map((entry) => entry.value);
  const starts = isList ? values.map(({ span }) => span.start) : value.entries.map(({ key }) => key.start);
  return { span: value.span, isFlow: value.style === 'flow', isList, starts, values };
}

/** How template lines open a mapping. */
export function openness(mapping: Mapping, around: Around): Pick<Mapping, 'isOpen' | 'hasAllEntries'> {
  if (mapping.isOpen) return { isOpen: true };
  const parts = extensibleParts(mapping);
  if (!mayExtend(parts, around)) return { isOpen: false };
  const isAdding = linesIn(around.lines, around.room).some((line) => !line.block && mayAdd(parts, line, around.text));
  return isAdding ? { isOpen: true } : { isOpen: true, hasAllEntries: true };
}

/** How template lines open a list. A branch of `else` and a `range` say too little of what is rendered together. */
export function listOpenness(list: Sequence, around: Around): Pick<Sequence, 'isOpen' | 'hasAllItems'> {
  if (list.isOpen) return { isOpen: true };
  const parts = extensibleParts(list);
  if (!mayExtend(parts, around)) return { isOpen: false };
  const isDropping = linesIn(around.lines, around.room).every((line) =>
    line.block ? !line.block.isRange && line.block.elses.length === 0 : !mayAdd(parts, line, around.text),
  );
  return isDropping ? { isOpen: true, hasAllItems: true } : { isOpen: true };
}

/** True where a template line may add a part, or outputs some of the parts only under a condition or repeatedly. */
function mayExtend(parts: Parts, { lines, text, room }: Around): boolean {
  return linesIn(lines, room).some((line) => (line.block ? mayDivide(parts, line, room) : mayAdd(parts, line, text)));
}

function mayDivide({ starts, isList }: Parts, { block }: TemplateBlock, room: Span): boolean {
  const from = countBefore(starts, block.start);
  const to = countBefore(starts, block.end);
  if (from === to) return false;
  const isWhole = from === 0 && to === starts.length;
  if (!isWhole) return true;
  // A block around the whole collection says nothing about its parts.
  if (room.start > block.start) return false;
  return block.isRange ? isList : block.elses.some((each) => isBetween(countBefore(starts, each), starts));
}

function isBetween(index: number, { length }: readonly number[]): boolean {
  return index > 0 && index < length;
}

function mayAdd({ span, isFlow, starts, values }: Parts, { offset, column }: TemplateOutput, text: string): boolean {
  if (isFlow) return offset >= span.start && offset < span.end;
  const own = columnAt(text, span.start);
  if (column === undefined || column === own) return true;
  if (column < own) return false;
  // Deeper output extends the part above, or is its value.
  const above = values[countBefore(starts, offset) - 1];
  return !above || !(isCollection(above) || above.span.start === above.span.end);
}

/** `lines` is in order. */
function linesIn(lines: readonly TemplateLine[], { start, end }: Span): readonly TemplateLine[] {
  const low = countBeforeBy(lines, start, ({ offset }) => offset);
  let behind = low;
  while ((lines[behind]?.offset ?? end) < end) behind++;
  return behind === low ? [] : lines.slice(low, behind);
}
