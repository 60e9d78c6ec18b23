/** The error that ends a build. It is thrown within this folder and becomes a `BuildFailure` in `build.ts`. */
import type { BuildCause, BuildFailure, Origin } from '../tree/built.ts';

/** What rules need for their own messages and fixes. */
export type FailureDetails = Pick<BuildFailure, 'known' | 'named' | 'objects'>;

export class BuildError extends Error {
  readonly failure: BuildFailure;

  constructor(cause: BuildCause, message: string, at: Origin, details: FailureDetails = {}) {
    super(message);
    this.failure = { cause, message, at, ...details };
  }
}
