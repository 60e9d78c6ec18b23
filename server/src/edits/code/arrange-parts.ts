/** Writes the parts of a collection of a program in a new order, with new ones among them. */
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, lineEndAt, lineStartAt } from '../../text/line.ts';
import { shift, type Span } from '../../text/span.ts';
import { applyEdits } from '../apply-edits.ts';
import type { ItemPart } from '../parts/part.ts';
import type { CodeLayout, LaidOut } from './code-layout.ts';
import type { CodeStyle } from './code-style.ts';
import { startsLine, withComments, type PartSlot } from './read-code-parts.ts';

/** A part that stays, with the edits in it, or a new one. */
export type Row = KeptRow | NewRow;

interface KeptRow {
  readonly part: LaidOut;
  readonly edits: readonly TextEdit[];
  /** Comments that come above it. */
  readonly strays?: readonly string[];
}

interface NewRow extends Omit<ItemPart, 'value'> {
  /** Lines without indentation. */
  readonly lines: readonly string[];
}

/** The edit of a collection with parts, or with room for them. */
export function arranged(
  text: string,
  layout: CodeLayout,
  rows: readonly Row[],
  style: CodeStyle,
): readonly TextEdit[] {
  const { slots } = withComments(text, layout);
  const { span, hasComma } = regionOf(text, layout, slots);
  if (rows.length === 0) return [{ span: withBlanks(text, span), text: '' }];
  const newline = lineBreakOf(text);
  const anchor = slots.find(({ part }) => startsLine(text, part.span.start));
  const outer = blanksAtStart(text, layout.node.start);
  const indent = anchor ? blanksAtStart(text, anchor.part.span.start) : outer + style.indent;
  const bySlot = new Map(slots.map((slot) => [slot.part, slot]));
  const written = rows.map((row, i) => {
    const { above, beside } = 'part' in row ? keptComments(row, bySlot.get(row.part)) : row;
    const body = 'part' in row ? editedText(text, row) : placedLines(row.lines, indent, newline);
    const isLast = i === rows.length - 1;
    const comma = layout.isChain || (isLast && !hasComma) ? '' : ',';
    // A comment beside the last part would hide what follows on its line.
    const isHiding = isLast && beside !== '' && text.slice(span.end, lineEndAt(text, span.end)).trim() !== '';
    return isHiding ? { above: [...above, beside.trim()], body, beside: '', comma } : { above, body, beside, comma };
  });
  const inLine = written.map(({ body, comma }) => body + comma).join(layout.isChain ? '' : ' ');
  const needsLines =
    written.some(({ above, beside }) => above.length > 0 || beside !== '') ||
    rows.some((row) => 'lines' in row && row.lines.length > 1) ||
    (rows.some((row) => 'lines' in row) && lengthOfLine(text, span, inLine) > style.width);
  if (!layout.isSpread && !needsLines) {
    const isPadded =
      layout.parts.length === 0 &&
      text[span.start - 1] === '{' &&
      /^(?:typescript|javascript|csharp)$/.test(style.language);
    return [{ span, text: isPadded ? ` ${inLine} ` : inLine }];
  }
  const lines = written.flatMap(({ above, body, comma, beside }, i) => {
    const row = rows[i];
    const isMoved = row && 'part' in row && !layout.isSpread;
    const own = isMoved ? body.replaceAll(`\n${blanksAtStart(text, row.part.span.start)}`, `\n${indent}`) : body;
    return [...above, own + comma + beside];
  });
  const made = lines.join(newline + indent);
  // A comment behind the opening bracket may have moved.
  const isBehindBracket = slots[0]?.above.length !== 0 && written[0]?.above.length === 0;
  if (layout.isSpread && isBehindBracket && !startsLine(text, span.start))
    return [{ span: { ...span, start: text.slice(0, span.start).trimEnd().length }, text: newline + indent + made }];
  if (layout.isSpread) return [{ span, text: made }];
  // The brackets get lines of their own.
  const hasLastComma = !layout.isChain && !hasComma && style.language !== 'java';
  const close = layout.isChain ? indent : style.language === 'java' ? undefined : outer;
  const end = close === undefined ? '' : newline + close;
  return [{ span: withBlanks(text, span), text: newline + indent + made + (hasLastComma ? ',' : '') + end }];
}

function keptComments({ strays = [] }: KeptRow, slot: PartSlot | undefined): Pick<NewRow, 'above' | 'beside'> {
  return { above: [...strays, ...(slot?.above ?? [])], beside: slot?.beside ?? '' };
}

/** From the first part to the last, with their comments; where there is no part, the place between the brackets. */
function regionOf(
  text: string,
  layout: CodeLayout,
  slots: ReturnType<typeof withComments>['slots'],
): { readonly span: Span; readonly hasComma: boolean } {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return { span: roomIn(text, layout) ?? layout.node, hasComma: false };
  const { start } = first.part.span;
  const comma = layout.isChain ? undefined : /^\s*,/.exec(text.slice(last.part.span.end, last.part.span.end + 500));
  const end = last.part.span.end + (comma?.[0].length ?? 0);
  const from = first.above.length > 0 ? startOfComments(layout, start) : start;
  return { span: { start: from, end: last.beside === '' ? end : lineEndAt(text, end) }, hasComma: !!comma };
}

/** True for an empty collection between brackets, or of a builder. */
export function hasRoom(text: string, layout: CodeLayout): boolean {
  return roomIn(text, layout) !== undefined;
}

function roomIn(text: string, { node, comments }: CodeLayout): Span | undefined {
  const written = text.slice(node.start, node.end);
  const built = /\s*\.build\(\)$/.exec(written);
  if (comments.length > 0) return undefined;
  if (built) return { start: node.start + built.index, end: node.start + built.index };
  const [inside] =
    /(?<=[[{])\s*(?=[\]}]$)/.exec(written) ??
    (node.type.endsWith('argument_list') ? (/(?<=^\()\s*(?=\)$)/.exec(written) ?? []) : []);
  return inside === undefined ? undefined : { start: node.end - 1 - inside.length, end: node.end - 1 };
}

function placedLines(lines: readonly string[], indent: string, newline: string): string {
  return lines.map((line, j) => (j === 0 || line === '' ? line : indent + line)).join(newline);
}

/** The columns of the line if its part is replaced. */
function lengthOfLine(text: string, { start, end }: Span, by: string): number {
  return start - lineStartAt(text, start) + by.length + lineEndAt(text, end) - end;
}

function editedText(
  text: string,
  { part, edits }: { readonly part: LaidOut; readonly edits: readonly TextEdit[] },
): string {
  const { start, end } = part.span;
  return applyEdits(
    text.slice(start, end),
    edits.map((edit) => ({ ...edit, span: shift(edit.span, -start) })),
  );
}

/** The start of the first comment above the first part. */
function startOfComments({ comments, node }: CodeLayout, before: number): number {
  return comments.find(({ start }) => start > node.start && start < before)?.start ?? before;
}

/** With the blanks to both brackets. */
function withBlanks(text: string, { start, end }: Span): Span {
  return {
    start: text.slice(0, start).trimEnd().length,
    end: end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0),
  };
}

/** The blanks at the start of a line. */
export function blanksAtStart(text: string, offset: number): string {
  const start = lineStartAt(text, offset);
  return /^[ \t]*/.exec(text.slice(start, start + 500))?.[0] ?? '';
}
