/**
 * A value as it is written, apart from where it stands: scalars in their own spelling, comments beside what they describe.
 * Parts can be put together anew and written elsewhere, in the same language.
 */
import { stringOf } from '../../tree/value.ts';
import type { Value } from '../../tree/value.ts';

export type Part = TextPart | MapPart | ListPart;

export interface TextPart {
  readonly kind: 'text';
  /** The lines after the first are indented as seen from the line in which the value starts. */
  readonly lines: readonly string[];
  /** What was read; undefined for what is new. */
  readonly origin: Value | undefined;
}

interface Collection {
  readonly isFlow: boolean;
  /** In brackets, with a line for each of its parts. */
  readonly isSpread: boolean;
  /** The text as it was, for as long as nothing in it changes; only of what stands in brackets. */
  readonly lines: readonly string[] | undefined;
  /** Blanks by which it is indented below its key; undefined for one that had no lines of its own. */
  readonly indent: number | undefined;
  /** Comments behind the last part. */
  readonly below: readonly string[];
  readonly origin: Value | undefined;
}

export interface MapPart extends Collection {
  readonly kind: 'map';
  readonly pairs: readonly PairPart[];
}

export interface ListPart extends Collection {
  readonly kind: 'list';
  readonly items: readonly ItemPart[];
}

export interface PairPart {
  /** Comments and blank lines. */
  readonly above: readonly string[];
  /** As the reader sees it. */
  readonly name: string;
  /** As written. */
  readonly key: string;
  /** A comment on the line of the key, with the blanks before it, or at the end of a value beside it; or empty. */
  readonly beside: string;
  readonly value: Part;
}

export interface ItemPart {
  readonly above: readonly string[];
  readonly beside: string;
  readonly value: Part;
}

/** A value in the spelling that is given. */
export function textPart(text: string): TextPart {
  return { kind: 'text', lines: [text], origin: undefined };
}

/** A new mapping, in brackets where whatever holds it is. */
export function mapPart(pairs: readonly PairPart[], like?: { readonly isFlow: boolean; isSpread?: boolean }): MapPart {
  const { isFlow = false, isSpread = false } = like ?? {};
  return { kind: 'map', pairs, isFlow, isSpread, lines: undefined, indent: undefined, below: [], origin: undefined };
}

/** A new list. */
export function listPart(
  items: readonly ItemPart[],
  like?: { readonly isFlow: boolean; isSpread?: boolean },
): ListPart {
  const { isFlow = false, isSpread = false } = like ?? {};
  return { kind: 'list', items, isFlow, isSpread, lines: undefined, indent: undefined, below: [], origin: undefined };
}

/** A new entry. */
export function pairPart(name: string, key: string, value: Part): PairPart {
  return { above: [], name, key, beside: '', value };
}

/** The entry that counts under a name. */
export function pairOf(map: MapPart | undefined, name: string): PairPart | undefined {
  return map?.pairs.findLast((pair) => pair.name === name);
}

/** The mapping under a name; undefined for anything else. */
export function mappingPart(map: MapPart | undefined, name: string): MapPart | undefined {
  const value = pairOf(map, name)?.value;
  return value?.kind === 'map' ? value : undefined;
}

/** The list under a name; undefined for anything else. */
export function listOf(map: MapPart | undefined, name: string): ListPart | undefined {
  const value = pairOf(map, name)?.value;
  return value?.kind === 'list' ? value : undefined;
}

/** A text as it is written on its one line; undefined for anything else. */
export function writtenOf(part: Part | undefined): string | undefined {
  return part?.kind === 'text' && part.lines.length === 1 ? part.lines[0] : undefined;
}

/** The string that a text reads as; undefined for anything else, and for what is known only later. */
export function stringIn(part: Part | undefined): string | undefined {
  return part?.kind === 'text' ? stringOf(part.origin) : undefined;
}

/** True for a value that says nothing: null, in whatever spelling. */
export function isNothing(part: Part | undefined): boolean {
  return part?.kind === 'text' && part.origin?.kind === 'scalar' && part.origin.value === null;
}

/** The mapping with other entries; its text is then written anew. */
export function withPairs(map: MapPart, pairs: readonly PairPart[]): MapPart {
  const isSame = pairs.length === map.pairs.length && pairs.every((pair, i) => pair === map.pairs[i]);
  return isSame ? map : { ...map, pairs, lines: undefined };
}

/** The comments of a part, in their order, without blank lines. */
export function commentsOfPart(part: Part): readonly string[] {
  if (part.kind === 'text') return [];
  const inside = part.kind === 'map' ? part.pairs.flatMap(commentsOfPair) : part.items.flatMap(commentsOfPair);
  return [...inside, ...onlyComments(part.below)];
}

/** The same of an entry or an item. */
export function commentsOfPair(pair: PairPart | ItemPart): readonly string[] {
  return [...onlyComments(pair.above), ...onlyComments([pair.beside]), ...commentsOfPart(pair.value)];
}

/** Without blank lines, and without the blanks around each. */
export function onlyComments(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** The part without any comment: what is written twice has them once. */
export function bareOf<P extends Part>(part: P): P;
export function bareOf(part: Part): Part {
  if (part.kind === 'text') return part;
  const lines = part.lines && commentsOfPart(part).length === 0 ? part.lines : undefined;
  if (part.kind === 'list') return { ...part, lines, below: [], items: part.items.map(bareItem) };
  return { ...part, lines, below: [], pairs: part.pairs.map(barePair) };
}

/** The same for an entry. */
export function barePair(pair: PairPart): PairPart {
  return { ...pair, above: [], beside: '', value: bareOf(pair.value) };
}

/** The same for an item. */
export function bareItem(item: ItemPart): ItemPart {
  return { above: [], beside: '', value: bareOf(item.value) };
}
