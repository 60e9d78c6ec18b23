/** Locates the objects of a file and their fields, with their surroundings in the workspace. */
import { newestMinor } from '../../contract/version.ts';
import { memo } from '../../text/memo.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document, SourceFile } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { valueAtPath } from '../../tree/value.ts';
import { bindObjects, type BoundResource } from '../binding/bind-document.ts';
import { nodeAt } from '../binding/bind.ts';
import type { Answers, RelatedObjects } from './file-around.ts';
import type { IndexedObject } from './indexed-object.ts';
import type { Workspace } from './workspace.ts';

export interface PlacedObject extends BoundResource {
  readonly document: Document;
  /** The offset of the document in the file, in UTF-16 units. */
  readonly start: number;
  readonly ordinal: number;
}

export const objectsIn = memo(({ parts }: SourceFile): readonly PlacedObject[] => {
  const objects = parts.flatMap(({ start, document }) =>
    bindObjects(document, newestMinor).map((bound) => ({ ...bound, document, start })),
  );
  return objects.map((object, ordinal) => ({ ...object, ordinal }));
});

/** The surroundings of each object of the file, by ordinal. Questions and answers are added to `answers`. */
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

/** The surroundings of one object of the file, as rules see them; undefined where the object is missing. */
export function aroundInFile(
  { uri, ordinal }: Pick<IndexedObject, 'uri' | 'ordinal'>,
  file: SourceFile,
  workspace: Workspace,
): RelatedObjects | undefined {
  const objects = objectsIn(file);
  const document = objects[ordinal]?.document;
  if (!document) return undefined;
  const first = objects.findIndex((each) => each.document === document);
  return workspace.aroundForRules(uri).of(document, first, new Map())[ordinal - first];
}

/** The span of a field in the file, else of the object's name or head; undefined where the object is missing. */
export function placeOfField(file: SourceFile, ordinal: number, path: Path): Span | undefined {
  const object = objectsIn(file)[ordinal];
  return object && shift(fieldSpan(object, path), object.start);
}

function fieldSpan({ binding: { root }, resource }: PlacedObject, path: Path): Span {
  const node = (path.length > 0 && nodeAt(root, path)) || nodeAt(root, ['metadata', 'name']);
  // Of other kinds, only the metadata is bound.
  const value = path.length > 0 && !nodeAt(root, path) ? valueAtPath(resource.properties, path) : undefined;
  if (value && value.span.start < value.span.end) return value.span;
  if (!node) return resource.head;
  const { span } = node.value;
  return span.start === span.end && node.entry ? node.entry.key : span;
}
