/** Places as a client wants them: as links that say where they start, or as plain locations. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { Location, LocationLink } from 'vscode-languageserver-types';
import { rangeOf } from '../../features/lsp.ts';
import type { NavigationLink } from '../../features/navigation/navigation.ts';
import type { ViewPlace } from '../../features/navigation/related-places.ts';
import type { TextRequest } from '../protocol/request.ts';

/** Null where the way leads nowhere. */
export function linksFor(
  way: NavigationLink | undefined,
  gesture: 'definition' | 'implementation',
  { session, view }: TextRequest,
): Location[] | LocationLink[] | null {
  if (!way || way.places.length === 0) return null;
  if (!hasLinks(session.client, gesture)) return way.places.map(locationOf);
  const originSelectionRange = rangeOf(view.located, way.origin);
  return way.places.map(({ view: { uri, located }, span, whole }) => ({
    originSelectionRange,
    targetUri: uri,
    targetRange: rangeOf(located, whole),
    targetSelectionRange: rangeOf(located, span),
  }));
}

export function locationOf({ view: { uri, located }, span }: ViewPlace): Location {
  return { uri, range: rangeOf(located, span) };
}

function hasLinks({ textDocument }: ClientCapabilities, gesture: 'definition' | 'implementation'): boolean {
  return textDocument?.[gesture]?.linkSupport === true;
}
