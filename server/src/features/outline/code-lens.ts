/** textDocument/codeLens: endpoints and related objects above each resource, its slices, and the applied object. */
import type { CodeLens, Range } from 'vscode-languageserver-types';
import { member } from '../../analysis/binding/bind.ts';
import { kindOfType } from '../../contract/contract.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { familyFinder } from '../../analysis/workspace/family.ts';
import { aroundsIn, objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { hasForecast, showApply } from '../shown/apply-target.ts';
import { builtAround } from '../shown/built-around.ts';
import { showPlaces } from './lens-places.ts';
import { builtPhrase, showBuilt } from '../shown/built-target.ts';
import { hasRefusedAddress } from './address-counts.ts';
import { relationLens, type RelationLens } from './code-lens-relations.ts';
import { mirrorPhrase, outlookIn, showSlices } from '../shown/mirror-target.ts';
import { endpointPhrase } from './endpoint-counts.ts';
import { rangeOf } from '../lsp.ts';
import { resourcesOf, type Files, type LocatedResource, type View } from '../view.ts';

/** The lenses of each resource, in the order of lines: endpoints, related objects, slices, builds, apply. */
export function codeLenses(
  view: View,
  files: Pick<Files, 'workspace' | 'rootsOf' | 'overlay'>,
  options: LensOptions,
): CodeLens[] {
  const { workspace } = files;
  const arounds = aroundsIn(view, workspace);
  const familyOf = familyFinder(workspace);
  const objects = objectsIn(view.file).map((object) => ({ object, around: arounds[object.ordinal] }));
  return [
    ...resourcesOf(view).flatMap((located) => lensAt(view, located, phraseOf(located))),
    ...objects.flatMap(({ object, around }) =>
      relatedLens(view, object, around && relationLens(around.entry, workspace, familyOf), options),
    ),
    ...objects.flatMap(({ object, around }) => mirrorLens(view, object, around, options)),
    ...objects.flatMap(({ object, around }) =>
      builtLens(view, object, around && builtPhrase(around.entry, files), options),
    ),
    ...(options.canShowApply
      ? objects.flatMap(({ object, around }) =>
          applyLens(view, object, (around && builtAround(around.entry, files)?.around) ?? around),
        )
      : []),
  ].sort((a, b) => a.range.start.line - b.range.start.line);
}

export interface LensOptions {
  readonly canShowApply: boolean;
  readonly canShowSlices: boolean;
  readonly canShowBuilt: boolean;
  readonly canShowPlaces: boolean;
}

/** The related objects. The client asks for their places when the user selects the lens. */
function relatedLens(
  view: View,
  object: PlacedObject,
  lens: RelationLens | undefined,
  { canShowPlaces }: LensOptions,
): CodeLens[] {
  if (!canShowPlaces || !lens || lens.lists.length === 0) return lensAt(view, object, lens?.title);
  const range = rangeAt(view, object);
  return [{ range, command: showPlaces(view.uri, range.start, lens.title) }];
}

/** The slices that the mirroring controller makes of an accepted Endpoints. The lens opens them in a client that can show them. */
function mirrorLens(
  view: View,
  object: PlacedObject,
  around: RelatedObjects | undefined,
  { canShowSlices }: LensOptions,
): CodeLens[] {
  if (hasRefusedAddress(object.binding, view.minor)) return [];
  const outlook = outlookIn(object, around, view.minor);
  const title = outlook && mirrorPhrase(outlook);
  if (outlook === undefined || title === undefined) return [];
  if (!canShowSlices || outlook.outcome.kind !== 'slices') return lensAt(view, object, title);
  const range = rangeAt(view, object);
  return [{ range, command: showSlices(view.uri, range.start, title) }];
}

/** What overlays build of the object. */
function builtLens(
  view: View,
  object: PlacedObject,
  title: string | undefined,
  { canShowBuilt }: LensOptions,
): CodeLens[] {
  if (title === undefined || !canShowBuilt) return lensAt(view, object, title);
  const range = rangeAt(view, object);
  return [{ range, command: showBuilt(view.uri, range.start, title) }];
}

/** None where no patch and no live state is known. */
function applyLens(view: View, object: PlacedObject, around: RelatedObjects | undefined): CodeLens[] {
  if (!around?.entry.facts.applied || !hasForecast(around)) return [];
  const range = rangeAt(view, object);
  return [{ range, command: { ...showApply(view.uri, range.start), title: 'show the result of server-side apply' } }];
}

function lensAt(view: View, at: Pick<LocatedResource, 'start' | 'resource'>, title: string | undefined): CodeLens[] {
  return title === undefined ? [] : [{ range: rangeAt(view, at), command: { title, command: '' } }];
}

function rangeAt({ located }: View, { start, resource: { span } }: Pick<LocatedResource, 'start' | 'resource'>): Range {
  return rangeOf(located, { start: start + span.start, end: start + span.start });
}

function phraseOf(located: LocatedResource): string | undefined {
  const { resource, binding, document } = located;
  const content = kindOfType(resource.type) === 'EndpointSlice' ? 'endpoints' : 'subsets';
  const isUnwritten = !member(binding.root, content) && !binding.root.value.isOpen;
  if (isUnwritten && resource.isPartial) return 'does not change the endpoints';
  const phrase = endpointPhrase(located);
  if (phrase !== undefined || document.issues.length > 0) return phrase;
  return resource.form === 'pulumi' ? 'endpoints known when the program runs' : 'endpoints known after rendering';
}
