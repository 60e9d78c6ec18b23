/** Finds the object at the cursor and its entry in the index of the workspace. */
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { comparePlaces, contains } from '../../text/span.ts';
import { partAt, type Files, type View } from '../view.ts';

export interface CursorPlace {
  readonly files: Files;
  readonly view: View;
  readonly offset: number;
}

export interface ObjectAtCursor extends CursorPlace {
  readonly object: PlacedObject;
  readonly entry: IndexedObject;
}

/** The object that holds the cursor; undefined where there is none. */
export function objectAt(at: CursorPlace): ObjectAtCursor | undefined {
  return withEntry(objectHolding(objectsIn(at.view.file), at.offset), at);
}

/** The innermost object that holds the offset of the file (UTF-16 units): a ConfigMap holds the objects of its texts. */
export function objectHolding(objects: readonly PlacedObject[], offset: number): PlacedObject | undefined {
  let found: PlacedObject | undefined;
  for (const each of objects) {
    if ((!found || isInside(each, found)) && holds(each, offset)) found = each;
  }
  return found;
}

function isInside(inner: PlacedObject, outer: PlacedObject): boolean {
  const [span, around] = [inner.resource.span, outer.resource.span];
  return inner.document === outer.document && contains(around, span) && comparePlaces(around, span) !== 0;
}

function holds({ start, resource: { span } }: PlacedObject, offset: number): boolean {
  return start + span.start <= offset && offset <= start + span.end;
}

/** The same, or else the only object. */
export function objectMeant(objects: readonly PlacedObject[], offset: number): PlacedObject | undefined {
  return objectHolding(objects, offset) ?? (objects.length === 1 ? objects[0] : undefined);
}

/** The last object of the type that starts before the cursor. The half-typed text can end the object too early. */
export function typedObject(at: CursorPlace, type: string): ObjectAtCursor | undefined {
  const { view, offset } = at;
  const document = partAt(view, offset)?.document;
  const objects = objectsIn(view.file).filter((each) => each.document === document && each.resource.type === type);
  const object = objects.findLast((each) => each.start + each.resource.span.start <= offset) ?? objects[0];
  return withEntry(object, at);
}

function withEntry(object: PlacedObject | undefined, at: CursorPlace): ObjectAtCursor | undefined {
  const entry = object && at.files.workspace.entriesIn(at.view.uri)[object.ordinal];
  return entry && { ...at, object, entry };
}
