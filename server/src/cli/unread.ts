/** Reports documents that cannot be read, so that an empty answer is not taken for a correct one. */
import { kinds } from '../contract/contract.ts';
import { positionAtOffset } from '../reports/locate.ts';
import type { FilePlace } from '../reports/report.ts';
import { shift, type Span } from '../text/span.ts';
import { placeText } from './object-places.ts';
import type { Source } from './source.ts';
import type { Sources } from './sources.ts';

export function unreadIn(source: Source, files: Sources): readonly string[] {
  if (!kinds.some((kind) => source.text.includes(kind))) return [];
  const file = files.read(source);
  return file.parts.flatMap(({ start, document }) => {
    const [issue] = document.issues;
    const { unreadLanguage } = document;
    if (unreadLanguage !== undefined) {
      const place = placeIn({ start, end: start });
      return [
        `${placeText(place)}: This is written in another language (${unreadLanguage}), which is not read. Use its output.`,
      ];
    }
    if (!issue || document.resources.length > 0 || !kinds.some((kind) => document.text.includes(kind))) return [];
    return [`${placeText(placeIn(shift(issue.span, start)))}: ${issue.message}`];
  });

  function placeIn(span: Span): FilePlace {
    const { name, built } = source.input;
    return built?.placeOf(span) ?? { name, ...positionAtOffset(file, span.start) };
  }
}
