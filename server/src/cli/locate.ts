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

const startsOf = memo(({ text }: SourceFile) => lineStarts(text));

/** Looks places up in the files of one run. */
export function locator(files: readonly CheckedFile[]): Report['locate'] {
  let byUri: ReadonlyMap<string, CheckedFile> | undefined;
  const inOther = ({ uri, ordinal }: Entry, path: Path): Place | undefined => {
    byUri ??= new Map(files.map((each) => [each.uri, each]));
    const file = byUri.get(uri);
    const span = file && placeOfField(file.file, ordinal, path);
    return span && placeIn(file, span.start);
  };
  return (related: Related, file: CheckedFile, { start }: Finding) =>
    'span' in related ? placeIn(file, related.span.start + start) : inOther(related.entry, related.path);
}

function placeIn({ name, file }: CheckedFile, offset: number): Place {
  const { line, character } = positionAt(startsOf(file), offset);
  return { name, line: line + 1, column: character + 1 };
}
