/** Moves the fix of a built object to the texts that its values come from. */
import { surroundingKind } from '../analysis/workspace/placement.ts';
import { printedAt, type PrintedNode } from '../kustomize/printed.ts';
import type { BuildEdit, BuildFix } from '../lint/build-events.ts';
import { isSameSpan, shift, type Span } from '../text/span.ts';
import type { Fix, TreeEdit } from '../tree/tree-edit.ts';
import { childrenOf, type Entry, type Mapping, type Sequence, type Value } from '../tree/value.ts';
import type { RootBuild, UriOf } from './root-build.ts';

/**
 * Undefined where a value comes from several texts or from a kustomization, which changes other objects too, and where
 * an edit cannot be made in the text.
 */
export function movedFix(
  { title, safety, edits }: Fix,
  { printed }: RootBuild,
  start: number,
  uriOf: UriOf,
): BuildFix | undefined {
  const nodeAt = (span: Span): PrintedNode | undefined => printedAt(printed, shift(span, start));
  const moved = edits.map((edit) => {
    const [node, change] = changeIn(edit, nodeAt);
    const [at, ...others] = node?.origins ?? [];
    const isOwn = at && others.length === 0 && surroundingKind(at.path) === undefined && uriOf(at.path) !== undefined;
    return isOwn && change ? { at, ...change } : undefined;
  });
  return moved.every((edit) => edit !== undefined) ? { title, safety, edits: moved } : undefined;
}

type Change = BuildEdit extends infer E ? (E extends BuildEdit ? Omit<E, 'at'> : never) : never;

function changeIn(
  edit: TreeEdit,
  nodeAt: (span: Span) => PrintedNode | undefined,
): readonly [PrintedNode | undefined, Change | undefined] {
  switch (edit.kind) {
    case 'replace':
      return [nodeAt(edit.value.span), { by: edit.by }];
    case 'rename':
      return [nodeAt(edit.entry.key), { rename: edit.to }];
    case 'remove-entry':
      return [nodeAt(edit.entry.key), { isRemoval: true }];
    case 'remove-item':
      return [nodeAt(edit.item.span), { isRemoval: true }];
    default:
      return [undefined, undefined];
  }
}

/** The edit of the document's tree; undefined where nothing in the tree has exactly the span. */
export function treeEdit(edit: BuildEdit, root: Value | undefined, start: number): TreeEdit | undefined {
  const span = shift(edit.at.span, -start);
  if ('text' in edit) return { kind: 'rewrite', span, by: edit.text };
  const part = root && partAt(root, span);
  if (!part) return undefined;
  const { value, entry, parent } = part;
  if ('by' in edit) return value && { kind: 'replace', value, by: edit.by };
  if ('rename' in edit) return entry && { kind: 'rename', entry, to: edit.rename };
  if (entry && parent?.kind === 'mapping') return { kind: 'remove-entry', mapping: parent, entry };
  return value && parent?.kind === 'sequence' ? { kind: 'remove-item', sequence: parent, item: value } : undefined;
}

interface TreePart {
  /** Undefined where the span is that of a key. */
  readonly value: Value | undefined;
  readonly entry: Entry | undefined;
  readonly parent: Mapping | Sequence | undefined;
}

function partAt(root: Value, span: Span): TreePart | undefined {
  let parent: Mapping | Sequence | undefined;
  for (let value: Value | undefined = root; value;) {
    if (isSameSpan(value.span, span)) return { value, entry: undefined, parent };
    if (value.kind !== 'mapping' && value.kind !== 'sequence') return undefined;
    parent = value;
    const entry = value.kind === 'mapping' ? value.entries.find(({ key }) => isSameSpan(key, span)) : undefined;
    if (entry) return { value: undefined, entry, parent };
    value = childrenOf(value).find(({ span: { start, end } }) => start <= span.start && span.end <= end);
  }
  return undefined;
}
