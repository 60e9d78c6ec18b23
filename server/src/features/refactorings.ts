/** All refactorings for a place in the text, each only where it would change something. */
import type { Span } from '../text/span.ts';
import { moveAddress, sortAddresses, splitByFamily } from './refactor-addresses.ts';
import { removeIgnored, writeDefaults } from './refactor-fields.ts';
import { restyle } from './refactor-style.ts';
import { mergeSubsets, repackSubsets } from './refactor-subsets.ts';
import type { Refactoring } from './refactoring.ts';
import { nodesAt, resourceAt, writtenSpan } from './view.ts';
import type { LocatedResource, View } from './view.ts';

/** The refactorings of what holds the span (of the file), and the resource that they are about. */
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
  const found = [
    moveAddress(root, trail),
    sortAddresses(root, trail),
    mergeSubsets(root, trail),
    splitByFamily(root, trail),
    repackSubsets(root, trail),
    writeDefaults(resource, trail),
    removeIgnored(resource, trail),
    restyle(resource.document, trail),
  ];
  return { resource, refactorings: found.filter((each) => each !== undefined) };
}

/** A cursor before the first word of a line means the line. */
function pastIndentation(text: string, offset: number): number {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lead = /^[ \t]*(?:- +)*/.exec(text.slice(lineStart, lineStart + 500))?.[0].length ?? 0;
  return Math.max(offset, lineStart + lead);
}
