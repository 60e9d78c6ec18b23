/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { estateOf, type EstateOptions } from './build-estate.ts';
import { detectorsFor } from './detectors.ts';
import { overlaps } from '../text/span.ts';
import type { Reader } from './reader.ts';
import { searchedText, type NamedText, type SearchedText } from './searched-text.ts';
import { terraformModules } from './terraform-modules.ts';

export interface FoundReaders {
  /** In the order of the texts and of their places. */
  readonly readers: readonly Reader[];
  /** The URIs of texts with parts that name endpoints and cannot be read. */
  readonly unread: readonly string[];
}

export function findReaders(texts: readonly NamedText[], options: EstateOptions): FoundReaders {
  const modules = terraformModules(texts);
  const known = new Map<NamedText, SearchedText>();
  const searchedOf = (named: NamedText): SearchedText => {
    const found = known.get(named) ?? searchedText(named, modules(named.uri));
    known.set(named, found);
    return found;
  };
  // Most texts are foreign: no search has a word in them, and none asks for what is around it.
  const estate = estateOf(() => texts.map(searchedOf), options);
  const readers = texts.flatMap((named): readonly Reader[] => {
    const detectors = detectorsFor(named);
    if (detectors.length === 0) return [];
    const text = searchedOf(named);
    const found = detectors.flatMap(({ find }) => find(text, estate)).sort((a, b) => a.span.start - b.span.start);
    return withoutRepeats(found.map((each) => ({ ...each, uri: named.uri })));
  });
  return { readers, unread: texts.flatMap((named) => (known.get(named)?.isUnread === true ? [named.uri] : [])) };
}

/** Two searches may find the same place: the one that names its objects counts. */
function withoutRepeats(readers: readonly Reader[]): readonly Reader[] {
  return readers.filter((each, i) =>
    [readers[i - 1], readers[i + 1]].every((other, at) => {
      if (!other || other.kind !== each.kind || !overlaps(other.span, each.span)) return true;
      const isLess = each.for.includes('*') && !other.for.includes('*');
      return !isLess && (at === 1 || other.for.includes('*') || !each.for.includes('*'));
    }),
  );
}
