/** Locates the related places of findings. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { placeOfField } from '../analysis/workspace/places.ts';
import type { RelatedPlace } from '../lint/rule.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import type { Path } from '../tree/path.ts';
import { documentsOf, type TextOrigin, type SourceFile } from '../tree/document.ts';
import type { FilePlace, LineAndColumn } from './report.ts';
import { planAddressAt } from './terraform-place.ts';

/** Undefined for an unknown place. `start` is the start of the finding's document in the file. */
export type Locate = (related: RelatedPlace, file: SourceFile, start: number) => FilePlace | undefined;

export const lineStartsOf = memo(({ text }: Pick<SourceFile, 'text'>) => lineStarts(text));

const wholeText: TextOrigin = { lines: 0, firstLine: 0, columns: 0 };

/** A span in a whole file. */
interface UriSpan {
  readonly uri: string;
  readonly span: Span;
}

interface Files {
  readonly treeOf: (uri: string) => SourceFile | undefined;
  readonly nameOf: (uri: string) => string;
  readonly builds: {
    /** The place of a built object in the files; undefined for an object of a file. */
    readonly placeOf: (entry: IndexedObject, path: Path) => UriSpan | undefined;
  };
}

export function locator(own: string, files: Files): Locate {
  return (related, file, start) => {
    if ('span' in related && related.uri === undefined)
      return placeIn(file, files.nameOf(own), related.span.start + start);
    const place = 'entry' in related ? placeOf(related.entry, related.path, files) : related;
    const other = place && files.treeOf(place.uri);
    return other && placeIn(other, files.nameOf(place.uri), place.span.start);
  };
}

/** A plan of Terraform is one document. */
function placeIn(file: SourceFile, name: string, offset: number): FilePlace {
  const [first] = documentsOf(file);
  const address = first && planAddressAt(first, offset);
  return { name, ...positionAtOffset(file, offset), ...(address !== undefined && { address }) };
}

function placeOf(entry: IndexedObject, path: Path, files: Files): UriSpan | undefined {
  const built = files.builds.placeOf(entry, path);
  const other = built ? undefined : files.treeOf(entry.uri);
  const span = other && placeOfField(other, entry.ordinal, path);
  return built ?? (span && { uri: entry.uri, span });
}

export function positionAtOffset(file: Pick<SourceFile, 'text' | 'origin'>, offset: number): LineAndColumn {
  const { line, character } = positionAt(lineStartsOf(file), offset);
  const { lines, firstLine, columns } = file.origin ?? wholeText;
  return { line: line + lines + 1, column: character + (line === firstLine ? columns : 0) + 1 };
}
