/** Writes drafts in Terraform files: changes of blocks, objects and lists of which some parts are kept. */
import { blanksAtStart, lineStartAt, nextLineAt } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Draft, DraftPart, ListDraft, MappingDraft, Plain } from '../../tree/tree-edit.ts';
import { isCollection, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import type { HclLayout } from './hcl-layout.ts';
import { ownLines } from './hcl-texts-around.ts';
import { insertEntry } from './insert-hcl.ts';
import { printBlock, printExpression } from './print-hcl.ts';
import { replaceExpression, textIn, withBreaks } from './replace-hcl.ts';

type Edits = readonly TextEdit[] | undefined;

/** How single edits are written. */
export interface Composing {
  readonly layout: HclLayout;
  readonly replace: (value: Value, by: Plain) => Edits;
  readonly rename: (entry: Entry, to: string) => Edits;
  readonly removeEntry: (mapping: Mapping, entry: Entry) => Edits;
  readonly removeItem: (sequence: Sequence, item: Value) => Edits;
}

/** Undefined for kept parts in another order: sets have none, and lists of blocks are rarely long. */
export function composeHcl(draft: Draft, composing: Composing): Edits {
  return draft.kind === 'mapping' ? composeMapping(draft, composing) : composeList(draft, composing);
}

function joined(all: readonly Edits[]): Edits {
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

function composeMapping({ base, entries }: MappingDraft, composing: Composing): Edits {
  if (!base) return undefined;
  const kept = new Set(entries.map(({ entry }) => entry));
  const removed = base.entries.filter((entry) => !kept.has(entry)).map((entry) => composing.removeEntry(base, entry));
  const made = entries.map(({ name, entry, value }) => {
    if (!entry) return insertEntry(composing.layout, base, name, value);
    const renamed = name === entry.name ? [] : composing.rename(entry, name);
    return joined([renamed, changed(entry.value, value, composing)]);
  });
  return joined([...removed, ...made]);
}

/** The edits of a value that becomes the part. */
function changed(value: Value, part: DraftPart, composing: Composing): Edits {
  switch (part.kind) {
    case 'keep':
      return part.value === value ? [] : replaceExpression(composing.layout, value, part);
    case 'plain':
      return composing.replace(value, part.value);
    case 'copy':
      return replaceExpression(composing.layout, value, part);
    case 'list':
    case 'mapping':
      return part.base === value && isCollection(value)
        ? composeHcl(part, composing)
        : replaceExpression(composing.layout, value, part);
    case 'expression':
      return undefined;
  }
}

/** The item of the base that a part stands for. */
function keptOf(part: DraftPart, base: Sequence): Value | undefined {
  const value =
    part.kind === 'keep' ? part.value : part.kind === 'mapping' || part.kind === 'list' ? part.base : undefined;
  return value && base.items.includes(value) ? value : undefined;
}

function composeList({ base, items }: ListDraft, composing: Composing): Edits {
  if (!base || base.isAlias || base.isShared) return undefined;
  const kept = items.map((item) => keptOf(item, base));
  const order = kept.flatMap((value) => (value ? [base.items.indexOf(value)] : []));
  if (order.some((each, i) => each <= (order[i - 1] ?? -1))) return undefined;
  const { layout } = composing;
  const isWhole = !base.isOfBlocks && isOnOneLine(layout, base);
  if (isWhole) return replaceExpression(layout, base, { kind: 'list', base: undefined, items: items.map(asCopy) });
  const removed = base.items.filter((item) => !kept.includes(item)).map((item) => composing.removeItem(base, item));
  let behind: Value | undefined;
  const made = items.map((item, i) => {
    const own = kept[i];
    if (own) {
      behind = own;
      return changed(own, item, composing);
    }
    return base.isOfBlocks ? newBlock(base, item, behind, layout) : newItem(base, item, behind, layout);
  });
  return joined([...removed, ...made]);
}

function isOnOneLine({ file: { text } }: HclLayout, { span }: Sequence): boolean {
  return !text.slice(span.start, span.end).includes('\n');
}

/** A kept part in a list that is written anew. */
function asCopy(part: DraftPart): DraftPart {
  return part.kind === 'keep' ? { kind: 'copy', value: part.value } : part;
}

/** Behind another block of the list, or before the first one. */
function newBlock(base: Sequence, item: DraftPart, behind: Value | undefined, layout: HclLayout): Edits {
  const { text } = layout.file;
  const [first] = base.items;
  const beside = behind ?? first;
  const key = beside?.kind === 'mapping' ? beside.blockKey : undefined;
  const place = key && layout.around(key);
  if (!beside || !key || !place || beside.isShared) return undefined;
  const name = text.slice(key.start, key.end);
  const part = Object.hasOwn(place.parts, name) ? place.parts[name] : undefined;
  const indent = blanksAtStart(text, beside.span.start);
  const lines = part?.kind === 'block' ? printBlock(name, part, item, { textOf: textIn(layout), indent }) : undefined;
  if (!lines || !ownLines(text, beside.span)) return undefined;
  const at = behind ? nextLineAt(text, beside.span.end) : lineStartAt(text, beside.span.start);
  return [{ span: { start: at, end: at }, text: withBreaks(text, lines.map((line) => `${line}\n`).join('')) }];
}

/** In a list with its items on lines of their own. */
function newItem(base: Sequence, item: DraftPart, behind: Value | undefined, layout: HclLayout): Edits {
  const { text } = layout.file;
  const [first] = base.items;
  const beside = behind ?? first;
  const lines = beside && ownLines(text, beside.span);
  if (!beside || !lines) return undefined;
  const indent = blanksAtStart(text, beside.span.start);
  const written = printExpression(item, { textOf: textIn(layout), indent });
  if (written === undefined) return undefined;
  if (!behind)
    return [{ span: { start: lines.start, end: lines.start }, text: withBreaks(text, `${indent}${written},\n`) }];
  const comma = /^[ \t]*,/.exec(text.slice(beside.span.end))?.[0].length;
  const at = { start: lines.end, end: lines.end };
  const own = { span: at, text: withBreaks(text, `${indent}${written}${comma === undefined ? '' : ','}\n`) };
  const end = { start: beside.span.end, end: beside.span.end };
  return comma === undefined ? [{ span: end, text: ',' }, own] : [own];
}
