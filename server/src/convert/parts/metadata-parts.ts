/** Converts metadata as the mirroring controller does, but with a chosen name; and back. */
import { unmirroredAnnotations } from '../../analysis/slices/mirror.ts';
import { skipLabel } from '../../analysis/slices/mirror-blockers.ts';
import { managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { endpointsManagerLabel, overCapacityAnnotation } from '../../contract/endpoints.ts';
import {
  isNothing,
  mapPart,
  pairOf,
  pairPart,
  textPart,
  withPairs,
  writtenOf,
  type MapPart,
  type PairPart,
  type Part,
  type TextPart,
} from '../../edits/parts/part.ts';
import { keyText, scalarText, type WritingStyle } from '../../edits/parts/write-parts.ts';
import { rewritePairs, withoutPairs } from './rewrite-pairs.ts';

/** Labels that have no meaning, or another one, on the other kind. */
export const ownLabels: ReadonlySet<string> = new Set([
  skipLabel,
  endpointsManagerLabel,
  serviceNameLabel,
  managedByLabel,
]);

/** Annotations that the mirroring controller does not copy, because they describe the Endpoints. */
export const ownAnnotations: ReadonlySet<string> = new Set([...unmirroredAnnotations, overCapacityAnnotation]);

/** Metadata fields that a conversion drops. */
export const lostFields: ReadonlySet<string> = new Set(['finalizers', 'ownerReferences', 'generateName']);

const carriedFields = new Set(['name', 'namespace', 'labels', 'annotations']);

export interface NewMetadata {
  /** As text to write. */
  readonly name: string;
  /** New labels by name, as text to write. */
  readonly labels: ReadonlyMap<string, string>;
}

/** The metadata of the Endpoints that replaces a slice. */
export function endpointsMetadata(metadata: MapPart, name: string, style: WritingStyle): MapPart {
  const named = pairOf(metadata, 'name')
    ? metadata
    : withPairs(metadata, [pairPart('name', keyText('name', style, metadata), textPart(name)), ...metadata.pairs]);
  return convertedMetadata(named, { name, labels: new Map() }, style, new Set());
}

/** The metadata for an object of the other kind, without the annotations in `omitted`. */
export function convertedMetadata(
  metadata: MapPart,
  { name, labels }: NewMetadata,
  style: WritingStyle,
  omitted = ownAnnotations,
): MapPart {
  const lastName = metadata.pairs.findLastIndex((pair) => pair.name === 'name' || pair.name === 'namespace');
  const own = labelsPart(metadata, labels, style);
  return rewritePairs(metadata, (pair): readonly PairPart[] => {
    const isLast = metadata.pairs.indexOf(pair) === lastName && !pairOf(metadata, 'labels');
    const behind = isLast && own ? [pairPart('labels', keyText('labels', style, metadata), own)] : [];
    if (pair.name === 'name') return [{ ...pair, value: textPart(name) }, ...behind];
    if (pair.name === 'labels') return own ? [{ ...pair, value: own }] : [];
    if (!carriedFields.has(pair.name) || isNothing(pair.value)) return [];
    if (pair.name !== 'annotations' || pair.value.kind !== 'map') return [pair, ...behind];
    const annotations = withoutPairs(pair.value, omitted);
    return annotations.pairs.length === 0 ? [] : [{ ...pair, value: annotations }];
  });
}

/** The metadata with one more label. */
export function labeledMetadata(metadata: MapPart, label: PairPart, style: WritingStyle): MapPart {
  const { isFlow, isSpread, pairs } = metadata;
  const labels = pairOf(metadata, 'labels');
  const before = labels?.value.kind === 'map' ? labels.value : mapPart([], { isFlow, isSpread });
  const written = writtenOf(label.value) ?? '';
  const extended = labels && style.program?.extended(labels.value, new Map([[label.name, written]]));
  const value = extended ?? withPairs(before, [...before.pairs.filter(({ name }) => name !== label.name), label]);
  if (labels) return withPairs(metadata, pairs.with(pairs.indexOf(labels), { ...labels, value }));
  const at = pairs.findLastIndex(({ name }) => name === 'name' || name === 'namespace') + 1;
  return withPairs(metadata, pairs.toSpliced(at, 0, pairPart('labels', keyText('labels', style, metadata), value)));
}

/** The kept labels followed by the new ones; undefined if there are none. */
function labelsPart(metadata: MapPart, labels: ReadonlyMap<string, string>, style: WritingStyle): Part | undefined {
  const written = pairOf(metadata, 'labels')?.value;
  if (style.program && isKnownMap(written, ownLabels))
    return labels.size === 0 ? written : style.program.extended(written, labels);
  const { isFlow, isSpread } = metadata;
  const base = written?.kind === 'map' ? withoutPairs(written, ownLabels) : mapPart([], { isFlow, isSpread });
  const owner = base.pairs.length > 0 ? base : { ...base, pairs: metadata.pairs };
  const made = [...labels].map(([name, value]) => {
    const isUnsafe = !style.program && (base.isFlow || style.isJson) && /[{}[\],]/.test(value) && !/^["']/.test(value);
    return pairPart(name, keyText(name, style, owner), textPart(isUnsafe ? JSON.stringify(value) : value));
  });
  const all = withPairs(base, [...base.pairs, ...made]);
  return all.pairs.length === 0 ? undefined : all;
}

/** True for labels or annotations of a program that stay as they are written, though they are no literal. */
export function isCarried(value: Part, field: 'labels' | 'annotations', { program }: WritingStyle): boolean {
  if (!program || !isKnownMap(value, field === 'labels' ? ownLabels : ownAnnotations)) return false;
  return field === 'annotations' || program.extended(value, new Map()) !== undefined;
}

/** True for a map of a program that is written as a name or with a spread, all of whose keys are known and stay. */
function isKnownMap(part: Part | undefined, dropped: ReadonlySet<string>): part is TextPart {
  const origin = part?.kind === 'text' ? part.origin : undefined;
  return origin?.kind === 'mapping' && !origin.isOpen && !origin.entries.some(({ name }) => dropped.has(name));
}

/** The labels that connect a slice with its Service, as text to write. */
export function sliceLabels(service: string, managedBy: string, style: WritingStyle): ReadonlyMap<string, string> {
  return new Map([
    [serviceNameLabel, service],
    [managedByLabel, scalarText(managedBy, style, false)],
  ]);
}
