/** The files of a project, and what a project is made with. */
import type { Facts } from '../analysis/facts/facts.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import type { BuildFiles } from '../tree/built.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Reading } from './reading.ts';

/** A file that is not edited. Its tree is not kept: it takes many times the memory of the text. */
export interface ProjectFile {
  readonly uri: string;
  /** Decides how the text is read. */
  readonly path: string;
  readonly text: string;
  /** For an example whose path does not decide how it is read. It has no relation to other files. */
  readonly read?: ((text: string) => SourceFile) | undefined;
  /** Read when a question comes up that its text may answer. */
  readonly isDeferred?: boolean;
  /** True for a text that is foreign and not kept: each use of it reads the file again. */
  readonly isForeign?: boolean;
}

/** Replaces the file with its URI. */
export interface OpenFile {
  readonly uri: string;
  readonly reading: Reading;
}

/** What a file contributes. */
export interface FileSummary {
  readonly facts: readonly Facts[];
  /** False for a file without possible findings. */
  readonly isChecked: boolean;
}

export interface ProjectOptions {
  /** The files outside of the project that kustomizations may name. */
  readonly beyond?: BuildFiles;
  /** The name of a folder in messages. */
  readonly nameOfFolder?: (folder: string) => string;
  /** What is known of a file; undefined for a file that must be read. */
  readonly recall?: (file: ProjectFile, project: { readonly workspace: Workspace }) => FileSummary | undefined;
  /** Forgets files that contribute nothing. */
  readonly isSelective?: boolean;
}
