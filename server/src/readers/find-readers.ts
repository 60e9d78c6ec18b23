/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { overlaps } from '../text/span.ts';
import { estateOf, type EstateOptions } from './build-estate.ts';
import { detectorsFor } from './detectors.ts';
import type { Reader } from './reader.ts';
import { withoutRendered } from './rendered-texts.ts';
import { searchedText, type NamedText, type SearchedText } from './searched-text.ts';
import { terraformModules } from './terraform-modules.ts';

export interface FoundReaders {
  /** In the order of the texts and of their places. */
  readonly readers: readonly Reader[];
  /** The URIs of texts with parts that name endpoints and cannot be read. */
  readonly unread: readonly string[];
}

export function findReaders(all: readonly NamedText[], options: EstateOptions): FoundReaders {
  const texts = withoutRendered(all);
  const modules = terraformModules(texts);
  const known = new Map<NamedText, SearchedText>();
  const searchedOf = (named: NamedText): SearchedText => {
    const found = known.get(named) ?? searchedText(named, modules(named.uri));
    known.set(named, found);
    return found;
  };
  const steps = readersInSteps(texts, searchedOf, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Searches texts that may have been read before. Each text is a step. */
export function findReadersInSteps(
  all: readonly SearchedText[],
  options: EstateOptions,
): Generator<void, FoundReaders, void> {
  return readersInSteps(withoutRendered(all), (text) => text, options);
}

/** Most texts are foreign: no search has a word in them, and none asks for what is around it. */
function* readersInSteps<T extends NamedText>(
  texts: readonly T[],
  searchedOf: (text: T) => SearchedText,
  options: EstateOptions,
): Generator<void, FoundReaders, void> {
  const estate = estateOf(() => texts.map(searchedOf), options);
  const readers: Reader[] = [];
  const unread: string[] = [];
  for (const named of texts) {
    const detectors = detectorsFor(named);
    if (detectors.length > 0) {
      const { uri } = named;
      const text = searchedOf(named);
      const found = detectors.flatMap(({ find }) => find(text, estate)).sort((a, b) => a.span.start - b.span.start);
      for (const each of withoutRepeats(found.map((one) => ({ ...one, uri })))) readers.push(each);
      if (text.isUnread) unread.push(uri);
    }
    yield;
  }
  return { readers, unread };
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
