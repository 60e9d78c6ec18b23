/** What the server needs of its platform; Node and a browser worker each give their own. */

import type { IsExcluded } from '../config/patterns.ts';

/** What is looked for below a folder. */
export interface FileSearch {
  /** What is left out, by the path from the folder on; undefined where nothing is. */
  readonly exclude: IsExcluded | undefined;
  /** Larger files are left out, in bytes. */
  readonly largest: number;
  /** Whether a file of that name and these bytes, one character each, is worth reading. */
  readonly isWanted: (name: string, bytes: string) => boolean;
}

export interface FoundText {
  readonly uri: string;
  readonly text: string;
}

/** What was found on a stretch of the way; it ends before anybody has to wait for long. */
export interface Batch {
  readonly texts: readonly FoundText[];
  /** How many files were looked into. */
  readonly count: number;
  /** A sentence for each file or folder that could not be read. */
  readonly problems: readonly string[];
}

export interface Host {
  /** True for files that the platform can read itself. */
  reaches(uri: string): boolean;
  /** The text of a file, or undefined where there is none that can be read. */
  readFile(uri: string): Promise<string | undefined>;
  /** The manifests below a folder, without what .gitignore excludes; undefined where folders cannot be searched. */
  search(folder: string, search: FileSearch): AsyncIterable<Batch> | undefined;
  /** The file as a search through the folder would find it now, or that it is a folder; undefined for what is left out. */
  find(folder: string, uri: string, search: FileSearch): Promise<FoundText | 'folder' | undefined>;
  /** A link to the page of a rule, or undefined where pages are not at hand. */
  pageUri(code: string): string | undefined;
  /** Runs the function once the messages that have arrived are handled. */
  defer(run: () => void): void;
  /** Fulfilled after that time, in ms. */
  delay(time: number): Promise<void>;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  readonly version: string;
}
