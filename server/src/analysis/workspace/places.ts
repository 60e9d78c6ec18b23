/** The objects of a file: where they and their fields are written, and what is around them. */
import { newestMinor } from '../../contract/version.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import { shift } from '../../text/span.ts';
import type { Document, SourceFile } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { bindObjects } from '../binding/bind-document.ts';
import type { BoundResource } from '../binding/bind-document.ts';
import { nodeAt } from '../binding/bind.ts';
import type { Answers, RelatedObjects } from './file-around.ts';
import type { Workspace } from './workspace.ts';

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

/** The objects around each object of the file, in the order of their numbers; what is asked of the index goes to `answers`. */
export function aroundsIn(
  { uri, file }: { readonly uri: string; readonly file: SourceFile },
  workspace: Workspace,
  answers: Answers = new Map(),
): readonly RelatedObjects[] {
  const all = workspace.around(uri);
  const arounds: RelatedObjects[] = [];
  for (const { document } of file.parts) arounds.push(...all.of(document, arounds.length, answers));
  return arounds;
}

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
