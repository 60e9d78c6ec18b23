/** The text of built objects, and where its values come from. */
import { contains, type Span } from '../text/span.ts';
import { countBeforeBy } from '../text/sorted.ts';
import type { BuiltObject, BuiltValue, Origin } from '../tree/built.ts';
import type { Path } from '../tree/path.ts';

export interface PrintedBuild {
  /** Each object is a document; lists start in the column of their key, as kubectl prints them. */
  readonly text: string;
  /** In the order of the text; a collection comes before what it holds. */
  readonly nodes: readonly PrintedNode[];
}

/** A key or a value of the text. */
export interface PrintedNode {
  /** As a reader of the text gives it. */
  readonly span: Span;
  readonly isKey: boolean;
  readonly object: BuiltObject;
  /** What a key belongs to, or the value itself. */
  readonly value: BuiltValue;
  readonly origins: readonly Origin[];
  /** The last step of the path: a name or an index; undefined for the root of an object. */
  readonly step: string | number | undefined;
  /** The collection around it. */
  readonly parent: PrintedNode | undefined;
}

/** The innermost key or value that contains the span; undefined between documents. Takes logarithmic time. */
export function printedAt({ nodes }: PrintedBuild, span: Span): PrintedNode | undefined {
  let node = nodes[countBeforeBy(nodes, span.start + 1, (each) => each.span.start) - 1];
  while (node && !contains(node.span, span)) node = node.parent;
  return node;
}

/** The texts that the key or value at the span comes from, innermost node first; empty between documents. */
export function originsAt(printed: PrintedBuild, span: Span): readonly Origin[] {
  return printedAt(printed, span)?.origins ?? [];
}

/** The path of a node in its object; of a key, that of its value. */
export function pathOfPrinted(node: PrintedNode): Path {
  const path: (string | number)[] = [];
  for (let at: PrintedNode | undefined = node; at; at = at.parent) if (at.step !== undefined) path.push(at.step);
  return path.toReversed();
}
