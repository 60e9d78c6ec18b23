/** Where in a file an object and its fields are written. */
import { newestMinor } from '../contract/version.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import { shift } from '../text/span.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { bindObjects } from './bind-document.ts';
import type { BoundResource } from './bind-document.ts';
import type { Bound } from './bind.ts';
import { member } from './bind.ts';

/** An object of a file, and the document that it stands in. */
export interface PlacedObject extends BoundResource {
  readonly document: Document;
  /** Where the document starts in the file. */
  readonly start: number;
  /** The number of the object in the file. */
  readonly ordinal: number;
}

/** All objects of the file in the order of their numbers. */
export const objectsIn = memo(({ parts }: SourceFile): readonly PlacedObject[] => {
  const objects = parts.flatMap(({ start, document }) =>
    bindObjects(document, newestMinor).map((bound) => ({ ...bound, document, start })),
  );
  return objects.map((object, ordinal) => ({ ...object, ordinal }));
});

/** The value of a field in the file; the name of the object, or its kind, where the path leads nowhere. Undefined without the object. */
export function placeOfField(file: SourceFile, ordinal: number, path: Path): Span | undefined {
  const object = objectsIn(file)[ordinal];
  return object && shift(fieldSpan(object, path), object.start);
}

function fieldSpan({ binding: { root }, resource }: PlacedObject, path: Path): Span {
  const node = (path.length > 0 && nodeAt(root, path)) || nodeAt(root, ['metadata', 'name']);
  if (!node) return resource.head;
  const { span } = node.value;
  return span.start === span.end && node.entry ? node.entry.key : span;
}

/** The bound value at the path; undefined where nothing is written there. */
export function nodeAt(root: Bound, path: Path): Bound | undefined {
  return path.reduce<Bound | undefined>(
    (node, step) => (typeof step === 'number' ? node?.children[step] : node && member(node, step)),
    root,
  );
}
