/** Locates the related places of findings. */
import { placeOfField } from '../analysis/workspace/places.ts';
import type { RelatedPlace } from '../lint/rule.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import type { TextOrigin, SourceFile } from '../tree/document.ts';
import type { FilePlace, LineAndColumn } from './report.ts';

/** Undefined for an unknown place. `start` is the start of the finding's document in the file. */
export type Locate = (related: RelatedPlace, file: SourceFile, start: number) => FilePlace | undefined;

export const lineStartsOf = memo(({ text }: Pick<SourceFile, 'text'>) => lineStarts(text));

const wholeText: TextOrigin = { lines: 0, firstLine: 0, columns: 0 };

interface Files {
  readonly treeOf: (uri: string) => SourceFile | undefined;
  readonly nameOf: (uri: string) => string;
}

export function locator(own: string, files: Files): Locate {
  return (related, file, start) => {
    if ('span' in related) return { name: files.nameOf(own), ...positionAtOffset(file, related.span.start + start) };
    const { uri, ordinal } = related.entry;
    const other = files.treeOf(uri);
    const span = other && placeOfField(other, ordinal, related.path);
    return span && { name: files.nameOf(uri), ...positionAtOffset(other, span.start) };
  };
}

export function positionAtOffset(file: Pick<SourceFile, 'text' | 'origin'>, offset: number): LineAndColumn {
  const { line, character } = positionAt(lineStartsOf(file), offset);
  const { lines, firstLine, columns } = file.origin ?? wholeText;
  return { line: line + lines + 1, column: character + (line === firstLine ? columns : 0) + 1 };
}
