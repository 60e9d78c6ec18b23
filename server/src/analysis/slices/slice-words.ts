/** Describes the mirror status of Endpoints in a few words. */
import { quote, withoutNumbers } from '../../text/quote.ts';
import type { Bound } from '../binding/bind.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { MirroredSlice } from './mirror.ts';
import type { MirrorStatus } from './mirror-status.ts';
import { lockAnnotation, skipLabel } from './mirror-blockers.ts';

/** Describes a place: a part of the object, or another object. */
export interface PlaceNames {
  readonly part: (node: Bound) => string;
  readonly object: (entry: IndexedObject) => string;
}

/** `Endpoints shop/web`. */
export function endpointsTitle({ namespace, name }: Pick<MirrorStatus, 'namespace' | 'name'>): string {
  return withoutNumbers(`Endpoints ${namespace === '' ? '' : `${namespace}/`}${name}`.trimEnd());
}

/** The status as the rest of a sentence that starts with `endpointsTitle`. */
export function mirrorStatusText({ outcome, name }: MirrorStatus, { part, object }: PlaceNames): string {
  switch (outcome.kind) {
    case 'slices':
      return slicesText(outcome.slices);
    case 'stopped':
      return `is not mirrored: ${blockerText(outcome.by)} (${part(outcome.by)}).`;
    case 'own':
      return 'is not mirrored: the API server manages this object and its EndpointSlices itself.';
    case 'no-service':
      return `is not mirrored: there is no Service ${quote(name)} in its namespace.`;
    case 'selector':
      return `is not mirrored: the Service ${quote(name)} (${object(outcome.service)}) has a selector, so the EndpointSlice controller creates its slices from Pods.`;
    case 'unclear-service':
      return `may be mirrored: it is unknown whether the Service ${quote(name)} (${object(outcome.service)}) routes traffic to these addresses.`;
    case 'unnamed':
      return 'may be mirrored: its name cannot be known statically.';
    case 'unreadable':
      return `is not mirrored: the API server rejects it (${part(outcome.at)}).`;
    case 'unknown':
      return `may be mirrored: a part of it (${part(outcome.at)}) cannot be known statically.`;
  }
}

export function isUncertain({ outcome: { kind } }: MirrorStatus): boolean {
  return kind === 'unclear-service' || kind === 'unnamed' || kind === 'unknown';
}

/** `mirrored as 2 EndpointSlices`. */
export function sliceCountText(slices: readonly MirroredSlice[]): string {
  const count = slices.filter(({ refusal }) => !refusal).length;
  return `mirrored as ${count === 1 ? '1 EndpointSlice' : `${count} EndpointSlices`}`;
}

function slicesText(slices: readonly MirroredSlice[]): string {
  if (slices.length === 0) return 'is not mirrored: it has no addresses.';
  if (slices.every(({ refusal }) => refusal)) return 'is not mirrored: the API server rejects its EndpointSlices.';
  return `is ${sliceCountText(slices)}.`;
}

function blockerText({ entry }: Bound): string {
  if (entry?.name === skipLabel) return `the label ${quote(skipLabel)} disables mirroring`;
  if (entry?.name === lockAnnotation) return `the annotation ${quote(lockAnnotation)} marks a leader election lock`;
  return 'it is being deleted, so no new EndpointSlices are created';
}
