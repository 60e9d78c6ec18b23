/** Keeps a run in memory: after a change, only the files that it can affect are checked again. */
import { missingGrammar } from '../../frontends/code/languages.ts';
import { isProjectFile, readProgramFolder } from '../../frontends/code/program-folders.ts';
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

interface ReadRun {
  readonly checks: FileChecks;
  readonly problems: readonly string[];
  readonly sources: Sources;
}

export class LiveRun {
  readonly #prepared: Prepared;
  readonly #checks: FileChecks;
  readonly #sources: Sources;
  readonly #problems: readonly string[];
  readonly #inputs: ReadonlyMap<string, Input>;
  /** Also the files around the inputs. */
  readonly inputs: readonly Input[];

  private constructor(prepared: Prepared, { checks, problems, sources }: ReadRun) {
    this.#prepared = prepared;
    this.#checks = checks;
    this.#problems = problems;
    this.#sources = sources;
    this.inputs = [
      ...prepared.inputs.files,
      ...[...sources.files.values()].flatMap(({ input, isAround }) => (isAround ? input : [])),
    ];
    this.#inputs = new Map(this.inputs.flatMap((input) => (input.path === undefined ? [] : [[input.path, input]])));
  }

  static async start(prepared: Prepared, progress = new RunProgress()): Promise<LiveRun> {
    const { files, problems: before, findAround } = prepared.inputs;
    const { grammars } = prepared;
    const checks = new FileChecks(rules, prepared.settings);
    const problems = [...before];
    const onRead = checks.checkOnRead;
    const sources = await Sources.reading(files, problems, { onRead, progress, findAround, grammars });
    sources.builds.setEngine(kustomizeEngine);
    return new LiveRun(prepared, { checks, problems, sources });
  }

  /** The folders around the inputs that were searched. */
  get searched(): readonly string[] {
    return this.#sources.searched;
  }

  result(progress = new RunProgress()): RunResult {
    const { leftOut, hasStrayPrograms } = this.#prepared.inputs;
    return resultOf(
      this.#sources,
      this.#checks,
      this.#prepared,
      { problems: this.#problems, leftOut, hasStrayPrograms, fixed: new Map() },
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
      // Such as a program that still constructs nothing of ours.
      if (!source && read?.kind === 'nothing') continue;
      if (!source || read?.kind !== 'text') return 'whole';
      if (read.text === source.text) continue;
      if (isProjectFile(path) && programsOf(read.text) !== programsOf(source.text)) return 'whole';
      if (missingGrammar(path, read.text) !== undefined) return 'whole';
      this.#sources.set({ ...source, text: read.text });
      change = 'text';
    }
    return change;
  }
}

/** Equal for texts of a Pulumi.yaml below which the same files are programs. */
function programsOf(text: string): string {
  return readProgramFolder(text).summary;
}
