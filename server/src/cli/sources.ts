/** The texts of a run, and their trees: kept for as many as is reasonable, and read again for the others. */
import { pathToFileURL } from 'node:url';
import { fileFacts, Workspace } from '../analysis/workspace.ts';
import { readFile } from '../frontends/frontends.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Input } from './inputs.ts';
import { readInput } from './read-input.ts';
import { surveyor } from './surroundings.ts';

export interface Source {
  readonly input: Input;
  readonly uri: string;
  readonly text: string;
  /** What stood before the text, and is written back with it. */
  readonly bom: string;
}

/** A tree takes some fifty times the memory of its text: the trees of so many characters are kept. */
const mostKept = 1_000_000;

/** The files of a run, all of which the workspace knows. */
export class Sources {
  readonly workspace = new Workspace();
  readonly #sources = new Map<string, Source>();
  readonly #trees = new Map<string, SourceFile>();
  #kept = 0;

  /** Reads the inputs; one that cannot be read is a sentence among the problems. */
  constructor(inputs: readonly Input[], problems: string[]) {
    const survey = surveyor(this.workspace);
    for (const input of inputs) {
      const read = readInput(input);
      if (read.kind === 'problem') problems.push(read.message);
      if (read.kind !== 'text') continue;
      if (input.path !== undefined) survey(input.path);
      const uri = input.path === undefined ? 'stdin:' : pathToFileURL(input.path).href;
      this.#sources.set(uri, { input, uri, text: read.text, bom: read.bom });
    }
    for (const source of this.#sources.values()) this.#learn(source);
  }

  all(): readonly Source[] {
    return [...this.#sources.values()];
  }

  /** The file of that URI; undefined for one that is not among the inputs. */
  fileAt(uri: string): SourceFile | undefined {
    const source = this.#sources.get(uri);
    return source && this.fileOf(source);
  }

  fileOf(source: Source): SourceFile {
    const known = this.#trees.get(source.uri);
    if (known) return known;
    const { input, uri, text } = source;
    const file = readFile(input.name, text, { isPartial: this.workspace.isPatch(uri) });
    if (this.#kept + text.length <= mostKept) {
      this.#kept += text.length;
      this.#trees.set(uri, file);
    }
    return file;
  }

  /** The file has another text from now on. */
  replace(source: Source, text: string): Source {
    const changed = { ...source, text };
    if (this.#trees.delete(source.uri)) this.#kept -= source.text.length;
    this.#sources.set(source.uri, changed);
    this.#learn(changed);
    return changed;
  }

  #learn(source: Source): void {
    this.workspace.set(source.uri, fileFacts(this.fileOf(source)));
  }
}
