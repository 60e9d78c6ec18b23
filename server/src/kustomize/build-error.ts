/** The error that ends a build. It is thrown within this folder and becomes a `BuildFailure` in `build.ts`. */
import type { BuildCause, BuildFailure, Origin } from '../tree/built.ts';

export class BuildError extends Error {
  readonly failure: BuildFailure;

  constructor(cause: BuildCause, message: string, at: Origin) {
    super(message);
    this.failure = { cause, message, at };
  }
}
