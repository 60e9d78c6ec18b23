/** Finds where an object is in its document, and writes other objects in its place. */
import { columnAt, lineBreakOf, lineStartAt } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import { memo } from '../../text/memo.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { scopesOf, type ProgramScope } from '../../tree/program.ts';
import { childrenOf, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { fitToColumn } from './fit.ts';
import { listPart, mapPart, pairPart, textPart, type MapPart } from './part.ts';
import { readEntry, readMap, type PartsRead, type Stop } from './read-parts.ts';
import { cutLead, indented, mapLines, pairsInBrackets, styleOf } from './write-parts.ts';

/** Where an object is: the whole document, an item of a list, or an entry of a program's resources. */
export type Holder =
  | { readonly kind: 'document' }
  | { readonly kind: 'item'; readonly list: Sequence; readonly item: Mapping }
  | { readonly kind: 'entry'; readonly owner: Mapping; readonly entry: Entry; readonly scope: ProgramScope };

/** Undefined if the object is written elsewhere, for example below an alias. */
export function holderOf(document: Document, { properties, envelope }: Resource): Holder | undefined {
  if (document.root === properties) return { kind: 'document' };
  const owner = ownersIn(document).get(envelope ?? properties);
  if (!owner || owner.isAlias) return undefined;
  if (owner.kind === 'sequence') return envelope ? undefined : { kind: 'item', list: owner, item: properties };
  const entry = owner.entries.find(({ value }) => value === envelope);
  const scope = scopesOf(document.root).find(({ resources }) => entry && resources.includes(entry));
  return entry && scope && { kind: 'entry', owner, entry, scope };
}

const ownersIn = memo(({ root }: Document): ReadonlyMap<Value, Mapping | Sequence> => {
  const owners = new Map<Value, Mapping | Sequence>();
  const visit = (value: Value): void => {
    if (value.kind !== 'mapping' && value.kind !== 'sequence') return;
    for (const child of childrenOf(value)) {
      owners.set(child, value);
      visit(child);
    }
  };
  if (root) visit(root);
  return owners;
});

/** Reads the object into parts. In a program the result is a mapping that contains only its block. */
export function readObject(document: Document, { properties }: Resource, holder: Holder): PartsRead<MapPart> | Stop {
  return holder.kind === 'entry' ? readEntry(document, holder.entry, holder.owner) : readMap(document, properties);
}

export interface ObjectReplacement {
  readonly holder: Holder;
  readonly start: number;
  readonly end: number;
  /** The objects to write; in a program one mapping with all their blocks. */
  readonly objects: readonly MapPart[];
  /** True for a JSON text with several values in a row. */
  readonly isInRow: boolean;
}

export function replaceObject(
  document: Document,
  { holder, start, end, objects, isInRow }: ObjectReplacement,
): TextEdit {
  const { text, syntax } = document;
  const lineStart = lineStartAt(text, start);
  const isWrapped = syntax === 'json' && holder.kind === 'document' && objects.length > 1 && !isInRow;
  const lead = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? '';
  const isItem = holder.kind === 'item' && holder.list.style === 'block';
  const from = isItem ? columnAt(text, start) : lead.length;
  const written = (isWrapped ? [listObject(objects)] : objects).map((each) =>
    fitToColumn(each, from, styleOf(document)),
  );
  const lines = linesFor(document, holder, written, start);
  const isBlock =
    holder.kind === 'entry' ? holder.owner.style === 'block' : holder.kind === 'item' && holder.list.style === 'block';
  const column = isBlock && holder.kind === 'item' ? columnAt(text, holder.list.span.start) : lead.length;
  const placed = [lines[0] ?? '', ...indented(lines.slice(1), column)];
  return { span: { start, end }, text: placed.join(lineBreakOf(text)) };
}

/** The first line without indentation, the others with the indentation of the line where the object starts. */
function linesFor(document: Document, holder: Holder, objects: readonly MapPart[], start: number): readonly string[] {
  const style = styleOf(document);
  if (holder.kind === 'entry') {
    if (holder.owner.style === 'block') return objects.flatMap((object) => mapLines(object, style));
    return objects.flatMap((object) => pairsInBrackets(object, style));
  }
  const all = objects.map((object) => mapLines(object, style));
  if (holder.kind === 'document')
    return all.flatMap((lines, i) => (i > 0 && document.syntax === 'yaml' ? ['---', ...lines] : lines));
  if (holder.list.style === 'flow') return inBrackets(document, holder.list, all);
  const dash = columnAt(document.text, holder.list.span.start);
  const gap = Math.max(2, columnAt(document.text, start) - dash);
  return all.flatMap((lines, i) => {
    const { lead, body } = i === 0 ? { lead: [], body: lines } : cutLead(lines);
    const [first = '', ...rest] = body;
    return [...lead, i === 0 ? first : `-${' '.repeat(gap - 1)}${first}`, ...indented(rest, gap)];
  });
}

/** Items of a flow list, separated as its other items are. */
function inBrackets({ text }: Document, list: Sequence, all: readonly (readonly string[])[]): readonly string[] {
  const first = list.items[0]?.span.start ?? list.span.start;
  const isSpread = text.slice(list.span.start, first).includes('\n');
  return all.reduce<readonly string[]>((before, [head = '', ...rest]) => {
    if (before.length === 0) return [head, ...rest];
    const [last = '', others] = [before.at(-1), before.slice(0, -1)];
    return isSpread ? [...others, `${last},`, head, ...rest] : [...others, `${last}, ${head}`, ...rest];
  }, []);
}

/** A Kubernetes List of the objects, because a JSON file contains one value. */
function listObject(objects: readonly MapPart[]): MapPart {
  const isSpread = objects[0]?.isSpread ?? false;
  const like = { isFlow: true, isSpread };
  const items = objects.map((value) => ({ above: [], beside: '', value }));
  const text = (name: string, value: string) => pairPart(name, JSON.stringify(name), textPart(JSON.stringify(value)));
  return mapPart(
    [text('apiVersion', 'v1'), text('kind', 'List'), pairPart('items', '"items"', listPart(items, like))],
    like,
  );
}
