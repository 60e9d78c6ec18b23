/** Where the other places are that findings point to. */
import { placeOfField } from '../analysis/places.ts';
import type { Entry } from '../analysis/resource-index.ts';
import type { Finding } from '../lint/check.ts';
import type { Related } from '../lint/rule.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import type { CheckedFile, Place, Report } from './report.ts';
import type { Sources } from './sources.ts';

const startsOf = memo(({ text }: SourceFile) => lineStarts(text));

/** Looks places up in the files of one run. */
export function locator(sources: Sources): Report['locate'] {
  const names = new Map(sources.all().map(({ uri, input }) => [uri, input.name]));
  const inOther = ({ uri, ordinal }: Entry, path: Path): Place | undefined => {
    const file = sources.fileAt(uri);
    const span = file && placeOfField(file, ordinal, path);
    return span && placeIn(names.get(uri) ?? uri, file, span.start);
  };
  return (related: Related, { name, file }: CheckedFile, { start }: Finding) =>
    'span' in related ? placeIn(name, file, related.span.start + start) : inOther(related.entry, related.path);
}

function placeIn(name: string, file: SourceFile, offset: number): Place {
  const { line, character } = positionAt(startsOf(file), offset);
  return { name, line: line + 1, column: character + 1 };
}
