/** Keeps a run in memory: after a change, only the files that it can affect are checked again. */
import { kustomizeEngine } from '../../kustomize/engine.ts';
import { rules } from '../../rules/rules.ts';
import type { Prepared } from '../check/prepare.ts';
import { RunProgress } from '../run-progress.ts';
import { FileChecks } from '../check/file-checks.ts';
import type { Input } from '../inputs/inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import { resultOf, type RunResult } from '../check/run.ts';
import { uriOfPath } from '../../disk/paths.ts';
import { Sources } from '../sources.ts';
import type { PathMeaning } from './territory.ts';

export class LiveRun {
  readonly #prepared: Prepared;
  readonly #checks: FileChecks;
  readonly #sources: Sources;
  readonly #problems: string[];
  readonly #inputs: ReadonlyMap<string, Input>;
  /** Also the files around the inputs. */
  readonly inputs: readonly Input[];

  constructor(prepared: Prepared, progress = new RunProgress()) {
    const { files, problems, findAround } = prepared.inputs;
    this.#prepared = prepared;
    this.#checks = new FileChecks(rules, prepared.settings);
    this.#problems = [...problems];
    this.#sources = new Sources(files, this.#problems, { onRead: this.#checks.checkOnRead, progress, findAround });
    this.#sources.builds.setEngine(kustomizeEngine);
    this.inputs = [
      ...files,
      ...[...this.#sources.files.values()].flatMap(({ input, isAround }) => (isAround ? input : [])),
    ];
    this.#inputs = new Map(this.inputs.flatMap((input) => (input.path === undefined ? [] : [[input.path, input]])));
  }

  /** The folders around the inputs that were searched. */
  get searched(): readonly string[] {
    return this.#sources.searched;
  }

  result(progress = new RunProgress()): RunResult {
    return resultOf(
      this.#sources,
      this.#checks,
      this.#prepared,
      { problems: this.#problems, leftOut: this.#prepared.inputs.leftOut, fixed: new Map() },
      progress,
    );
  }

  /** Reads files again. `whole`: a file appeared or can no longer be read; `text`: a text changed. */
  reread(paths: Iterable<string>): PathMeaning {
    let change: PathMeaning = 'nothing';
    for (const path of paths) {
      const input = this.#inputs.get(path);
      const source = this.#sources.files.get(uriOfPath(path));
      const read = input && readInput(input);
      if (!source || read?.kind !== 'text') return 'whole';
      if (read.text === source.text) continue;
      this.#sources.set({ ...source, text: read.text });
      change = 'text';
    }
    return change;
  }
}
