/** textDocument/definition, implementation and references: names within a document and across all files, and addresses. */
import { canonicalText } from '../../contract/ip.ts';
import { shift, type Span } from '../../text/span.ts';
import { addressAt, addressPlaces } from './address-places.ts';
import { chartValueAt } from './chart-value-places.ts';
import { localNameAt, type LocalName, type LocalPlace } from './local-names.ts';
import { namedPlaceAt } from './named-places.ts';
import { isInCode, outputDefinition } from '../program/output-places.ts';
import { findImplementations, findDeclarations, findOccurrences, type ViewPlace } from './related-places.ts';
import type { Files, View } from '../view.ts';

export interface NavigationLink {
  readonly origin: Span;
  readonly places: readonly ViewPlace[];
}

/** Links a use of a name or of a chart's value to its declaration, and a declaration to itself. Undefined where nothing has a name. */
export function definition(view: View, offset: number, files: Files): NavigationLink | undefined {
  if (isInCode(view)) return outputDefinition(view, offset) ?? linkOfName(view, offset, files);
  const local = localNameAt(view, offset);
  if (local) {
    const { chosen, places, start } = local;
    const declared = chosen.isDeclaration ? chosen : places.find(({ isDeclaration }) => isDeclaration);
    return declared && { origin: shift(chosen.span, start), places: placesIn(view, local, [declared]) };
  }
  const value = chartValueAt(view, offset, files);
  return value ?? linkOfName(view, offset, files);
}

function linkOfName(view: View, offset: number, files: Files): NavigationLink | undefined {
  const place = namedPlaceAt(view, offset, files);
  return place && { origin: place.span, places: findDeclarations(place, files) };
}

/** The names of a program's variables are answered by the server of its language. */
function localNameIn(view: View, offset: number): LocalName | undefined {
  return isInCode(view) ? undefined : localNameAt(view, offset);
}

/** Links a Service to its Endpoints, slices and patches, and these to their Service or the object that they patch. */
export function implementation(view: View, offset: number, files: Files): NavigationLink | undefined {
  if (localNameIn(view, offset)) return undefined;
  const place = namedPlaceAt(view, offset, files);
  return place && { origin: place.span, places: findImplementations(place, files) };
}

/** All places of the name or the address at the offset, with their declaration if requested; empty where there is none. */
export function references(
  view: View,
  offset: number,
  files: Files,
  includeDeclaration: boolean,
): readonly ViewPlace[] {
  const isIncluded = ({ isDeclaration }: { readonly isDeclaration: boolean }): boolean =>
    includeDeclaration || !isDeclaration;
  const local = localNameIn(view, offset);
  if (local) return placesIn(view, local, local.places.filter(isIncluded));
  const place = namedPlaceAt(view, offset, files);
  if (place) return findOccurrences(place, files).filter(isIncluded);
  const address = canonicalText(addressAt({ view, offset })?.text ?? '');
  return address === undefined ? [] : addressPlaces(address, files);
}

function placesIn(view: View, { start }: LocalName, places: readonly LocalPlace[]): readonly ViewPlace[] {
  return places.map((place) => {
    const span = shift(place.span, start);
    return { view, span, whole: span };
  });
}
