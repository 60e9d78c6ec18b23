/** Writes a draft in the place of its base: parts that stay keep their text, others are printed. */
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, lineStartAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Draft, DraftPart } from '../../tree/tree-edit.ts';
import { childrenOf, isCollection, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { indentAt } from '../parts/open-part.ts';
import { bareOf, listPart, mapPart, pairPart, type ItemPart, type Part } from '../parts/part.ts';
import { arranged, hasRoom, blanksAtStart, type Row } from './arrange-parts.ts';
import { codeLayout, type CodeLayout, type LaidOut } from './code-layout.ts';
import { pairFrame, type CodeStyle } from './code-style.ts';
import { partOf, printPart } from './print-code.ts';
import { readCodePart, startsLine, typesIn, withComments } from './read-code-parts.ts';
import { innerType } from './sdk-classes.ts';

/** Edits of the document, or undefined where the draft cannot be written. */
export function composeCode(document: Document, draft: Draft, style: CodeStyle): readonly TextEdit[] | undefined {
  return draft.base && composed(document, draft, draft.base, style);
}

function composed(
  document: Document,
  draft: Draft,
  base: Mapping | Sequence,
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const layout = codeLayout(document, base);
  const rows = layout && rowsOf(document, draft, layout, style);
  if (!layout || !rows) return undefined;
  const others = layout.parts.filter(({ item }) => !item);
  const kept = rows.flatMap((row) => ('part' in row ? row.part : []));
  const own = layout.parts.filter(({ item }) => item);
  const isSame = rows.length === own.length && kept.every((part, i) => part === own[i]);
  if (isSame) return rows.flatMap((row) => ('part' in row ? row.edits : []));
  if (layout.parts.length === 0 && !hasRoom(document.text, layout)) return replacedWhole(document, draft, base, style);
  // Options behind the arguments stay behind them.
  const [before, behind] = [
    others.filter(({ span }) => span.start < (own[0]?.span.start ?? 0)),
    others.filter(({ span }) => span.start > (own[0]?.span.start ?? 0)),
  ];
  const all = [...before.map(asRow), ...rows, ...behind.map(asRow)];
  return arranged(document.text, layout, all, style);
}

function asRow(part: LaidOut): Row {
  return { part, edits: [] };
}

function rowsOf(document: Document, draft: Draft, layout: CodeLayout, style: CodeStyle): readonly Row[] | undefined {
  const all: Row[] = [];
  const parts = new Map<Value | undefined, LaidOut>(
    layout.parts.flatMap((part) => (part.item ? [[part.item, part] as const] : [])),
  );
  const type = draft.base && typesIn(document).get(draft.base);
  const column = columnOf(document.text, layout, style);
  for (const each of draft.kind === 'list'
    ? draft.items.map((value) => ({ value, name: '', entry: undefined }))
    : draft.entries) {
    const at = parts.get(each.entry?.value ?? originOf(each.value));
    const isRenamed = each.entry !== undefined && each.entry.name !== each.name;
    const edits = at && !isRenamed ? editsWithin(document, at, each.value, style) : undefined;
    if (at && edits) {
      all.push({ part: at, edits });
      continue;
    }
    const made = partOfDraft(document, each.value, style);
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
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  if (value.kind === 'keep') return value.value === at.item ? [] : undefined;
  const isOfBase =
    (value.kind === 'list' || value.kind === 'mapping') && value.base !== undefined && value.base === at.item;
  return isOfBase ? composed(document, value, value.base, style) : undefined;
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
function partOfDraft(document: Document, draft: DraftPart, style: CodeStyle): ItemPart | undefined {
  const plain = (value: Part | undefined): ItemPart | undefined => value && { above: [], beside: '', value };
  switch (draft.kind) {
    case 'plain':
      return plain(partOf(draft.value, style));
    case 'expression':
      return undefined;
    case 'keep':
    case 'copy': {
      const slot = slotOf(document, draft.value);
      if (!slot) return undefined;
      const value = readCodePart(document, draft.value, slot.part.value);
      return draft.kind === 'copy' ? plain(bareOf(value)) : { above: slot.above, beside: slot.beside, value };
    }
    case 'list': {
      const items = draft.items.map((item) => partOfDraft(document, item, style));
      return items.every((item) => item !== undefined) ? plain(listPart(items, { isFlow: true })) : undefined;
    }
    case 'mapping': {
      const pairs = draft.entries.map(({ name, value }) => {
        const made = partOfDraft(document, value, style);
        return made && { ...pairPart(name, name, made.value), above: made.above, beside: made.beside };
      });
      return pairs.every((pair) => pair !== undefined) ? plain(mapPart(pairs, { isFlow: true })) : undefined;
    }
  }
}

/** Where a value is in the collection that holds it, with its comments. */
export function slotOf(document: Document, value: Value): ReturnType<typeof withComments>['slots'][number] | undefined {
  const owner = ownersIn(document).get(value);
  const layout = owner && codeLayout(document, owner);
  return layout && withComments(document.text, layout).slots.find(({ part }) => part.item === value);
}

const ownersIn = memo(({ resources, neighbours }: Document): ReadonlyMap<Value, Mapping | Sequence> => {
  const owners = new Map<Value, Mapping | Sequence>();
  const visit = (value: Value): void => {
    if (!isCollection(value)) return;
    for (const child of childrenOf(value)) {
      owners.set(child, value);
      visit(child);
    }
  };
  for (const { properties } of [...resources, ...neighbours]) visit(properties);
  return owners;
});

/** An empty collection has no parts to write beside. */
function replacedWhole(
  document: Document,
  draft: Draft,
  base: Value,
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const slot = slotOf(document, base);
  const made = slot && partOfDraft(document, { ...draft, base: undefined }, style);
  if (!made) return undefined;
  return printedInPlace(document, slot.part.value, made.value, base, style);
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
