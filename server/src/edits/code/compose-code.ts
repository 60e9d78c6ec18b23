/** Writes a draft in the place of its base: parts that stay keep their text, others are printed. */
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Draft, DraftPart } from '../../tree/tree-edit.ts';
import type { Mapping, Sequence, Value } from '../../tree/value.ts';
import { indentAt } from '../parts/open-part.ts';
import { bareOf, listPart, mapPart, pairPart, type ItemPart, type Part } from '../parts/part.ts';
import { arranged, hasRoom, blanksAtStart, type Row } from './arrange-parts.ts';
import { codeLayout, type CodeLayout, type LaidOut } from './code-layout.ts';
import { pairFrame, type CodeStyle } from './code-style.ts';
import { partOf, printPart } from './print-code.ts';
import { readCodePart, startsLine, typesIn } from './read-code-parts.ts';
import { innerType } from './sdk-classes.ts';
import { slotOf } from './slots.ts';
import { strayComments } from './stray-comments.ts';

/** Edits of the document, or undefined where the draft cannot be written. */
export function composeCode(document: Document, draft: Draft, style: CodeStyle): readonly TextEdit[] | undefined {
  return draft.base && composed(document, draft, draft.base, { style, strays: strayComments(document, draft) });
}

interface Composing {
  readonly style: CodeStyle;
  /** Comments of parts that are dropped, by the value above which they are written. */
  readonly strays: ReadonlyMap<Value, readonly string[]>;
}

function composed(
  document: Document,
  draft: Draft,
  base: Mapping | Sequence,
  composing: Composing,
): readonly TextEdit[] | undefined {
  const { style } = composing;
  const layout = codeLayout(document, base);
  const rows = layout && rowsOf(document, draft, layout, composing);
  if (!layout || !rows) return undefined;
  const kept = rows.flatMap((row) => ('part' in row ? row.part : []));
  const own = layout.parts.filter(({ item }) => item);
  const isSame = rows.length === own.length && kept.length === own.length && kept.every((part, i) => part === own[i]);
  if (isSame) return rows.flatMap((row) => ('part' in row ? row.edits : []));
  if (layout.isSingle || (layout.parts.length === 0 && !hasRoom(document.text, layout)))
    return replacedWhole(document, draft, base, composing);
  const all = withOthers(layout.parts, rows);
  return all && arranged(document.text, layout, all, style);
}

/** With the parts that are no values of the collection; undefined where a new order would change what a spread replaces. */
function withOthers(parts: readonly LaidOut[], rows: readonly Row[]): readonly Row[] | undefined {
  const others = parts.filter(({ item }) => !item);
  const kept = rows.flatMap((row) => ('part' in row ? parts.indexOf(row.part) : []));
  const isInOrder = kept.every((at, i) => i === 0 || at > (kept[i - 1] ?? 0));
  if (!isInOrder && others.some(({ isArgument }) => !isArgument)) return undefined;
  const all = [...rows];
  // Arguments before the first part stay there, and those behind stay behind.
  for (const other of others.toReversed()) {
    const at = parts.indexOf(other);
    const before = new Set(parts.slice(0, at));
    const next = all.findLastIndex((row) => 'part' in row && before.has(row.part)) + 1;
    const isBehind = other.isArgument && parts.slice(at).every(({ item }) => !item) && next > 0;
    all.splice(isBehind ? rows.length : next, 0, asRow(other));
  }
  return all;
}

function asRow(part: LaidOut): Row {
  return { part, edits: [] };
}

function rowsOf(
  document: Document,
  draft: Draft,
  layout: CodeLayout,
  composing: Composing,
): readonly Row[] | undefined {
  const { style, strays } = composing;
  const all: Row[] = [];
  const parts = new Map<Value | undefined, LaidOut>(
    layout.parts.flatMap((part) => (part.item ? [[part.item, part] as const] : [])),
  );
  const type = draft.base && typesIn(document).get(draft.base);
  const column = columnOf(document.text, layout, style);
  const drafts =
    draft.kind === 'list' ? draft.items.map((value) => ({ value, name: '', entry: undefined })) : draft.entries;
  const kept = new Set(drafts.flatMap(({ value }) => (value.kind === 'keep' ? value.value : [])));
  for (const each of drafts) {
    const origin = each.entry?.value ?? originOf(each.value);
    // What is new may only be like a part that stays.
    const isLike = origin !== undefined && each.value.kind !== 'keep' && kept.has(origin);
    const at = isLike ? undefined : parts.get(origin);
    const isRenamed = each.entry !== undefined && each.entry.name !== each.name;
    const edits = at && !isRenamed ? editsWithin(document, at, each.value, composing) : undefined;
    if (at && edits) {
      all.push({ part: at, edits, strays: (at.item && strays.get(at.item)) ?? [] });
      continue;
    }
    const made = partOfDraft(document, each.value, composing);
    if (!made) return undefined;
    const frame = draft.kind === 'list' ? { before: '', after: '' } : pairIn(layout, each.name, type, style);
    if (!frame) return undefined;
    const beside = frame.before.length + frame.after.length + 1;
    const below = innerType(type, draft.kind === 'list' ? 0 : each.name);
    const lines = printPart(made.value, below, style, { column, beside });
    if (!lines) return undefined;
    const { above, beside: comment } = made;
    all.push({ above, beside: comment, lines: framed(lines, frame) });
  }
  return all;
}

/** The value in the base that a part of a draft keeps, or that it changes. */
function originOf(part: DraftPart): Value | undefined {
  if (part.kind === 'keep') return part.value;
  return part.kind === 'list' || part.kind === 'mapping' ? part.base : undefined;
}

/** Undefined where the value has to be printed anew. */
function editsWithin(
  document: Document,
  at: LaidOut,
  value: DraftPart,
  composing: Composing,
): readonly TextEdit[] | undefined {
  if (value.kind === 'keep') return value.value === at.item ? [] : undefined;
  const isOfBase =
    (value.kind === 'list' || value.kind === 'mapping') && value.base !== undefined && value.base === at.item;
  return isOfBase ? composed(document, value, value.base, composing) : undefined;
}

function pairIn(
  layout: CodeLayout,
  name: string,
  type: Parameters<typeof innerType>[0],
  style: CodeStyle,
): { before: string; after: string } | undefined {
  // Arguments by name stay so in a program with dictionaries, and the other way round.
  const usesDictionaries = layout.node.type === 'dictionary';
  const frame = pairFrame(name, type?.kind !== 'object', layout.parts.length + 1, { ...style, usesDictionaries });
  // `["k"] = v` beside others of that form.
  const isIndexed =
    style.language === 'csharp' &&
    layout.parts.some(({ entry }) => entry && entry.isField !== true && entry.keyText.startsWith('['));
  return frame && isIndexed ? { before: frame.before.replace(/^\{ (.*), $/, '[$1] = '), after: '' } : frame;
}

export function framed(
  lines: readonly string[],
  { before, after }: { readonly before: string; readonly after: string },
): readonly string[] {
  const [first = '', ...rest] = lines;
  const start = first === '' ? before.trimEnd() : before + first;
  return [start, ...rest].map((line, i, all) => (i === all.length - 1 ? line + after : line));
}

function columnOf(text: string, layout: CodeLayout, { indent }: CodeStyle): number {
  const first = layout.parts.find(({ span }) => startsLine(text, span.start));
  return first ? indentAt(text, first.span.start) : indentAt(text, layout.node.start) + indent.length;
}

/** With the comments of what is kept. */
function partOfDraft(document: Document, draft: DraftPart, composing: Composing): ItemPart | undefined {
  const plain = (value: Part | undefined): ItemPart | undefined => value && { above: [], beside: '', value };
  switch (draft.kind) {
    case 'plain':
      return plain(partOf(draft.value, composing.style));
    case 'expression':
      return undefined;
    case 'keep':
    case 'copy': {
      const slot = slotOf(document, draft.value);
      if (!slot) return undefined;
      const value = readCodePart(document, draft.value, slot.part.value);
      if (draft.kind === 'copy') return plain(bareOf(value));
      const above = [...(composing.strays.get(draft.value) ?? []), ...slot.above];
      return { above, beside: slot.beside, value };
    }
    case 'list': {
      const items = draft.items.map((item) => partOfDraft(document, item, composing));
      return items.every((item) => item !== undefined) ? plain(listPart(items, { isFlow: true })) : undefined;
    }
    case 'mapping': {
      const pairs = draft.entries.map(({ name, value }) => {
        const made = partOfDraft(document, value, composing);
        return made && { ...pairPart(name, name, made.value), above: made.above, beside: made.beside };
      });
      return pairs.every((pair) => pair !== undefined) ? plain(mapPart(pairs, { isFlow: true })) : undefined;
    }
  }
}

/** An empty collection has no parts to write beside. */
function replacedWhole(
  document: Document,
  draft: Draft,
  base: Value,
  composing: Composing,
): readonly TextEdit[] | undefined {
  const slot = slotOf(document, base);
  const made = slot && partOfDraft(document, { ...draft, base: undefined }, composing);
  if (!made) return undefined;
  return printedInPlace(document, slot.part.value, made.value, base, composing.style);
}

/** The edit that prints a part in the place of a value with its wrappers. */
export function printedInPlace(
  document: Document,
  at: Span,
  part: Part,
  value: Value,
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const { text } = document;
  const column = indentAt(text, at.start);
  const lines = printPart(part, typesIn(document).get(value), style, {
    column,
    beside: at.start - lineStartAt(text, at.start) - column,
  });
  // The items of a list are the arguments of a method.
  const isArguments = part.kind === 'list' && text[at.start] === '(';
  return (
    lines && [
      { span: at, text: placed(isArguments ? framed(lines, { before: '(', after: ')' }) : lines, text, at.start) },
    ]
  );
}

function placed(lines: readonly string[], text: string, at: number): string {
  const indent = blanksAtStart(text, at);
  return lines.map((line, i) => (i === 0 || line === '' ? line : indent + line)).join(lineBreakOf(text));
}
