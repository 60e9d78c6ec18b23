/** Lists the refactorings at a place, each only where it would change the text. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { moveAddress, sortAddresses, splitByFamily } from './refactor-addresses.ts';
import { markEndpoint } from './refactor-endpoints.ts';
import { removeIgnored, removeManagedFields, writeDefaults } from './refactor-fields.ts';
import { restyle } from './refactor-style.ts';
import { mergeSubsets, repackSubsets } from './refactor-subsets.ts';
import type { Refactoring } from './refactoring.ts';
import { nodesAt, resourceAt, writtenSpan, type LocatedResource, type View } from '../view.ts';

/** The refactorings for the span of the file, and their resource; undefined outside of resources and in broken text. */
export function refactoringsAt(
  view: View,
  span: Span,
): { resource: LocatedResource; refactorings: readonly Refactoring[] } | undefined {
  const start = pastIndentation(view.located.text, span.start);
  const end = Math.max(start, span.end);
  const resource = resourceAt(view, start);
  if (!resource || resource.document.issues.length > 0) return undefined;
  const at = start - resource.start;
  const trail = nodesAt(resource.binding, at).filter(
    (node) => !node.parent || writtenSpan(node).end >= end - resource.start,
  );
  const { root } = resource.binding;
  const place = isAtWhole(trail, at, resource.document) ? [root] : trail;
  const found = [
    moveAddress(root, place),
    markEndpoint(root, place),
    sortAddresses(root, place),
    mergeSubsets(root, place),
    splitByFamily(root, place),
    repackSubsets(root, place),
    writeDefaults(resource, place),
    removeIgnored(resource, place),
    removeManagedFields(resource, place),
    restyle(resource.document, trail, { start: span.start - resource.start, end: at }),
  ];
  return { resource, refactorings: found.filter((each) => each !== undefined) };
}

/** True for a place that means the whole resource: its first line, kind or version, and the key `subsets` or `endpoints`. */
export function isAtWhole([root, member]: readonly Bound[], at: number, { text }: Document): boolean {
  const name = member?.entry?.name;
  if (!root || !member?.entry || !name || !narrower.has(name)) return true;
  const { key } = member.entry;
  if (at > key.end && at >= member.value.span.start) return false;
  return name === 'subsets' || name === 'endpoints' || !text.slice(root.value.span.start, at).includes('\n');
}

const narrower: ReadonlySet<string> = new Set(['metadata', 'subsets', 'endpoints', 'ports']);

/** The offset, or the first word of its line if the offset is before it. In UTF-16 units. */
export function pastIndentation(text: string, offset: number): number {
  const lineStart = lineStartAt(text, offset);
  const lead = /^[ \t]*(?:- +)*/.exec(text.slice(lineStart, lineStart + 500))?.[0].length ?? 0;
  return Math.max(offset, lineStart + lead);
}
