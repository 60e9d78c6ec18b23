/** Where the other places are that findings point to. */
import { placeOfField } from '../analysis/workspace/places.ts';
import type { RelatedPlace } from '../lint/rule.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import type { SourceFile } from '../tree/document.ts';
import type { FilePlace, LineAndColumn } from './report.ts';

/** Finds the place for a finding in the file, whose document starts there; undefined for one that is not to be seen. */
export type Locate = (related: RelatedPlace, file: SourceFile, start: number) => FilePlace | undefined;

/** Where the lines of a file start; made when somebody asks first. */
export const lineStartsOf = memo(({ text }: Pick<SourceFile, 'text'>) => lineStarts(text));

/** The files that can be looked into, by their URIs. */
interface Files {
  readonly treeOf: (uri: string) => SourceFile | undefined;
  readonly nameOf: (uri: string) => string;
}

/** Looks places up for the findings of the file of that URI. */
export function locator(own: string, files: Files): Locate {
  return (related, file, start) => {
    if ('span' in related) return { name: files.nameOf(own), ...positionAtOffset(file, related.span.start + start) };
    const { uri, ordinal } = related.entry;
    const other = files.treeOf(uri);
    const span = other && placeOfField(other, ordinal, related.path);
    return span && { name: files.nameOf(uri), ...positionAtOffset(other, span.start) };
  };
}

/** As it is shown. */
export function positionAtOffset(file: Pick<SourceFile, 'text'>, offset: number): LineAndColumn {
  const { line, character } = positionAt(lineStartsOf(file), offset);
  return { line: line + 1, column: character + 1 };
}
