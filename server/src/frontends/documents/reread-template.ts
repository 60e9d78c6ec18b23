/**
 * Reads a template again after a change in the items of a long list: only the lines around the change are masked, and only
 * the blocks around it are read. Declines where another part of the template may read differently.
 */
import { growthOf, type TextChange } from '../../text/edit.ts';
import { lineStartAt, nextLineAt } from '../../text/line.ts';
import { hasOpenAction, type Block } from '../../text/template-actions.ts';
import { itemBlocks, sequenceOfBlocks, type ItemBlock, type PlacedBlock } from '../../tree/item-blocks.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';
import { markedBlock } from '../resources/opaque.ts';
import { hasBlockScalar, maskTemplates, type TemplateLine } from '../template.ts';
import { keepsScope, renderedLike } from '../template-values.ts';
import { KnownBlocks } from '../yaml/plain-blocks.ts';
import { readPlain } from '../yaml/plain-reader.ts';
import type { TemplateReading } from './template-reading.ts';

/** The trees of the text after the change. */
export interface RereadTemplate {
  readonly root: Mapping;
  readonly reading: TemplateReading & { readonly root: Mapping };
}

export interface EarlierTemplate {
  readonly text: string;
  readonly root: Mapping;
  readonly reading: TemplateReading;
}

/**
 * `before` has no open action, no backquote and no block scalar, so nothing that the masking of a line depends on is more
 * than some lines away. Neither the old nor the new lines have other signs than those of actions.
 */
export function rereadTemplate(before: EarlierTemplate, change: TextChange, text: string): RereadTemplate | undefined {
  const remasked = maskAgain(before, change, text);
  // Without templates, other searches decide about the text.
  if (!remasked || remasked.masked === text) return undefined;
  const { masked, lines, changed } = remasked;
  const earlier = { root: before.reading.root, text: before.text, masked: before.reading.masked };
  const { isRead, root: read } = readPlain(masked, 'kubernetes', KnownBlocks.after(earlier, changed));
  if (!isRead || read?.kind !== 'mapping') return undefined;
  const root = finished(before.root, read, text);
  return root?.kind === 'mapping' ? { root, reading: { masked, lines, root: read } } : undefined;
}

interface Remasked extends Pick<TemplateReading, 'masked' | 'lines'> {
  /** In the masked text, in whole lines. */
  readonly changed: TextChange;
}

/** Undefined where the masks of other lines may change, and where a template line is near. */
function maskAgain({ text: before, reading }: EarlierTemplate, change: TextChange, text: string): Remasked | undefined {
  const { masked } = reading;
  const growth = growthOf(change);
  const from = lineStartAt(text, change.start);
  const to = text.indexOf('\n', change.start + change.length) + 1;
  // The masks of a line break: an action goes on in the next line.
  const isApart = from > 0 && to > 0 && masked[from - 1] === '\n' && masked[to - growth - 1] === '\n';
  if (!isApart || hasOpenAction(text.slice(from, to))) return undefined;
  // What becomes of a line may depend on the next one with content.
  const start = contentAbove(masked, from);
  const end = contentBelow(masked, to - growth);
  const lines = text.slice(start, end + growth);
  const near = maskTemplates(lines, 'kubernetes');
  const isSteady = keepsScope(lines) && keepsScope(before.slice(start, end));
  const isNear = ({ offset }: TemplateLine): boolean => offset >= start && offset < end;
  if (!isSteady || near.lines.length > 0 || hasBlockScalar(near.text) || reading.lines.some(isNear)) return undefined;
  return {
    masked: masked.slice(0, start) + near.text.slice(0, to - start) + masked.slice(to - growth),
    lines: growth === 0 ? reading.lines : movedLines(reading.lines, to - growth, growth),
    changed: { start, end: to - growth, length: to - start },
  };
}

/** The start of the last line above the offset that is not blank; 0 if there is none. */
function contentAbove(masked: string, offset: number): number {
  let start = offset;
  do start = lineStartAt(masked, start - 1);
  while (start > 0 && isBlankLine(masked, start));
  return start;
}

/** The end of the first line below the offset that is not blank; the end of the text if there is none. */
function contentBelow(masked: string, offset: number): number {
  let start = offset;
  while (start < masked.length && isBlankLine(masked, start)) start = nextLineAt(masked, start);
  return nextLineAt(masked, start);
}

function isBlankLine(text: string, start: number): boolean {
  return text.slice(start, nextLineAt(text, start)).trim() === '';
}

/** The lines with the offsets that they have once those from `from` on are moved. */
function movedLines(lines: readonly TemplateLine[], from: number, by: number): readonly TemplateLine[] {
  const moved = (offset: number): number => (offset < from ? offset : offset + by);
  const movedBlock = (block: Block): Block => {
    return { ...block, start: moved(block.start), end: moved(block.end), elses: block.elses.map(moved) };
  };
  return lines.map((line) => {
    const offset = moved(line.offset);
    return line.block ? { offset, block: movedBlock(line.block) } : { ...line, offset };
  });
}

/** What is read, with what is known of the same tree about templates and placeholders. Only the items of divided lists may differ. */
function finished(before: Value, read: Value, text: string): Value | undefined {
  const { span } = read;
  if (before.kind === 'mapping') {
    if (read.kind !== 'mapping' || read.entries.length !== before.entries.length) return undefined;
    const entries: Entry[] = [];
    for (const [i, { key, value }] of read.entries.entries()) {
      const other = before.entries[i];
      const made = other && finished(other.value, value, text);
      if (!made) return undefined;
      entries.push({ ...other, key, value: made });
    }
    return { ...before, span, entries };
  }
  if (before.kind !== 'sequence') return { ...before, span };
  if (read.kind !== 'sequence') return undefined;
  const blocks = itemBlocks(before);
  if (blocks) return finishedList(blocks, read, text);
  const items: Value[] = [];
  for (const [i, item] of read.items.entries()) {
    const other = before.items[i];
    const made = other && finished(other, item, text);
    if (!made) return undefined;
    items.push(made);
  }
  return items.length === before.items.length ? { ...before, span, items } : undefined;
}

function finishedList(before: readonly PlacedBlock[], read: Sequence, text: string): Sequence | undefined {
  const now = itemBlocks(read);
  if (!now) return undefined;
  const known = new Map(before.map(({ block }) => [block.read ?? block, block]));
  const left = new Set<ItemBlock>(now.map(({ block }) => block));
  const others = before.flatMap(({ block }) => (left.has(block.read ?? block) ? [] : block));
  const made: PlacedBlock[] = [];
  for (const placed of now) {
    const marked = (): ItemBlock => markedBlock(placed.block, text, placed.shift);
    const block = known.get(placed.block) ?? renderedLike(others, { ...placed, block: marked() }, text);
    if (!block) return undefined;
    made.push({ ...placed, block });
  }
  return sequenceOfBlocks(made, read.span, read);
}
