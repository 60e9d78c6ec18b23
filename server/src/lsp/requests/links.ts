/** Converts places to protocol links with an origin, or to plain locations for clients without links. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { Location, LocationLink } from 'vscode-languageserver-types';
import { rangeOf } from '../../features/lsp.ts';
import type { NavigationLink } from '../../features/navigation/navigation.ts';
import type { ViewPlace } from '../../features/navigation/related-places.ts';
import type { TextRequest } from '../protocol/request.ts';

/** Null without a place to link to. */
export function linksFor(
  link: NavigationLink | undefined,
  gesture: 'definition' | 'implementation',
  { session, view }: TextRequest,
): Location[] | LocationLink[] | null {
  if (!link || link.places.length === 0) return null;
  if (!hasLinks(session.client, gesture)) return link.places.map(locationOf);
  const originSelectionRange = rangeOf(view.located, link.origin);
  return link.places.map(({ view: { uri, located }, span, whole }) => ({
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
