/** Writes a draft as block YAML. Kept parts move line by line, with their comments and layout. */
import { commentStart } from '../../frontends/documents/ignore-comments.ts';
import type { TextEdit } from '../../text/edit.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Draft, DraftEntry, DraftPart, ListDraft, MappingDraft } from '../../tree/tree-edit.ts';
import { childrenOf, isCollection, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { trimmedEdits } from '../../text/diff.ts';
import { columnAt, lineStartAt } from '../../text/line.ts';
import { flowText } from '../compose-flow.ts';
import { sourceOf } from '../draft-source.ts';
import { cutLead } from '../parts/write-parts.ts';
import { spell } from '../spell.ts';
import { bareLines } from './bare.ts';
import { blockParts, linesIn, type BlockPart } from './block-parts.ts';
import { commentsIn } from './yaml-comments.ts';
import { listOffset } from './list-offset.ts';

interface Job {
  readonly document: Document;
  readonly places: ReadonlyMap<Entry | Value, BlockPart>;
}

type Lines = readonly string[];

/** Returns the edits that turn the base into the draft, or undefined if the layout is not understood. */
export function composeBlock(document: Document, draft: Draft): readonly TextEdit[] | undefined {
  const { text } = document;
  const before = draft.base && blockParts(text, draft.base);
  const [first, last] = [before?.parts[0], before?.parts.at(-1)];
  if (!draft.base || !before || !first || !last) return undefined;
  const job: Job = { document, places: placesIn(text, draft.base) };
  const lines = linesOf(draft, job);
  if (!lines || lines.length === 0) return undefined;
  const isCompact = before.lead.trim() !== '';
  const start = isCompact ? lineStartAt(text, first.span.start) : first.span.start;
  const region = { start, end: last.span.end };
  const old = text.slice(region.start, region.end);
  const newline = old.includes('\r\n') || (!old.includes('\n') && text.includes('\r\n')) ? '\r\n' : '\n';
  if (newline === '\r\n' && /(?<!\r)\n/.test(old)) return undefined;
  const { lead, body } = cutLead(lines);
  const indent = ' '.repeat(before.column);
  const outer = isCompact ? (/^ */.exec(before.lead)?.[0] ?? '') : indent;
  const [head = '', ...rest] = body;
  const written = [
    ...lead.map((line) => indented(line, outer)),
    (isCompact ? before.lead : indent) + head,
    ...rest.map((line) => indented(line, indent)),
  ].join(newline);
  const homeless = homelessComments(document, region, written).map((comment) => outer + comment + newline);
  return trimmedEdits(old, homeless.join('') + written).map((edit) => ({ ...edit, span: shift(edit.span, start) }));
}

function placesIn(text: string, root: Value): ReadonlyMap<Entry | Value, BlockPart> {
  const places = new Map<Entry | Value, BlockPart>();
  const visit = (value: Value): void => {
    const found = isCollection(value) ? blockParts(text, value) : undefined;
    const parts = value.kind === 'mapping' ? value.entries : value.kind === 'sequence' ? value.items : [];
    for (const [i, part] of parts.entries()) {
      const place = found?.parts[i];
      if (place) places.set(part, place);
    }
    childrenOf(value).forEach(visit);
  };
  visit(root);
  return places;
}

/** The comments of the region that the new text lacks, because their part was removed. */
function homelessComments(document: Document, region: Span, written: string): string[] {
  const { text } = document;
  const missing = countEnds(text.slice(region.start, region.end), 1, new Map<string, number>());
  countEnds(written, -1, missing);
  const comments = commentsIn(document, region).map(({ start, end }) => text.slice(start, end).trimEnd());
  return comments.filter((comment) => {
    const lost = missing.get(comment) ?? 0;
    missing.set(comment, lost - 1);
    return lost > 0;
  });
}

const commentSign = new RegExp(commentStart, 'g');

/** Counts the texts after a number sign, whether in a comment or a scalar. */
function countEnds(text: string, by: number, counts: Map<string, number>): Map<string, number> {
  for (const line of text.split(/\r?\n/)) {
    for (const sign of line.matchAll(commentSign)) {
      const end = line.slice(sign.index).trimEnd();
      counts.set(end, (counts.get(end) ?? 0) + by);
    }
  }
  return counts;
}

function linesOf(draft: Draft, job: Job): Lines | undefined {
  const parts =
    draft.kind === 'list'
      ? draft.items.map((item) => itemLines(item, draft, job))
      : draft.entries.map((entry) => entryLines(entry, draft, job));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const first = draft.base && blockParts(job.document.text, draft.base)?.parts[0];
  const startsBlank = first?.above[0] === '';
  return parts.flatMap((part, i) => (i === 0 && !startsBlank ? withoutBlankStart(part) : part));
}

function itemLines(item: DraftPart, { base }: ListDraft, job: Job): Lines | undefined {
  const { document, places } = job;
  if (item.kind === 'keep') {
    const place = places.get(item.value);
    if (place) return [...place.above, ...place.lines];
  }
  if (item.kind === 'mapping' && item.base?.style !== 'flow' && !isLikeFlow(item, document))
    return mappingItem(item, job);
  const value = item.kind === 'keep' || item.kind === 'copy' ? item.value : undefined;
  // A part from a flow collection is written like its new neighbours.
  const isSpread =
    value && !places.has(value) && base?.items.some((other) => 'style' in other && other.style === 'block');
  const lines = value && value.kind !== 'opaque' ? bareLines(document, value, isSpread) : undefined;
  if (lines) return [`- ${lines[0]}`, ...lines.slice(1).map((line) => indented(line, '  '))];
  const inline = inlineText(item, job);
  return inline === undefined ? undefined : [`- ${inline}`];
}

function mappingItem(draft: MappingDraft, job: Job): Lines | undefined {
  const { text } = job.document;
  const lines = linesOf(draft, job);
  if (!lines) return undefined;
  const place = draft.base && job.places.get(draft.base);
  const dash = draft.base
    ? /- +$/.exec(text.slice(lineStartAt(text, draft.base.span.start), draft.base.span.start))?.[0]
    : '- ';
  if (!dash || (draft.base && !place)) return undefined;
  const { lead, body } = cutLead(lines);
  const [head = '', ...rest] = body;
  const indent = ' '.repeat(dash.length);
  const below = place && draft.base ? leftOver(text, place, draft.base, -dash.length) : [];
  return [...(place?.above ?? []), ...lead, dash + head, ...rest.map((line) => indented(line, indent)), ...below];
}

function entryLines({ name, entry, value }: DraftEntry, owner: MappingDraft, job: Job): Lines | undefined {
  const { document, places } = job;
  const place = entry && places.get(entry);
  if (entry && value.kind === 'keep' && value.value === entry.value) return place && [...place.above, ...place.lines];
  if (entry && !place) return undefined;
  const key = entry ? entry.keyText : keyLike(name, owner, document);
  const isBlock = value.kind === 'list' || value.kind === 'mapping';
  if (entry && isBlock && value.base?.style === 'block' && value.base === entry.value)
    return nestedLines(entry, value, job);
  const comment = entry ? commentBeside(entry, document.text) : '';
  if (comment === undefined) return undefined;
  const above = place?.above ?? [];
  const bare = isBlock && isNew(value) ? linesOf(value, job) : copiedLines(value, document);
  const inline = inlineText(value, job);
  if (bare && bare.length > 0 && !(inline && isLikeFlow(value, document))) {
    const indent = ' '.repeat(value.kind === 'list' || isList(value) ? listOffset(document) : 2);
    return [...above, `${key}:${comment}`, ...bare.map((line) => indented(line, indent))];
  }
  return inline === undefined ? undefined : [...above, `${key}: ${inline}${comment}`];
}

function isNew({ base }: Draft): boolean {
  return !base || childrenOf(base).length === 0;
}

/** True for a new collection whose parts come from a flow collection. */
function isLikeFlow(part: DraftPart, document: Document): boolean {
  const isDraft = part.kind === 'list' || part.kind === 'mapping';
  return isDraft && isNew(part) && sourceOf(document, part)?.style === 'flow';
}

function isList(part: DraftPart): boolean {
  return (part.kind === 'copy' || part.kind === 'keep') && part.value.kind === 'sequence';
}

/** A block collection moved to another key, without comments. */
function copiedLines(part: DraftPart, document: Document): Lines | undefined {
  if (part.kind !== 'copy' && part.kind !== 'keep') return undefined;
  const isBlock = isCollection(part.value) && part.value.style === 'block';
  return isBlock ? bareLines(document, part.value) : undefined;
}

function nestedLines(entry: Entry, draft: Draft, job: Job): Lines | undefined {
  const { text } = job.document;
  const place = job.places.get(entry);
  const inner = draft.base && blockParts(text, draft.base);
  const lines = linesOf(draft, job);
  const beside = /^[^\r\n]*/.exec(text.slice(entry.key.end))?.[0] ?? '';
  if (!place || !inner || !lines || !draft.base || !/^[ \t]*:[ \t]*(?:#.*)?$/.test(beside)) return undefined;
  const column = columnAt(text, entry.key.start);
  const indent = ' '.repeat(Math.max(0, inner.column - column));
  const below = leftOver(text, place, draft.base, column - inner.column);
  return [...place.above, entry.keyText + beside.trimEnd(), ...lines.map((line) => indented(line, indent)), ...below];
}

/** Comments at the end of a part that no inner part owns. `by` is the part's column in the inner lines. */
function leftOver(text: string, outer: BlockPart, inner: Mapping | Sequence, by: number): Lines {
  const within = blockParts(text, inner);
  const end = within?.parts.at(-1)?.span.end;
  if (!within || end === undefined || end >= outer.span.end) return [];
  return linesIn(text, { start: end, end: outer.span.end }, within.column + by).slice(1);
}

/** The comment beside a value on the line of its key; undefined if anything else is there. */
function commentBeside({ key, value }: Entry, text: string): string | undefined {
  const end = Math.max(key.end, value.span.end);
  const between = text.slice(key.end, Math.max(key.end, value.span.start));
  const rest = /^[^\r\n]*/.exec(text.slice(end))?.[0] ?? '';
  const isBare = value.span.start === value.span.end;
  if (!(isBare ? /^[ \t]*:?[ \t]*$/ : /^[ \t]*:[ \t]+$/).test(between)) return undefined;
  const comment = /^(?:[ \t]*:)?([ \t]*(?:#.*)?)$/.exec(rest)?.[1];
  return comment?.trimEnd();
}

function inlineText(part: DraftPart, { document }: Job): string | undefined {
  if (part.kind === 'plain') return spell(part.value, false);
  if (part.kind === 'expression') return `\${${part.name}}`;
  if (part.kind === 'list' && part.items.length === 0) return '[]';
  if ((part.kind === 'list' || part.kind === 'mapping') && !part.base && !isLikeFlow(part, document)) return undefined;
  const text = flowText(document, part, '');
  return text === undefined || text.includes('\n') ? undefined : text;
}

/** The key, quoted like its neighbours. */
function keyLike(name: string, { base }: MappingDraft, document: Document): string {
  const quote = base?.entries[0]?.keyText[0];
  if (quote === '"') return JSON.stringify(name);
  return document.syntax === 'json' ? JSON.stringify(name) : spell(name, false);
}

function withoutBlankStart(lines: Lines): Lines {
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first);
}

function indented(line: string, indent: string): string {
  return line === '' ? '' : indent + line;
}
