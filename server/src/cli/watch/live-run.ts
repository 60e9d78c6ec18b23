/** A run that is kept: where texts change, only what they concern is checked again, and all else stays as it was said. */
import { rules } from '../../rules/rules.ts';
import type { Prepared } from '../check/prepare.ts';
import { RunProgress } from '../run-progress.ts';
import { FileChecks } from '../check/file-checks.ts';
import type { Input } from '../inputs/inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import { resultOf } from '../check/run.ts';
import type { Result } from '../check/run.ts';
import { Sources, uriOfPath } from '../sources.ts';
import type { PathMeaning } from './territory.ts';

export class LiveRun {
  readonly #prepared: Prepared;
  readonly #checks: FileChecks;
  readonly #sources: Sources;
  readonly #problems: string[];
  readonly #inputs: ReadonlyMap<string, Input>;

  /** Reads and looks at all files. */
  constructor(prepared: Prepared, progress = new RunProgress()) {
    const { files, problems } = prepared.inputs;
    this.#prepared = prepared;
    this.#checks = new FileChecks(rules, prepared.settings, { isKept: true });
    this.#problems = [...problems];
    this.#sources = new Sources(files, this.#problems, { look: this.#checks.look, progress });
    this.#inputs = new Map(files.flatMap((input) => (input.path === undefined ? [] : [[input.path, input]])));
  }

  /** What holds now. */
  result(progress = new RunProgress()): Result {
    return resultOf(
      this.#sources,
      this.#checks,
      this.#prepared,
      { problems: this.#problems, fixed: new Map() },
      progress,
    );
  }

  /** Reads files of the run again: whether there is another text in one of them, or one that can be read no longer, or only now. */
  reread(paths: Iterable<string>): PathMeaning {
    let change: PathMeaning = 'nothing';
    for (const path of paths) {
      const input = this.#inputs.get(path);
      const source = this.#sources.at(uriOfPath(path));
      const read = input && readInput(input);
      if (!source || read?.kind !== 'text') return 'whole';
      if (read.text === source.text) continue;
      this.#sources.replace(source, read.text);
      this.#checks.forget(source);
      change = 'text';
    }
    return change;
  }
}
