/** The document that shows what server-side apply makes of an object: its text, and what the text depends on. */
import { forecast } from '../../analysis/apply/forecast.ts';
import type { Forecast } from '../../analysis/apply/forecast.ts';
import { plainJson } from '../../analysis/apply/json-value.ts';
import { applyListing } from '../../analysis/apply/apply-listing.ts';
import type { PlaceOf } from '../../analysis/apply/apply-listing.ts';
import { obstacleText } from '../../analysis/apply/obstacle.ts';
import { nodeAt } from '../../analysis/binding/bind.ts';
import { objectsIn, placeOfField } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { kindOfType } from '../../contract/contract.ts';
import { positionOf } from '../../features/lsp.ts';
import { shownFile, shownName, shownNamespace } from '../../features/navigation/object-words.ts';
import type { Files, View } from '../../features/view.ts';
import { annotated } from '../../edits/annotated.ts';
import { pathText } from '../../tree/path.ts';
import type { Path } from '../../tree/path.ts';
import { commented } from './comment-lines.ts';
import { settingsOf } from '../session.ts';
import type { Session } from '../session.ts';
import type { ShownSubject, ShownText } from './shown-subject.ts';
import { findShown } from './shown-object.ts';

/** Never empty: where nothing certain can be said, it says why. */
export function shownApplyText(session: Session, subject: ShownSubject): ShownText {
  const { uri } = subject;
  if (!settingsOf(session, uri).isOn.apply)
    return { text: commented(['The setting "apply" is off.']), keys: new Set(), uris: new Set() };
  const { files, view, around, answers } = findShown(session, subject);
  const drawn =
    view && around
      ? draw(around, view, files)
      : { text: commented([`${shownFile(uri, files)} does not hold this object any more.`]), entries: [] };
  const uris = new Set([uri, ...drawn.entries.map((entry) => entry.uri)]);
  return { text: drawn.text, keys: new Set(answers.keys()), uris };
}

interface Drawn {
  readonly text: string;
  /** Whose places it names. */
  readonly entries: readonly IndexedObject[];
}

function draw(around: RelatedObjects, { minor }: View, files: Files): Drawn {
  const named: IndexedObject[] = [];
  const placeOf: PlaceOf = (entry, path = []) => {
    named.push(entry);
    return placeText(entry, path, files);
  };
  const title = titleOf(around.entry);
  const obstacle = obstacleText(around, minor, placeOf);
  const all = obstacle === undefined ? forecast(around, minor) : undefined;
  const text = all
    ? drawForecast(all, title, placeOf)
    : commented([`${title}: what becomes of it cannot be told.`, '', obstacle ?? '']);
  return { text, entries: named };
}

function drawForecast(all: Forecast, title: string, placeOf: PlaceOf): string {
  const { head, object, notes } = applyListing(all, title, placeOf);
  const above = commented(head);
  return object ? `${above}\n${annotated(plainJson(object), (path) => notes.get(pathText(path)))}` : above;
}

/** `Endpoints shop/orders-db`; a patch is of the kind that it changes. */
function titleOf(entry: IndexedObject): string {
  const namespace = shownNamespace(entry);
  return `${kindOfType(entry.facts.kind)} ${namespace === '' ? '' : `${namespace}/`}${shownName(entry)}`;
}

/** `shop/main.yaml:12`: the line of the field, or of what holds it, or of the object's name. */
function placeText({ uri, ordinal }: IndexedObject, path: Path, files: Files): string {
  const view = files.view(uri);
  const object = view && objectsIn(view.file)[ordinal];
  const name = shownFile(uri, files);
  if (!view || !object) return name;
  const written = path.map((_, i) => path.slice(0, path.length - i)).find((each) => nodeAt(object.binding.root, each));
  const span = placeOfField(view.file, ordinal, written ?? []);
  return span ? `${name}:${positionOf(view.located, span.start).line + 1}` : name;
}
