/** Counts the readers of converted objects: places in sight that read the old kind. */
import { counted } from '../../text/quote.ts';
import type { Conversion, ConversionOutcome, StaleReference } from '../outcome.ts';

export interface ObjectReaders {
  /** Readers that lose the object. */
  readonly certain: ReaderCount;
  /** Readers that may lose it. */
  readonly likely: ReaderCount;
}

interface ReaderCount {
  readonly count: number;
  /** The first ones. */
  readonly first: readonly StaleReference[];
}

/** The readers of every object that has some. */
export function objectReaders({
  references = [],
}: Partial<Pick<Conversion, 'references'>>): ReadonlyMap<ConversionOutcome, ObjectReaders> {
  const found = new Map<ConversionOutcome, Record<keyof ObjectReaders, { count: number; first: StaleReference[] }>>();
  for (const reference of references) {
    const { certainty, objects } = reference.reading ?? { certainty: 'likely', objects: [] };
    for (const object of objects) {
      const readers = found.get(object) ?? { certain: { count: 0, first: [] }, likely: { count: 0, first: [] } };
      found.set(object, readers);
      const own = readers[certainty];
      own.count++;
      if (own.first.length < mostPlaces) own.first.push(reference);
    }
  }
  return found;
}

/** The messages of all readers are in the list of references. */
const mostPlaces = 3;

/** `1 reader loses it: role.yaml:8:27`. */
export function readerSentences(
  { certain, likely }: ObjectReaders,
  placeOf: (reference: StaleReference) => string,
): readonly string[] {
  const sentence = ({ count, first }: ReaderCount, verb: string): readonly string[] => {
    if (count === 0) return [];
    const more = count > first.length ? ', …' : '';
    return [`${counted(count, 'reader')} ${verb} it: ${first.map(placeOf).join(', ')}${more}`];
  };
  return [...sentence(certain, certain.count === 1 ? 'loses' : 'lose'), ...sentence(likely, 'may lose')];
}

/** The files with objects that a reader certainly loses. */
export function filesWithReaders({ references }: Pick<Conversion, 'references'>): ReadonlySet<string> {
  const certain = references.flatMap(({ reading }) => (reading?.certainty === 'certain' ? reading.objects : []));
  return new Set(certain.map(({ uri }) => uri));
}
