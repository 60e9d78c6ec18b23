/**
 * textDocument/definition and references: for YAML anchors and aliases, also behind a merge key, and for the names of a
 * program.
 */
import type { Location } from 'vscode-languageserver-types';
import { shift } from '../text/span.ts';
import type { Span } from '../text/span.ts';
import type { Anchor } from '../tree/document.ts';
import { rangeOf } from './lsp.ts';
import { declarationOf, nameAt, usesOf } from './program-navigation.ts';
import type { Part, View } from './view.ts';
import { partAt } from './view.ts';

/** From an alias to the anchor that it repeats, from an expression to the key that declares its name, each to itself; null elsewhere. */
export function definition(view: View, offset: number): Location | null {
  const named = anchorAt(view, offset);
  if (named) return locate(view, named, named.anchor.span);
  const used = nameAt(view, offset);
  const span = used && declarationOf(used);
  return span ? locate(view, used, span) : null;
}

/**
 * What means the same as the place at the offset: the aliases of an anchor, the expressions that use a name. The anchor
 * or the key that declares the name is among them where it is asked for.
 */
export function references(view: View, offset: number, includeDeclaration: boolean): Location[] {
  const named = anchorAt(view, offset);
  if (named) {
    const { span, uses } = named.anchor;
    return [...(includeDeclaration ? [span] : []), ...uses].map((each) => locate(view, named, each));
  }
  const used = nameAt(view, offset);
  return used ? usesOf(used, includeDeclaration).map((each) => locate(view, used, each)) : [];
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
