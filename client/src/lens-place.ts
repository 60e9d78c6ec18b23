/** A place that a lens, a menu or another view passes to a command. */
import type { Position } from 'vscode-languageclient';

/** The start of the object below a lens, or the cursor. */
export interface LensPlace {
  readonly uri: string;
  readonly position: Position;
  /** Set by the lens that counts readers. The server reads it. */
  readonly of?: 'readers';
}
