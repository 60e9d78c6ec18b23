/** Defines what the server needs from its platform: Node or a browser worker. */

import type { IsExcluded } from '../config/patterns.ts';
import type { GrammarFiles } from '../frontends/code/load.ts';

export interface FileSearch {
  /** Excludes files by their path relative to the folder; undefined without exclusions. */
  readonly exclude: IsExcluded | undefined;
  /** In bytes: larger files are skipped. */
  readonly largest: number;
  /** True where the folders in the folder are not searched. */
  readonly isFlat?: boolean;
  /** True for the name of a file that is searched beside manifests and Terraform, in place of programs; undefined for none. */
  readonly isOther?: (name: string) => boolean;
  /** True for a file that must be read, by its name and its bytes, one character each. */
  readonly isWanted: (name: string, bytes: string) => boolean;
}

export interface FoundText {
  readonly uri: string;
  readonly text: string;
}

/** The result of a part of a search, short enough that requests do not wait. */
export interface Batch {
  readonly texts: readonly FoundText[];
  /** The number of files that were searched. */
  readonly count: number;
  /** One sentence for each file or folder that could not be read. */
  readonly problems: readonly string[];
}

export interface Host {
  /** True for files that the platform can read itself. */
  reaches(uri: string): boolean;
  /** The text of a file; undefined for a missing or unreadable file. */
  readFile(uri: string): Promise<string | undefined>;
  /** Manifests, files of Terraform and programs below a folder that .gitignore does not exclude; undefined if the platform cannot search folders. */
  search(folder: string, search: FileSearch): AsyncIterable<Batch> | undefined;
  /** The file as a search of the folder finds it, `folder` for a folder, undefined for an excluded path. */
  find(folder: string, uri: string, search: FileSearch): Promise<FoundText | 'folder' | undefined>;
  /** A link to the page of a rule; undefined if the platform has no pages. */
  pageUri(code: string): string | undefined;
  /** The files of the parser for programs; undefined if the platform has none, and programs are then not read. */
  readonly grammars: GrammarFiles | undefined;
  /** Calls the function after the messages that have arrived are handled. */
  defer(run: () => void): void;
  /** Resolves after this time, in ms. */
  delay(time: number): Promise<void>;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  readonly version: string;
}
