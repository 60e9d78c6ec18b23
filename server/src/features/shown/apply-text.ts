/** Writes the document that shows an object after all its applies, with the owner of each line. */
import { forecast, type Forecast } from '../../analysis/apply/forecast.ts';
import { plainJson } from '../../analysis/apply/json-value.ts';
import { applyListing, type PlaceOf } from '../../analysis/apply/apply-listing.ts';
import { obstacleText } from '../../analysis/apply/obstacle.ts';
import { nodeAt } from '../../analysis/binding/bind.ts';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { kindOfType } from '../../contract/contract.ts';
import { locateObject } from '../navigation/named-places.ts';
import { shownFile, shownName, shownNamespace } from '../navigation/object-words.ts';
import { aroundToShow, otherOverlayLines } from './around-to-show.ts';
import { notedLines } from '../../edits/annotated.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { commented } from './comment-lines.ts';
import type { DrawText, ShownContext, ShownPart } from './shown-object.ts';

/** Never empty: where the result cannot be known, the text explains why. */
export const applyText: DrawText = (written, context) => {
  const { minor } = context.view;
  const placeOf: PlaceOf = (entry, path = []) => {
    context.uris.add(entry.uri);
    return placeText(entry, path, context);
  };
  const { around, built, others } = aroundToShow(written, context);
  const title = `${titleOf(around.entry)}${built ? `, as ${built.root.name} builds it,` : ''}`;
  const obstacle = obstacleText(around, minor, placeOf);
  const all = obstacle === undefined ? forecast(around, minor) : undefined;
  const more = otherOverlayLines(others);
  if (all) return forecastParts(all, { title, more, placeOf });
  return [commented([`${title}: the result of its applies cannot be known.`, '', obstacle ?? '', ...more])];
};

function forecastParts(
  all: Forecast,
  { title, more, placeOf }: { readonly title: string; readonly more: readonly string[]; readonly placeOf: PlaceOf },
): readonly ShownPart[] {
  const { head, object, notes } = applyListing(all, title, placeOf);
  const above = commented([...head, ...more]);
  return object ? [above, '\n', notedLines(plainJson(object), (path) => notes.get(pathText(path)))] : [above];
}

/** `Endpoints shop/orders-db`. A patch has the kind of the object that it patches. */
function titleOf(entry: IndexedObject): string {
  const namespace = shownNamespace(entry);
  return `${kindOfType(entry.facts.kind)} ${namespace === '' ? '' : `${namespace}/`}${shownName(entry)}`;
}

/** `shop/main.yaml:12`: the line of the field, or else of the nearest field around it, or of the object's name. */
function placeText(entry: IndexedObject, path: Path, { files, lineAt }: ShownContext): string {
  const built = files.builtPlace(entry, path);
  const source = built && files.view(built.uri);
  if (built && source) return lineAt(source, built.span.start);
  const { view, object } = locateObject(entry, files) ?? {};
  if (!view || !object) return shownFile(entry.uri, files);
  const written = path.map((_, i) => path.slice(0, path.length - i)).find((each) => nodeAt(object.binding.root, each));
  const span = placeOfField(view.file, entry.ordinal, written ?? []);
  return span ? lineAt(view, span.start) : shownFile(entry.uri, files);
}
