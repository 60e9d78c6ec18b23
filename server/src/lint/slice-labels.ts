/** What rules ask of the labels of an EndpointSlice, which say whose it is. */
import type { Bound } from '../analysis/binding/bind.ts';
import { isEmpty, member, nodeAt } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isStatic } from '../analysis/binding/static-value.ts';
import { apiVersions } from '../contract/contract.ts';
import { nearest } from '../text/nearest.ts';
import { entryOf } from '../tree/value.ts';
import type { Entry, Mapping } from '../tree/value.ts';
import type { ReportPlace, RelationContext } from './rule.ts';
import { keyPlace } from './subject.ts';

/** The label of that name, where it is written. */
export function sliceLabel(root: Bound, name: string): Bound | undefined {
  return nodeAt(root, ['metadata', 'labels', name]);
}

/** Where to report that the slice lacks the label; undefined where it has it, may get it elsewhere, or was made by a server. */
export function placeWithoutLabel(
  name: string,
  { binding, resource, around }: RelationContext,
): ReportPlace | undefined {
  const { root } = binding;
  const isRead = resource.envelope !== undefined && entryOf(resource.envelope, 'get') !== undefined;
  const isSure = around.entry.identities.every(({ isCertain, isLabeled }) => isCertain && !isLabeled);
  // Of an earlier version of the API only the version is spoken of.
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

/** The label that was probably meant to be the one of that name, and the mapping that has it. */
export function misspeltLabel(
  root: Bound,
  name: string,
): { readonly owner: Mapping; readonly entry: Entry } | undefined {
  const owner = nodeAt(root, ['metadata', 'labels'])?.value;
  if (owner?.kind !== 'mapping' || entryOf(owner, name)) return undefined;
  const entry = owner.entries.find((each) => !each.isOpaqueKey && isMeant(each.name, name));
  return entry && { owner, entry };
}

/** The part behind the slash alone is meant, too; with another prefix it is a label of somebody else. */
function isMeant(written: string, name: string): boolean {
  const [prefix, own = ''] = name.split('/');
  const [first = '', second, ...more] = written.split('/');
  if (more.length > 0 || (second !== undefined && nearest(first, [prefix ?? '']) === undefined)) return false;
  return nearest(second ?? first, [own]) !== undefined;
}
