/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { estateOf, type Estate, type EstateOptions } from './estate.ts';
import { commandReaders } from './detect/commands.ts';
import { rbacReaders } from './detect/rbac.ts';
import type { FoundReader, Reader } from './reader.ts';
import { readerWords, searchedText, type NamedText, type SearchedText } from './searched-text.ts';

export type FindReadersIn = (text: SearchedText, estate: Estate) => readonly FoundReader[];

const detectors: readonly FindReadersIn[] = [rbacReaders, commandReaders];

/** Returns the readers in the order of the texts and of their places. */
export function findReaders(texts: readonly NamedText[], options: EstateOptions): readonly Reader[] {
  const searched = texts.filter(({ text }) => readerWords.test(text)).map(searchedText);
  const estate = estateOf(searched, options);
  return searched.flatMap((text) =>
    detectors
      .flatMap((detect) => detect(text, estate))
      .map((found) => ({ ...found, uri: text.uri }))
      .sort((a, b) => a.span.start - b.span.start),
  );
}
