/** Where the other places are that findings point to. */
import { placeOfField } from '../analysis/places.ts';
import type { Related } from '../lint/rule.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Place } from './report.ts';
import type { Source, Sources } from './sources.ts';

/** Finds the place for a finding in the file, whose document starts there; undefined for one that is not to be seen. */
export type Locate = (related: Related, file: SourceFile, start: number) => Place | undefined;

/** Where the lines of a file start; made when somebody asks first. */
export const startsOf = memo(({ text }: Pick<SourceFile, 'text'>) => lineStarts(text));

/** Looks places up for the findings of one file. */
export function locator({ input }: Source, sources: Sources): Locate {
  return (related, file, start) => {
    if ('span' in related) return placeIn(input.name, file, related.span.start + start);
    const { uri, ordinal } = related.entry;
    const other = sources.fileAt(uri);
    const span = other && placeOfField(other, ordinal, related.path);
    return span && placeIn(sources.nameOf(uri), other, span.start);
  };
}

function placeIn(name: string, file: SourceFile, offset: number): Place {
  const { line, character } = positionAt(startsOf(file), offset);
  return { name, line: line + 1, column: character + 1 };
}
