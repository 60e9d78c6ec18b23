/** The readers of Endpoints that the last search of the workspace found. Lenses, findings and actions use only these. */
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Reader, ReadObject } from '../../readers/reader.ts';
import type { Difference } from '../../text/difference.ts';
import { shift, type Span } from '../../text/span.ts';

/** A reader of objects that hand-written slices have replaced, or that have such slices beside them. */
export interface LosingReader {
  readonly reader: Reader;
  readonly certainty: Reader['certainty'];
  readonly lost: readonly ReadObject[];
}

/** The losing readers of one file, at their places in the text that was searched. */
export interface FileReaders {
  readonly text: string;
  readonly losing: readonly LosingReader[];
  /** Equal only for equal texts and readers. */
  readonly id: number;
}

export interface ReaderPlace {
  readonly uri: string;
  /** The text that was searched. */
  readonly text: string;
  readonly span: Span;
}

export interface KeptReaders {
  /** By the URI of the reader. */
  readonly files: ReadonlyMap<string, FileReaders>;
  /** What reads an Endpoints, also without slices, by `endpointsKey`. */
  readonly places: ReadonlyMap<string, readonly ReaderPlace[]>;
}

export const noReaders: KeptReaders = { files: new Map(), places: new Map() };

/** What another search has found differently. */
export interface ReaderChanges {
  /** Of files whose findings have changed. */
  readonly uris: readonly string[];
  /** True if the readers of an Endpoints have changed. */
  readonly hasPlaces: boolean;
}

/** Stays the same while the text around the object changes. */
export function endpointsKey({ uri, facts: { namespace, name } }: Pick<IndexedObject, 'uri' | 'facts'>): string {
  return JSON.stringify([uri, namespace?.text ?? '', name.text]);
}

/** The readers that lose an object now, or may lose it; none for an object that is no Endpoints. */
export function placesReading(entry: IndexedObject, { places }: KeptReaders): readonly ReaderPlace[] {
  return entry.facts.kind === 'Endpoints' ? (places.get(endpointsKey(entry)) ?? []) : [];
}

/** The span in a text that has changed since the search; undefined where the change touches the span. */
export function spanNow(span: Span, { start, before, after }: Difference): Span | undefined {
  if (span.end <= start) return span;
  return span.start < before ? undefined : shift(span, after - before);
}
