/** Names what is too broken to be read, so that nobody takes silence for an answer. */
import { kinds } from '../contract/contract.ts';
import { lineStarts, positionAt } from '../text/line-index.ts';
import { placeText } from './places.ts';
import type { Source, Sources } from './sources.ts';

/** Documents that may well hold an object of ours, but are too broken to tell. */
export function unreadIn(source: Source, files: Sources): readonly string[] {
  if (!kinds.some((kind) => source.text.includes(kind))) return [];
  const { text, parts } = files.fileOf(source);
  return parts.flatMap(({ start, document }) => {
    const [issue] = document.issues;
    if (!issue || document.resources.length > 0 || !kinds.some((kind) => document.text.includes(kind))) return [];
    const { line, character } = positionAt(lineStarts(text), start + issue.span.start);
    return [`${placeText({ name: source.input.name, line: line + 1, column: character + 1 })}: ${issue.message}`];
  });
}
