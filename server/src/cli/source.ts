/** A text of a run of the command line. */
import type { ProjectFile } from '../project/project-file.ts';
import type { TextOrigin } from '../tree/document.ts';
import type { Input } from './inputs/inputs.ts';

/** The path of a source is its name in reports. */
export interface Source extends ProjectFile {
  readonly input: Input;
  /** The byte order mark before the text, which is written back with it. */
  readonly bom: string;
  /** For a part of a long dump; undefined for a whole text. */
  readonly origin?: TextOrigin;
  /** False for a file that is not counted as a manifest; undefined where its text tells. */
  readonly isManifest?: boolean;
  /** True for a file around the inputs: read for its relations to them, and never reported. */
  readonly isAround?: true;
}
