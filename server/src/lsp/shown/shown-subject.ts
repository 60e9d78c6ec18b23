/** The subject of a document that the server shows, and the text of that document. */

/** An object by what it is called, so that it is found again where the text around it changes. */
export interface ShownSubject {
  /** What is shown: the object after all applies, or the slices that are made of it. */
  readonly what: 'apply' | 'slices';
  readonly uri: string;
  /** Equal for objects that are called alike; see `signatureOf`. */
  readonly signature: string;
  /** Its place among those of the file. */
  readonly place: number;
}

/** What a document says, and what that depends on. */
export interface ShownText {
  readonly text: string;
  /** The keys of the index that were asked for. */
  readonly keys: ReadonlySet<string>;
  /** The files that the text names lines of. */
  readonly uris: ReadonlySet<string>;
}
