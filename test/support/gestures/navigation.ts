/** Prints highlights, definitions, references and links, one line per place. */
import { DocumentHighlightKind } from 'vscode-languageserver-types';
import { documentLinks } from '../../../server/src/features/navigation/document-links.ts';
import { highlights } from '../../../server/src/features/navigation/highlights.ts';
import { rangeOf } from '../../../server/src/features/lsp.ts';
import { definition, implementation, references } from '../../../server/src/features/navigation/navigation.ts';
import {
  kustomizeDefinition,
  patchFileDefinition,
  pathLinks,
  targetReferences,
} from '../../../server/src/features/kustomize/kustomization-places.ts';
import type { ViewPlace } from '../../../server/src/features/navigation/related-places.ts';
import { uniqueBy } from '../../../server/src/text/group.ts';
import type { View } from '../../../server/src/features/view.ts';
import { projectUri, type Input } from '../gesture-page.ts';
import { placeOf, quoted } from './places.ts';

const kinds = new Map<number, string>(
  Object.entries(DocumentHighlightKind).map(([name, kind]) => [kind, name.toLowerCase()]),
);

export function drawHighlights({ view, files, offsets }: Input): string {
  return highlights(view, offsets[0] ?? 0, files)
    .map(({ range, kind }) => `${placeOf(range)} ${quoted(view.located, range)} ${kinds.get(kind ?? 0)}`)
    .join('\n');
}

export function drawDefinition({ view, files, offsets }: Input): string {
  const offset = offsets[0] ?? 0;
  const at = { view, offset, files };
  const own = definition(view, offset, files);
  const isAlone = own?.places.every((place) => place.view.uri === view.uri) ?? true;
  const found = kustomizeDefinition(at) ?? (isAlone ? patchFileDefinition(at) : undefined) ?? own;
  return drawPlaces(found?.places ?? [], view);
}

export function drawImplementation({ view, files, offsets }: Input): string {
  return drawPlaces(implementation(view, offsets[0] ?? 0, files)?.places ?? [], view);
}

/** The attribute `declaration` includes the declaration. */
export function drawReferences({ view, files, offsets }: Input, attributes: string): string {
  const offset = offsets[0] ?? 0;
  const found = references(view, offset, files, /\bdeclaration\b/.test(attributes));
  const all = [...found, ...targetReferences({ view, offset, files })];
  return drawPlaces(
    uniqueBy(all, (place) => `${place.view.uri} ${place.span.start}`),
    view,
  );
}

export function drawLinks({ view, files }: Input): string {
  return [...documentLinks(view), ...pathLinks(view, files)]
    .map(({ range, target }) => `${placeOf(range)} ${target?.replace(projectUri, '')}`)
    .join('\n');
}

/** One line per place; a place in another file starts with its path. */
function drawPlaces(places: readonly ViewPlace[], here: View): string {
  return places
    .map(({ view, span }) => {
      const range = rangeOf(view.located, span);
      const path = view.uri === here.uri ? '' : `${view.uri.slice(projectUri.length)}:`;
      return `${path}${placeOf(range)} ${quoted(view.located, range)}`;
    })
    .join('\n');
}
