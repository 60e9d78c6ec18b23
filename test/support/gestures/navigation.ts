/** Draws highlights, definitions, references and links: a line for each place. */
import { DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Location } from 'vscode-languageserver-types';
import { definition, references } from '../../../server/src/features/anchors.ts';
import { documentLinks } from '../../../server/src/features/document-links.ts';
import { highlights } from '../../../server/src/features/highlights.ts';
import type { View } from '../../../server/src/features/view.ts';
import type { Input } from '../gesture-page.ts';
import { placeOf, quoted } from './places.ts';

const kinds = new Map<number, string>(
  Object.entries(DocumentHighlightKind).map(([name, kind]) => [kind, name.toLowerCase()]),
);

export function drawHighlights({ view, offsets }: Input): string {
  return highlights(view, offsets[0] ?? 0)
    .map(({ range, kind }) => `${placeOf(range)} ${quoted(view.located, range)} ${kinds.get(kind ?? 0)}`)
    .join('\n');
}

export function drawDefinition({ view, offsets }: Input): string {
  const found = definition(view, offsets[0] ?? 0);
  return found ? place(view, found) : '';
}

/** With the attribute `declaration` the anchor among them. */
export function drawReferences({ view, offsets }: Input, attributes: string): string {
  return references(view, offsets[0] ?? 0, /\bdeclaration\b/.test(attributes))
    .map((each) => place(view, each))
    .join('\n');
}

export function drawLinks({ view }: Input): string {
  return documentLinks(view)
    .map(({ range, target }) => `${placeOf(range)} ${target}`)
    .join('\n');
}

function place(view: View, { range }: Location): string {
  return `${placeOf(range)} ${quoted(view.located, range)}`;
}
