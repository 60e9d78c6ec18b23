/** Reads the files of a command. */
import { Project, type SummaryCache } from '../project/project.ts';
import { RunProgress } from './run-progress.ts';
import type { Input } from './inputs/inputs.ts';
import { readInput } from './inputs/read-input.ts';
import { sectionsIn } from './inputs/stream.ts';
import { resourcesOnly, surroundingsReader } from './surroundings.ts';
import { uriOfPath } from '../disk/paths.ts';
import type { Source } from './source.ts';

/** Called with a file of a checked kind as soon as it is parsed. Other files may not be read yet. */
export type OnRead = (source: Source, sources: Sources) => void;

interface SourcesOptions {
  readonly onRead?: OnRead | undefined;
  readonly progress?: RunProgress;
  readonly cache?: SummaryCache<Source> | undefined;
  /** True for a file whose findings are reported; undefined if all files are reported. */
  readonly isReported?: ((source: Source) => boolean) | undefined;
}

export class Sources extends Project<Source> {
  /** Reads the inputs. For an unreadable input, adds a message to the problems. */
  constructor(inputs: readonly Input[], problems: string[], options: SourcesOptions = {}) {
    super({ cache: options.cache });
    Array.from(this.#read(inputs, problems, options));
  }

  /** The same, so that an interrupt can end the program meanwhile. */
  static async reading(
    inputs: readonly Input[],
    problems: string[],
    options: SourcesOptions & { readonly progress: RunProgress },
  ): Promise<Sources> {
    const sources = new Sources([], problems, { cache: options.cache });
    const { isReported } = options;
    if (isReported)
      sources.workspace.setReported((uri) => {
        const source = sources.files.get(uri);
        return source !== undefined && isReported(source);
      });
    await options.progress.run(sources.#read(inputs, problems, options));
    return sources;
  }

  *#read(
    inputs: readonly Input[],
    problems: string[],
    { onRead, progress = new RunProgress() }: SourcesOptions,
  ): Generator<void, void> {
    const readSurroundings = surroundingsReader(this);
    progress.enter('reading', inputs.length);
    const all: Source[] = [];
    for (const input of inputs) {
      progress.step();
      yield;
      const read = readInput(input);
      if (read.kind === 'problem') problems.push(read.message);
      if (read.kind !== 'text') continue;
      if (input.path !== undefined) readSurroundings(input.path);
      const sources = sourcesOf(input, read);
      all.push(...sources);
      // The parts of a stream are applied together, like the resources of a kustomization without changes.
      if (sources.length > 1)
        this.workspace.setKustomization('stdin:/kustomization.yaml', resourcesOnly(sources.map((_, i) => `${i}.yaml`)));
    }
    progress.enter('understanding', all.length);
    for (const { file, isRead } of this.addAll(all)) {
      if (onRead && isRead) progress.aside('checking', () => onRead(file, this));
      progress.step();
      yield;
    }
  }

  all(): readonly Source[] {
    return [...this.files.values()];
  }

  /** The name of a file in reports; the URI of a file that was not read. */
  nameOf(uri: string): string {
    return this.files.get(uri)?.input.name ?? uri;
  }
}

/** Standard input can hold several files, each after a comment with its name. These names are shown and never read as paths. */
function sourcesOf(input: Input, { text, bom }: { readonly text: string; readonly bom: string }): readonly Source[] {
  if (input.path !== undefined) return [sourceIn(input, uriOfPath(input.path), text, bom)];
  if (!input.isStream) return [sourceIn(input, 'stdin:', text, bom)];
  return sectionsIn(text).map(({ name, text: own }, i, all) =>
    sourceIn(
      name === '' ? input : { ...input, name },
      all.length === 1 ? 'stdin:' : `stdin:/${i}.yaml`,
      own,
      i === 0 ? bom : '',
    ),
  );
}

export function sourceIn(input: Input, uri: string, text: string, bom: string): Source {
  return { input, uri, path: input.name, text, bom, read: input.read };
}
