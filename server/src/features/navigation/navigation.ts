/**
 * textDocument/definition, implementation and references: YAML anchors and the names of a program in their document, and
 * what objects call each other over all files.
 */
import { shift } from '../../text/span.ts';
import type { Span } from '../../text/span.ts';
import { anchorAt, anchorPlaces } from './anchors.ts';
import { mentionAt } from './mentions.ts';
import { declarationOf, nameAt, usesOf } from './program-navigation.ts';
import { counterpartsOf, declarationPlaces, occurrencesOf } from './related-places.ts';
import type { ViewPlace } from './related-places.ts';
import type { Files, LocatedDocument, View } from '../view.ts';

/** Where the way starts, and where it leads. */
export interface NavigationLink {
  readonly origin: Span;
  readonly places: readonly ViewPlace[];
}

/**
 * From an alias to its anchor, from an expression to the key that declares its name, from a name to the object that has
 * it; each of these leads to itself. Undefined elsewhere.
 */
export function definition(view: View, offset: number, files: Files): NavigationLink | undefined {
  const named = anchorAt(view, offset);
  if (named) return way(named.chosen, view, named, [named.anchor.span]);
  const used = nameAt(view, offset);
  if (used) {
    const declared = declarationOf(used);
    return declared && way(used.chosen.span, view, used, [declared]);
  }
  const mention = mentionAt(view, offset, files);
  return mention && { origin: mention.span, places: declarationPlaces(mention, files) };
}

/** From a Service to its Endpoints, slices and patches, and from those to what they belong to. */
export function implementation(view: View, offset: number, files: Files): NavigationLink | undefined {
  if (anchorAt(view, offset) || nameAt(view, offset)) return undefined;
  const mention = mentionAt(view, offset, files);
  return mention && { origin: mention.span, places: counterpartsOf(mention, files) };
}

/**
 * What means the same as the place at the offset. What declares it (the anchor, the key of a program, the Service, the
 * object that is referred to) is among them where it is asked for.
 */
export function references(
  view: View,
  offset: number,
  files: Files,
  includeDeclaration: boolean,
): readonly ViewPlace[] {
  const named = anchorAt(view, offset);
  if (named) return placesIn(view, named, includeDeclaration ? anchorPlaces(named.anchor) : named.anchor.uses);
  const used = nameAt(view, offset);
  if (used) return placesIn(view, used, usesOf(used, includeDeclaration));
  const mention = mentionAt(view, offset, files);
  if (!mention) return [];
  return occurrencesOf(mention, files).filter(({ isDeclaration }) => includeDeclaration || !isDeclaration);
}

function way(origin: Span, view: View, part: LocatedDocument, spans: readonly Span[]): NavigationLink {
  return { origin: shift(origin, part.start), places: placesIn(view, part, spans) };
}

function placesIn(view: View, { start }: LocatedDocument, spans: readonly Span[]): readonly ViewPlace[] {
  return spans.map((each) => {
    const span = shift(each, start);
    return { view, span, whole: span };
  });
}
