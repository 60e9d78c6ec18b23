/** The texts of a run. Their trees are not kept: to read a text again costs less than the memory for all of them. */
import { pathToFileURL } from 'node:url';
import { fileFacts, Workspace } from '../analysis/workspace.ts';
import { readFile } from '../frontends/frontends.ts';
import { mayReport } from '../lint/check.ts';
import { rules } from '../rules/rules.ts';
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

/** Findings that point to other files do so many times to the same ones. */
const mostKept = 4;

/** The files of a run, all of which the workspace knows. */
export class Sources {
  readonly workspace = new Workspace();
  readonly #sources = new Map<string, Source>();
  readonly #checked = new Set<string>();
  /** The files that were looked at last. */
  readonly #looked = new Map<string, SourceFile>();

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

  /** False for a file that no rule has anything to say of. */
  isChecked({ uri }: Source): boolean {
    return this.#checked.has(uri);
  }

  fileOf({ uri, input, text }: Source): SourceFile {
    return readFile(input.name, text, { isPartial: this.workspace.isPatch(uri) });
  }

  /** The file of that URI, for a look at one of its places; undefined for one that is not among the inputs. */
  fileAt(uri: string): SourceFile | undefined {
    const source = this.#sources.get(uri);
    const known = this.#looked.get(uri);
    if (known || !source) return known;
    const [oldest] = this.#looked.keys();
    if (oldest !== undefined && this.#looked.size >= mostKept) this.#looked.delete(oldest);
    const file = this.fileOf(source);
    this.#looked.set(uri, file);
    return file;
  }

  /** The file has another text from now on. */
  replace(source: Source, text: string): Source {
    const changed = { ...source, text };
    this.#looked.delete(source.uri);
    this.#sources.set(source.uri, changed);
    this.#learn(changed);
    return changed;
  }

  #learn(source: Source): void {
    const file = this.fileOf(source);
    this.workspace.set(source.uri, fileFacts(file));
    if (file.parts.some(({ document }) => mayReport(document, rules))) this.#checked.add(source.uri);
  }
}
