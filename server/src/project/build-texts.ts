/** What builds know of the files of a project. */
import type { Workspace } from '../analysis/workspace/workspace.ts';
import type { BuildFiles } from '../tree/built.ts';

export interface BuildTexts {
  /** The files of the project. */
  readonly uris: () => Iterable<string>;
  /** The current text of a file; undefined for an unknown URI. */
  readonly textOf: (uri: string) => string | undefined;
  /** True for a file whose text has nothing that rules ask for, where it is known without the text; by default, for none. */
  readonly isForeign?: (uri: string) => boolean;
  /** Knows the Services of the files. Without it, only roots with other checked objects are built. */
  readonly workspace?: Workspace;
  /** The files outside of the project. By default, whether they exist is not known. */
  readonly beyond: BuildFiles | undefined;
  /** The name of a folder in messages. */
  readonly nameOf: (folder: string) => string;
}
