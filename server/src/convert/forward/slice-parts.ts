/** Writes slices from the parts of an Endpoints: the objects and, in a program, their resources. */
import { apiVersions, typeTokens, type Kind } from '../../contract/contract.ts';
import {
  bareOf,
  barePair,
  listPart,
  mappingPart,
  onlyComments,
  pairPart,
  textPart,
  withPairs,
  writtenOf,
  type ListPart,
  type MapPart,
  type PairPart,
  type Part,
} from '../../edits/parts/part.ts';
import { keyText, scalarText, type WritingStyle } from '../../edits/parts/write-parts.ts';
import { convertedMetadata, sliceLabels } from '../parts/metadata-parts.ts';
import type { SliceGroup } from './slice-groups.ts';

/** Settings that all slices of one Endpoints share. */
export interface SliceSettings {
  /** The name of the Service, as text to write. */
  readonly service: string;
  readonly managedBy: string;
  readonly style: WritingStyle;
}

/** A slice with its name, as text to write. */
export interface NamedGroup {
  readonly group: SliceGroup;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The object of a slice. Only the first one keeps the comments of shared fields. */
export function slicePart(root: MapPart, named: NamedGroup, settings: SliceSettings): MapPart {
  const { group, name, isFirst, isLast } = named;
  const { style, service, managedBy } = settings;
  const metadata = mappingPart(root, 'metadata');
  const pairs = root.pairs.flatMap((pair): readonly PairPart[] => {
    const own = isFirst ? pair : { ...pair, above: [], beside: '' };
    if (pair.name === 'apiVersion') return [withText(own, apiVersions.EndpointSlice, style)];
    if (pair.name === 'kind') return [withText(own, 'EndpointSlice', style)];
    if (pair.name === 'metadata' && metadata) {
      const moved = convertedMetadata(metadata, { name, labels: sliceLabels(service, managedBy, style) }, style);
      return [{ ...own, value: isFirst ? moved : bareOf(moved) }];
    }
    return pair.name === 'subsets' ? subsetsPairs(own, root, group, style) : [];
  });
  return { ...withPairs(root, pairs), below: isLast ? root.below : [] };
}

/** The address family, the ports and the endpoints. */
export function subsetsPairs(
  own: PairPart,
  root: MapPart,
  group: SliceGroup,
  style: WritingStyle,
): readonly PairPart[] {
  const key = (name: string): string => keyText(name, style, root);
  const family = pairPart('addressType', key('addressType'), textPart(scalarText(group.family, style, root.isFlow)));
  const above = [...own.above, ...onlyComments([own.beside])];
  const ports = group.ports && { ...group.ports, key: key('ports'), value: leveled(group.ports.value, own.value) };
  const { above: before, beside } = group;
  const list = pairPart('endpoints', key('endpoints'), endpointsPart(group, own.value));
  return [{ ...family, above }, ...(ports ? [ports] : []), { ...list, above: before, beside }];
}

/** The list of endpoints, in the layout of the addresses; in block style if one item is in block style. */
function endpointsPart({ endpoints, like, below }: SliceGroup, subsets: Part): ListPart {
  const isFlow = like?.isFlow !== false && endpoints.every(({ value }) => value.kind === 'text' || value.isFlow);
  const base = listPart(endpoints, { isFlow, isSpread: like?.isSpread ?? false });
  return leveled({ ...base, indent: like?.isFlow === isFlow ? like.indent : undefined, below }, subsets);
}

/** A list that moves one level up keeps its indentation relative to its parent. */
function leveled<P extends Part>(part: P, subsets: Part): P {
  if (part.kind === 'text' || part.isFlow || subsets.kind === 'text' || subsets.isFlow) return part;
  return { ...part, indent: subsets.indent };
}

/** The Pulumi resource of a slice. Each slice copies the options. */
export function sliceBlock(pair: PairPart, logical: string, named: NamedGroup, settings: SliceSettings): PairPart {
  const { isFirst } = named;
  const { style } = settings;
  if (pair.value.kind !== 'map') return pair;
  const block = pair.value;
  const pairs = block.pairs.map((entry): PairPart => {
    const own = isFirst ? entry : { ...entry, above: [], beside: '' };
    const name = entry.name.toLowerCase();
    if (name === 'type') return withText(own, tokenFor('EndpointSlice', writtenOf(entry.value) ?? ''), style);
    if (name !== 'properties' || entry.value.kind !== 'map') return isFirst ? entry : barePair(entry);
    return { ...own, value: slicePart(entry.value, named, settings) };
  });
  const value = { ...withPairs(block, pairs), below: named.isLast ? block.below : [] };
  const key = /^["']/.test(pair.key) || style.isJson ? JSON.stringify(logical) : logical;
  return { ...(isFirst ? pair : { ...pair, above: [], beside: '' }), name: logical, key, value };
}

/** The type token of the kind, in the package of the written token. */
export function tokenFor(kind: Kind, written: string): string {
  const [, owner = 'kubernetes'] = /(kubernetes|provider):/.exec(written) ?? [];
  return typeTokens[kind].replace('kubernetes', owner);
}

/** The entry with a new text in the same quotes. */
export function withText(pair: PairPart, text: string, style: WritingStyle): PairPart {
  if (style.program) return { ...pair, value: textPart(style.program.scalar(text)) };
  const quote = writtenOf(pair.value)?.[0];
  if (quote === "'") return { ...pair, value: textPart(`'${text}'`) };
  return { ...pair, value: textPart(quote === '"' ? JSON.stringify(text) : scalarText(text, style, false)) };
}
