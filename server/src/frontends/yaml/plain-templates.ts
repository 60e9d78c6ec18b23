/**
 * Applies template lines to a tree: a value that such a line may output becomes opaque, a collection that it may extend
 * becomes open. Returns the same tree if nothing changes.
 */
import type { Span } from '../../text/span.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';
import type { TemplateLine } from '../template.ts';

export function openTemplates(root: Value, lines: readonly TemplateLine[], length: number): Value {
  return lines.length === 0 ? root : openValue(root, lines, { start: 0, end: length });
}

/** `room` is the region where the value could be: from the end of its key to the start of the next part. */
function openValue(value: Value, lines: readonly TemplateLine[], room: Span): Value {
  const near = linesIn(lines, room);
  if (near.length === 0) return value;
  if (value.kind === 'mapping') return openMapping(value, near, room);
  if (value.kind === 'sequence') return openSequence(value, near, room);
  const isEmpty = value.span.start === value.span.end;
  return isEmpty ? { kind: 'opaque', span: value.span, why: 'a template' } : value;
}

function openMapping(mapping: Mapping, lines: readonly TemplateLine[], room: Span): Mapping {
  const { span, style } = mapping;
  const last = style === 'flow' ? Math.max(span.end - 1, span.start) : room.end;
  const entries = mapping.entries.map((entry, i): Entry => {
    const end = mapping.entries[i + 1]?.key.start ?? last;
    const value = openValue(entry.value, lines, { start: entry.key.end, end });
    return value === entry.value ? entry : { ...entry, value };
  });
  return { ...mapping, entries, isOpen: mapping.isOpen || mayAdd(lines, span) };
}

function openSequence(sequence: Sequence, lines: readonly TemplateLine[], room: Span): Sequence {
  const { span, style } = sequence;
  const last = style === 'flow' ? span.end : room.end;
  let start = room.start;
  const items = sequence.items.map((item, i) => {
    const value = openValue(item, lines, { start, end: sequence.items[i + 1]?.span.start ?? last });
    start = value.span.end;
    return value;
  });
  const isOpen = sequence.isOpen || items.some((item) => item.kind === 'opaque') || mayAdd(lines, span);
  return { ...sequence, items, isOpen };
}

/** `lines` is in order. */
function linesIn(lines: readonly TemplateLine[], { start, end }: Span): readonly TemplateLine[] {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.offset ?? end) < start) low = middle + 1;
    else high = middle;
  }
  let behind = low;
  while ((lines[behind]?.offset ?? end) < end) behind++;
  return behind === low ? [] : lines.slice(low, behind);
}

/** True for a template line inside, or one around that outputs text. */
function mayAdd(lines: readonly TemplateLine[], span: Span): boolean {
  return lines.some(({ offset, isContent }) => isContent || (offset >= span.start && offset < span.end));
}
