/** Finds the comments of the parts that a draft takes apart: they are written above what is left of them. */
import { programSyntax } from '../../frontends/code/read-code.ts';
import { contains, type Span } from '../../text/span.ts';
import { countBeforeBy } from '../../text/sorted.ts';
import type { Document } from '../../tree/document.ts';
import type { Draft, DraftPart } from '../../tree/tree-edit.ts';
import type { Value } from '../../tree/value.ts';
import { indentAt } from '../parts/open-part.ts';
import { codeLayout } from './code-layout.ts';
import { dedentedLines, withComments, type PartSlot } from './read-code-parts.ts';
import { slotOf } from './slots.ts';

/** The lines of the comments, by the value above which they are written. Comments without such a value are left out. */
export function strayComments(document: Document, draft: Draft): ReadonlyMap<Value, readonly string[]> {
  const strays = new Map<Value, readonly string[]>();
  const comments = programSyntax(document)?.program.survey.comments ?? [];
  if (comments.length === 0) return strays;
  const kept = keptIn(draft)
    .flatMap((value) => {
      const slot = slotOf(document, value);
      return slot ? [{ value, slot, start: slot.part.span.start }] : [];
    })
    .toSorted((a, b) => a.start - b.start);
  const visit = (each: DraftPart): void => {
    if (each.kind !== 'list' && each.kind !== 'mapping') return;
    const layout = each.base && codeLayout(document, each.base);
    const staying = new Set(stayingIn(each));
    const slots = layout ? withComments(document.text, layout).slots : [];
    const heirs = heirsOf(slots, staying);
    for (const [i, slot] of slots.entries()) {
      const { item, span } = slot.part;
      if (!item || staying.has(item)) continue;
      const moved = within(kept, span).filter(({ slot: { part } }) => contains(span, part.span));
      const heir = moved[0]?.value ?? heirs[i];
      const lost = strayOf(slot, moved.map(({ slot: each }) => each), comments); // prettier-ignore
      if (!heir || lost.length === 0) continue;
      const lines = lost.flatMap((comment) =>
        dedentedLines(document.text, comment, indentAt(document.text, comment.start)),
      );
      strays.set(heir, [...(strays.get(heir) ?? []), ...lines]);
    }
    for (const part of partsOf(each)) visit(part);
  };
  visit(draft);
  return strays;
}

function partsOf(draft: Draft): readonly DraftPart[] {
  return draft.kind === 'list' ? draft.items : draft.entries.map(({ value }) => value);
}

function keptIn(draft: Draft): readonly Value[] {
  return partsOf(draft).flatMap((part) => {
    if (part.kind === 'keep') return [part.value];
    return part.kind === 'list' || part.kind === 'mapping' ? keptIn(part) : [];
  });
}

/** The values in the base that keep their place or change in it. */
function stayingIn(draft: Draft): readonly Value[] {
  const parts =
    draft.kind === 'list'
      ? draft.items
      : draft.entries.flatMap(({ name, entry, value }) => (entry && entry.name !== name ? [] : [value]));
  return parts.flatMap((part) => {
    if (part.kind === 'keep') return [part.value];
    return (part.kind === 'list' || part.kind === 'mapping') && part.base ? [part.base] : [];
  });
}

/** The comments of a part without those of the parts in it that are moved. */
function strayOf(slot: PartSlot, moved: readonly PartSlot[], comments: readonly Span[]): readonly Span[] {
  const own = within(comments, slot.part.span);
  return [...slot.comments, ...own]
    .filter((comment) => !moved.some(({ part, comments: known }) => isIn(comment, [part.span, ...known])))
    .toSorted((a, b) => a.start - b.start);
}

/** For each part, the next one that stays, or else the first one. */
function heirsOf(slots: readonly PartSlot[], staying: ReadonlySet<Value>): readonly (Value | undefined)[] {
  const items = slots.map(({ part: { item } }) => (item && staying.has(item) ? item : undefined));
  const heirs: (Value | undefined)[] = [];
  let next = items.find((item) => item !== undefined);
  for (let i = items.length - 1; i >= 0; i--) {
    next = items[i] ?? next;
    heirs[i] = next;
  }
  return heirs;
}

/** Those that start in the span, of many in the order of the text. */
function within<T extends { readonly start: number }>(all: readonly T[], { start, end }: Span): readonly T[] {
  const before = (offset: number): number => countBeforeBy(all, offset, (each) => each.start);
  return all.slice(before(start), before(end));
}

function isIn(comment: Span, spans: readonly Span[]): boolean {
  return spans.some((span) => contains(span, comment));
}
