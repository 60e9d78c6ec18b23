/** The object that is being written at a place, among all files. */
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { partAt } from '../view.ts';
import type { Files, View } from '../view.ts';

export interface CursorPlace {
  readonly files: Files;
  readonly view: View;
  readonly offset: number;
}

export interface OwnObject extends CursorPlace {
  readonly object: PlacedObject;
  readonly entry: IndexedObject;
}

/** The object that holds the place. */
export function objectAt(at: CursorPlace): OwnObject | undefined {
  const { view, offset } = at;
  const holds = ({ start, resource: { span } }: PlacedObject): boolean =>
    start + span.start <= offset && offset <= start + span.end;
  return withEntry(objectsIn(view.file).find(holds), at);
}

/** The last object of the type that starts before the place: what is typed just now may have ended it too early. */
export function ownObject(at: CursorPlace, type: string): OwnObject | undefined {
  const { view, offset } = at;
  const document = partAt(view, offset)?.document;
  const objects = objectsIn(view.file).filter((each) => each.document === document && each.resource.type === type);
  const object = objects.findLast((each) => each.start + each.resource.span.start <= offset) ?? objects[0];
  return withEntry(object, at);
}

function withEntry(object: PlacedObject | undefined, at: CursorPlace): OwnObject | undefined {
  const entry = object && at.files.workspace.entriesIn(at.view.uri)[object.ordinal];
  return entry && { ...at, object, entry };
}
