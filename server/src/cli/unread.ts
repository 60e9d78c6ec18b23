/** Reports documents that cannot be read, so that an empty answer is not taken for a correct one. */
import { kinds } from '../contract/contract.ts';
import { positionAtOffset } from '../reports/locate.ts';
import type { FilePlace } from '../reports/report.ts';
import { shift, type Span } from '../text/span.ts';
import { placeText } from './object-places.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import type { Source } from './source.ts';
import type { Sources } from './sources.ts';

export function unreadIn(source: Source, files: Sources): readonly string[] {
  if (!namesKind(source.text)) return [];
  const isEmpty = ({ resources, text }: Document): boolean => resources.length === 0 && namesKind(text);
  return unreadDocuments(source, files.read(source), isEmpty);
}

function namesKind(text: string): boolean {
  return kinds.some((kind) => text.includes(kind));
}

/** The same for the documents that concern the command. */
export function unreadDocuments(
  source: Source,
  file: SourceFile,
  isConcern: (document: Document) => boolean,
): readonly string[] {
  return file.parts.flatMap(({ start, document }) => {
    const [issue] = document.issues;
    const { unreadLanguage } = document;
    if (unreadLanguage !== undefined) {
      const place = placeIn({ start, end: start });
      return [
        `${placeText(place)}: This is written in another language (${unreadLanguage}), which is not read. Use its output.`,
      ];
    }
    if (!issue || !isConcern(document)) return [];
    return [`${placeText(placeIn(shift(issue.span, start)))}: ${issue.message}`];
  });

  function placeIn(span: Span): FilePlace {
    const { name, built } = source.input;
    return built?.placeOf(span) ?? { name, ...positionAtOffset(file, span.start) };
  }
}
