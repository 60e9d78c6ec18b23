/** A text of a run, and what a cache asks of all texts of the run. */
import type { Workspace } from '../analysis/workspace/workspace.ts';
import type { Input } from './inputs/inputs.ts';

export interface Source {
  readonly input: Input;
  readonly uri: string;
  readonly text: string;
  /** What stood before the text, and is written back with it. */
  readonly bom: string;
}

/** The files of a run, as the cache sees them. */
export interface SourceFiles {
  readonly workspace: Workspace;
  /** Undefined for a URI that is not among them. */
  at(uri: string): Source | undefined;
  all(): readonly Source[];
}
