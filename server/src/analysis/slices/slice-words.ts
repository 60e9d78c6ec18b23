/** What becomes of an Endpoints, in a few words. */
import { quote } from '../../text/quote.ts';
import type { Bound } from '../binding/bind.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { MirroredSlice } from './mirror.ts';
import type { Outlook } from './outlook.ts';
import { lockAnnotation, skipLabel } from './stops.ts';

/** Says where something stands: a part of the object itself, or another object. */
export interface Placer {
  readonly part: (node: Bound) => string;
  readonly object: (entry: IndexedObject) => string;
}

/** `Endpoints shop/web`. */
export function outlookTitle({ namespace, name }: Pick<Outlook, 'namespace' | 'name'>): string {
  return `Endpoints ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** What becomes of the object, as the rest of a sentence that starts with its title. */
export function becomesText({ becomes, name }: Outlook, { part, object }: Placer): string {
  switch (becomes.kind) {
    case 'slices':
      return slicesText(becomes.slices);
    case 'stopped':
      return `is not mirrored: ${stopText(becomes.by)} (${part(becomes.by)}).`;
    case 'own':
      return 'is not mirrored: it leads to the API server, which keeps it and its slices itself.';
    case 'no-service':
      return `is not mirrored: there is no Service ${quote(name)} in its namespace.`;
    case 'selector':
      return `is not mirrored: the Service ${quote(name)} (${object(becomes.service)}) has a selector, so its EndpointSlices are made from Pods.`;
    case 'unclear-service':
      return `may be mirrored or not: what is known of the Service ${quote(name)} (${object(becomes.service)}) does not say whether it is in front of these addresses.`;
    case 'unnamed':
      return 'may be mirrored or not: its name is known only later.';
    case 'unreadable':
      return `is not mirrored: the API server cannot read it (${part(becomes.at)}).`;
    case 'unknown':
      return `may be mirrored in one way or another: a part of it (${part(becomes.at)}) is known only later.`;
  }
}

/** True where it cannot be told what becomes of the object. */
export function isUncertain({ becomes: { kind } }: Outlook): boolean {
  return kind === 'unclear-service' || kind === 'unnamed' || kind === 'unknown';
}

/** `mirrored as 2 EndpointSlices`. */
export function countText(slices: readonly MirroredSlice[]): string {
  const count = slices.filter(({ refusal }) => !refusal).length;
  return `mirrored as ${count === 1 ? '1 EndpointSlice' : `${count} EndpointSlices`}`;
}

function slicesText(slices: readonly MirroredSlice[]): string {
  if (slices.length === 0) return 'is not mirrored: it has no addresses.';
  if (slices.every(({ refusal }) => refusal)) return 'is not mirrored: the API server refuses what is made of it.';
  return `is ${countText(slices)}.`;
}

function stopText({ entry }: Bound): string {
  if (entry?.name === skipLabel) return `the label ${quote(skipLabel)} says so`;
  if (entry?.name === lockAnnotation) return `the annotation ${quote(lockAnnotation)} marks a lock of leader election`;
  return 'it is being deleted, and no new EndpointSlices are made';
}
