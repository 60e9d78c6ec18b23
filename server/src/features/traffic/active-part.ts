/** Finds the part of a picture that the cursor is on, for lighting it up: an address, a port, a client or an object. */
import { objectsIn, placeOfField, type PlacedObject } from '../../analysis/workspace/places.ts';
import type { Picture, PictureObject } from '../../analysis/picture/picture.ts';
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import type { Path } from '../../tree/path.ts';
import { objectHolding } from '../navigation/object-at-cursor.ts';
import { nodesAt, partAt, type View } from '../view.ts';

/** The offset of what the line of the cursor starts with, for a cursor in the blanks before it. */
export function offsetOfContent({ located }: View, offset: number): number {
  const { document } = located;
  const { line } = document.positionAt(offset);
  const start = document.offsetAt({ line, character: 0 });
  const text = located.slice(start, document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER }));
  const [blanks = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(text) ?? [];
  return Math.max(offset, start + blanks.length);
}

/** The object that holds the offset (UTF-16 units of the file), else the last one of its document that starts before. */
export function objectNear(view: View, offset: number): PlacedObject | undefined {
  const objects = objectsIn(view.file);
  const document = partAt(view, offset)?.document;
  return (
    objectHolding(objects, offset) ??
    objects.findLast((each) => each.document === document && each.start + each.resource.span.start <= offset)
  );
}

/** The id of the part; null where the picture has none of what is at the offset (UTF-16 units of the file). */
export function activePart(picture: Picture, view: View, offset: number): string | null {
  const at = offsetOfContent(view, offset);
  const object = objectNear(view, at);
  if (!object) return null;
  const ids = new Map<string, string>();
  for (const { id, file, range } of partsOf(picture))
    if (file === view.uri && range) {
      const key = `${range[0]}:${range[1]}`;
      if (!ids.has(key)) ids.set(key, id);
    }
  const path = nodesAt(object.binding, at - object.start).at(-1)?.path ?? [];
  for (const field of fieldsOfParts(path)) {
    const span = placeOfField(view.file, object.ordinal, field);
    if (!span) continue;
    const { line, character } = view.located.document.positionAt(span.start);
    const id = ids.get(`${line + 1}:${character + 1}`);
    if (id !== undefined) return id;
  }
  return null;
}

/** The fields at which parts are drawn, from the one of the path to the name of the object. */
function fieldsOfParts(path: Path): readonly Path[] {
  const [first, second, third, fourth] = path;
  const fields = path.map((_, i) => path.slice(0, path.length - i));
  const isListed = third === 'addresses' || third === 'notReadyAddresses';
  if (first === 'endpoints' && second !== undefined && !(third === 'addresses' && fourth !== undefined))
    fields.unshift(['endpoints', second, 'addresses', 0]);
  if (first === 'subsets' && second !== undefined && isListed && fourth !== undefined)
    fields.unshift([first, second, third, fourth, 'ip']);
  return [...fields, ['metadata', 'name']];
}

type Part = TrafficPlace & { readonly id: string };

/** All parts with an id; those of objects before those of their Service, which can have the same place. None before a change. */
function partsOf({ services, strays }: Picture): readonly Part[] {
  const ofObjects = (objects: readonly PictureObject[]): readonly Part[] =>
    objects.flatMap((object) => [object, ...object.addresses]);
  return [
    ...services
      .filter(({ state }) => state !== 'before')
      .flatMap((service) => [...ofObjects(service.objects), ...service.ports, ...service.clients, service]),
    ...ofObjects(strays),
  ];
}
