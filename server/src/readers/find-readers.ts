/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { estateOf, type Estate, type EstateOptions } from './estate.ts';
import { alloyReaders } from './detect/alloy.ts';
import { rbacReaders } from './detect/rbac.ts';
import { terraformReaders } from './detect/terraform.ts';
import type { FoundReader, Reader } from './reader.ts';
import { readerWords, searchedText, type NamedText, type SearchedText } from './searched-text.ts';
import { terraformModules } from './terraform-modules.ts';

export type FindReadersIn = (text: SearchedText, estate: Estate) => readonly FoundReader[];

const detectors: readonly FindReadersIn[] = [rbacReaders, terraformReaders, alloyReaders];

/** Returns the readers in the order of the texts and of their places. */
export function findReaders(texts: readonly NamedText[], options: EstateOptions): readonly Reader[] {
  const modules = terraformModules(texts);
  const searched = texts
    .filter(({ text }) => readerWords.test(text))
    .map((text) => searchedText(text, modules(text.uri)));
  const estate = estateOf(searched, options);
  return searched.flatMap((text) =>
    detectors
      .flatMap((detect) => detect(text, estate))
      .map((found) => ({ ...found, uri: text.uri }))
      .sort((a, b) => a.span.start - b.span.start),
  );
}
