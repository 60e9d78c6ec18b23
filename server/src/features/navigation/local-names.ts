/** Finds names that count within one document: YAML anchors with their aliases, and the names of a Pulumi program. */
import type { Span } from '../../text/span.ts';
import type { Anchor } from '../../tree/document.ts';
import { programNames } from './program-names.ts';
import { partAt, type LocatedDocument, type View } from '../view.ts';

export interface LocalPlace {
  readonly span: Span;
  /** True for an anchor, or for the key that declares a name of a program. */
  readonly isDeclaration: boolean;
}

export interface LocalName extends LocatedDocument {
  readonly chosen: LocalPlace;
  /** All places of the name, in order; an anchor comes before its aliases. */
  readonly places: readonly LocalPlace[];
}

/** The name at the offset of the file (UTF-16 units); undefined where there is none. */
export function localNameAt(view: View, offset: number): LocalName | undefined {
  return anchorAt(view, offset) ?? programNameAt(view, offset);
}

/** The anchor of `&name` or `*name` at the offset, also behind a merge key; undefined where there is none. */
export function anchorAt(view: View, offset: number): (LocalName & { readonly anchor: Anchor }) | undefined {
  const part = partAt(view, offset);
  for (const anchor of part?.document.anchors ?? []) {
    const uses = anchor.uses.map((span) => ({ span, isDeclaration: false }));
    const places = [{ span: anchor.span, isDeclaration: true }, ...uses];
    const chosen = part && placeAt(places, offset - part.start);
    if (chosen) return { ...part, anchor, chosen, places };
  }
  return undefined;
}

/** The name of a program that a key or an expression at the offset means; undefined where there is none. */
export function programNameAt(view: View, offset: number): (LocalName & { readonly name: string }) | undefined {
  const part = partAt(view, offset);
  const names = part ? programNames(part.document) : [];
  const chosen = part && placeAt(names, offset - part.start);
  if (!chosen) return undefined;
  const places = names.filter(({ name }) => name === chosen.name).toSorted((a, b) => a.span.start - b.span.start);
  return { ...part, name: chosen.name, chosen, places };
}

function placeAt<P extends LocalPlace>(places: readonly P[], at: number): P | undefined {
  return places.find(({ span: { start, end } }) => start <= at && at <= end);
}
