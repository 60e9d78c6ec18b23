/** Helpers for the labels of an EndpointSlice, which name its Service and its manager. */
import { isEmpty, member, nodeAt, type Bound } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isStatic } from '../analysis/binding/static-value.ts';
import { apiVersions } from '../contract/contract.ts';
import { nearest } from '../text/nearest.ts';
import { entryOf, type Entry, type Mapping } from '../tree/value.ts';
import type { ReportPlace, RelationContext } from './rule.ts';
import { keyPlace } from './subject.ts';

/** The label with that name; undefined where it is not written. */
export function sliceLabel(root: Bound, name: string): Bound | undefined {
  return nodeAt(root, ['metadata', 'labels', name]);
}

/** The place to report a missing label; undefined where the slice has it, may get it from elsewhere, or was printed by a server. */
export function placeWithoutLabel(
  name: string,
  { binding, resource, around }: RelationContext,
): ReportPlace | undefined {
  const { root } = binding;
  const isRead = resource.envelope !== undefined && entryOf(resource.envelope, 'get') !== undefined;
  const isSure = around.entry.identities.every(({ isCertain, isLabeled }) => isCertain && !isLabeled);
  // For an earlier API version, only the version itself is reported.
  const isOurs = resource.apiVersion === apiVersions.EndpointSlice;
  if (!isOurs || resource.isPartial || isRead || !isSure || isLive(binding) || !isStatic(root)) return undefined;
  const metadata = member(root, 'metadata');
  const labels = metadata && member(metadata, 'labels');
  if (!isStatic(metadata) || !isStatic(labels)) return undefined;
  const label = labels && member(labels, name);
  if (!isEmpty(label)) return undefined;
  const path = ['metadata', 'labels', name];
  const key = [label, labels, metadata].map((node) => node && keyPlace(node)).find(Boolean);
  return { span: key?.span ?? resource.head, path };
}

/** The label that is probably a misspelling of that name, and the mapping that contains it. */
export function misspeltLabel(
  root: Bound,
  name: string,
): { readonly owner: Mapping; readonly entry: Entry } | undefined {
  const owner = nodeAt(root, ['metadata', 'labels'])?.value;
  if (owner?.kind !== 'mapping' || entryOf(owner, name)) return undefined;
  const entry = owner.entries.find((each) => !each.isOpaqueKey && isMeant(each.name, name));
  return entry && { owner, entry };
}

/** True also for a name without the prefix. A name with another prefix is a different label. */
function isMeant(written: string, name: string): boolean {
  const [prefix, own = ''] = name.split('/');
  const [first = '', second, ...more] = written.split('/');
  if (more.length > 0 || (second !== undefined && nearest(first, [prefix ?? '']) === undefined)) return false;
  return nearest(second ?? first, [own]) !== undefined;
}
