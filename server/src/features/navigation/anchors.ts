/** YAML anchors and their aliases, also behind a merge key. */
import type { Span } from '../../text/span.ts';
import type { Anchor } from '../../tree/document.ts';
import type { LocatedDocument, View } from '../view.ts';
import { partAt } from '../view.ts';

/** An anchor, and the document that it stands in. */
export interface NamedAnchor extends LocatedDocument {
  readonly anchor: Anchor;
  /** The place that was asked for: `&name` or `*name`. */
  readonly chosen: Span;
}

/** The anchor that `&name` or `*name` at the offset means. */
export function anchorAt(view: View, offset: number): NamedAnchor | undefined {
  const part = partAt(view, offset);
  if (!part) return undefined;
  const at = offset - part.start;
  for (const anchor of part.document.anchors) {
    const chosen = anchorPlaces(anchor).find(({ start, end }) => start <= at && at <= end);
    if (chosen) return { ...part, anchor, chosen };
  }
  return undefined;
}

/** The anchor, then its aliases. */
export function anchorPlaces({ span, uses }: Anchor): readonly Span[] {
  return [span, ...uses];
}
