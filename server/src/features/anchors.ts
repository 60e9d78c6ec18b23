/** textDocument/definition and references for YAML anchors and aliases, also behind a merge key. */
import type { Location } from 'vscode-languageserver-types';
import { shift } from '../text/span.ts';
import type { Span } from '../text/span.ts';
import type { Anchor } from '../tree/document.ts';
import { rangeOf } from './lsp.ts';
import type { Part, View } from './view.ts';
import { partAt } from './view.ts';

/** From an alias to the anchor that it repeats; null elsewhere. */
export function definition(view: View, offset: number): Location | null {
  const named = anchorAt(view, offset);
  if (!named || isAt(named.anchor.span, offset - named.start)) return null;
  return locate(view, named, named.anchor.span);
}

/** The aliases of the anchor that is named at the offset, by itself or by an alias; first the anchor, where it is asked for. */
export function references(view: View, offset: number, includeDeclaration: boolean): Location[] {
  const named = anchorAt(view, offset);
  if (!named) return [];
  const { span, uses } = named.anchor;
  return [...(includeDeclaration ? [span] : []), ...uses].map((each) => locate(view, named, each));
}

/** An anchor, and the document that it stands in. */
export interface NamedAnchor extends Part {
  readonly anchor: Anchor;
}

/** The anchor that `&name` or `*name` at the offset means. */
export function anchorAt(view: View, offset: number): NamedAnchor | undefined {
  const part = partAt(view, offset);
  const anchor = part?.document.anchors.find(({ span, uses }) =>
    [span, ...uses].some((each) => isAt(each, offset - part.start)),
  );
  return part && anchor && { ...part, anchor };
}

function isAt({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function locate({ uri, located }: View, { start }: Part, span: Span): Location {
  return { uri, range: rangeOf(located, shift(span, start)) };
}
