/**
 * A value as it is written, independent of its place: scalars keep their spelling, and comments stay with what they
 * describe. Parts can be written elsewhere in the same language.
 */
import type { Type } from '../../contract/type.ts';
import { stringOf, type Value } from '../../tree/value.ts';

export type Part = TextPart | MapPart | ListPart;

export interface TextPart {
  readonly kind: 'text';
  /** Lines after the first are indented relative to the line where the value starts. */
  readonly lines: readonly string[];
  /** Undefined for a new part. */
  readonly origin: Value | undefined;
}

interface Collection {
  readonly isFlow: boolean;
  /** True for a flow collection with one line for each part. */
  readonly isSpread: boolean;
  /** The original lines of a flow collection; undefined once something in it has changed. */
  readonly lines: readonly string[] | undefined;
  /** The indentation below its key, in blanks; undefined if it had no lines of its own. */
  readonly indent: number | undefined;
  /** Comments after the last part. */
  readonly below: readonly string[];
  readonly origin: Value | undefined;
  /** In a program, the type of the contract that the text has. */
  readonly type?: Type | undefined;
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
  readonly above: readonly string[];
  /** As the reader resolves it; `key` is as written. */
  readonly name: string;
  readonly key: string;
  /** The comment on the line of the key or after the value, including the blanks before it; or empty. */
  readonly beside: string;
  readonly value: Part;
}

export interface ItemPart {
  readonly above: readonly string[];
  readonly beside: string;
  readonly value: Part;
}

export function textPart(text: string): TextPart {
  return { kind: 'text', lines: [text], origin: undefined };
}

/** In flow style if its parent is. */
export function mapPart(pairs: readonly PairPart[], like?: { readonly isFlow: boolean; isSpread?: boolean }): MapPart {
  const { isFlow = false, isSpread = false } = like ?? {};
  return { kind: 'map', pairs, isFlow, isSpread, lines: undefined, indent: undefined, below: [], origin: undefined };
}

export function listPart(
  items: readonly ItemPart[],
  like?: { readonly isFlow: boolean; isSpread?: boolean },
): ListPart {
  const { isFlow = false, isSpread = false } = like ?? {};
  return { kind: 'list', items, isFlow, isSpread, lines: undefined, indent: undefined, below: [], origin: undefined };
}

export function pairPart(name: string, key: string, value: Part): PairPart {
  return { above: [], name, key, beside: '', value };
}

/** The entry with this name that takes effect, or undefined. */
export function pairOf(map: MapPart | undefined, name: string): PairPart | undefined {
  return map?.pairs.findLast((pair) => pair.name === name);
}

export function mappingPart(map: MapPart | undefined, name: string): MapPart | undefined {
  const value = pairOf(map, name)?.value;
  return value?.kind === 'map' ? value : undefined;
}

export function listOf(map: MapPart | undefined, name: string): ListPart | undefined {
  const value = pairOf(map, name)?.value;
  return value?.kind === 'list' ? value : undefined;
}

/** The spelling of a scalar on one line, or undefined for anything else. */
export function writtenOf(part: Part | undefined): string | undefined {
  return part?.kind === 'text' && part.lines.length === 1 ? part.lines[0] : undefined;
}

/** The string value, or undefined for anything else and for an opaque value. */
export function stringIn(part: Part | undefined): string | undefined {
  return part?.kind === 'text' ? stringOf(part.origin) : undefined;
}

/** True for null in any spelling. */
export function isNothing(part: Part | undefined): boolean {
  return part?.kind === 'text' && part.origin?.kind === 'scalar' && part.origin.value === null;
}

/** The mapping with other entries; its text will be written again. */
export function withPairs(map: MapPart, pairs: readonly PairPart[]): MapPart {
  const isSame = pairs.length === map.pairs.length && pairs.every((pair, i) => pair === map.pairs[i]);
  return isSame ? map : { ...map, pairs, lines: undefined };
}

/** The comments of a part in order, without blank lines. */
export function commentsOfPart(part: Part): readonly string[] {
  if (part.kind === 'text') return [];
  const inside = part.kind === 'map' ? part.pairs.flatMap(commentsOfPair) : part.items.flatMap(commentsOfPair);
  return [...inside, ...onlyComments(part.below)];
}

/** The comments of an entry or item in order, without blank lines. */
export function commentsOfPair(pair: PairPart | ItemPart): readonly string[] {
  return [...onlyComments(pair.above), ...onlyComments([pair.beside]), ...commentsOfPart(pair.value)];
}

export function onlyComments(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** The part without comments, because a part that is written twice keeps its comments only once. */
export function bareOf<P extends Part>(part: P): P;
export function bareOf(part: Part): Part {
  if (part.kind === 'text') return part;
  const lines = part.lines && commentsOfPart(part).length === 0 ? part.lines : undefined;
  if (part.kind === 'list') return { ...part, lines, below: [], items: part.items.map(bareItem) };
  return { ...part, lines, below: [], pairs: part.pairs.map(barePair) };
}

export function barePair(pair: PairPart): PairPart {
  return { ...pair, above: [], beside: '', value: bareOf(pair.value) };
}

export function bareItem(item: ItemPart): ItemPart {
  return { above: [], beside: '', value: bareOf(item.value) };
}
