/** The texts of a run. Their trees are not kept: to read a text again costs less than the memory for all of them. */
import { pathToFileURL } from 'node:url';
import { fileFacts } from '../analysis/file-facts.ts';
import { Workspace } from '../analysis/workspace.ts';
import { isForeign, mayHoldOurs } from '../frontends/concern.ts';
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

/** Called with a file of ours as soon as it is known, when others may not be yet. */
export type Look = (source: Source, file: SourceFile, sources: Sources) => void;

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
  constructor(inputs: readonly Input[], problems: string[], look?: Look) {
    const survey = surveyor(this.workspace);
    for (const input of inputs) {
      const read = readInput(input);
      if (read.kind === 'problem') problems.push(read.message);
      if (read.kind !== 'text') continue;
      if (input.path !== undefined) survey(input.path);
      const uri = input.path === undefined ? 'stdin:' : uriOf(input.path);
      this.#sources.set(uri, { input, uri, text: read.text, bom: read.bom });
    }
    this.#learnAll(look);
  }

  all(): readonly Source[] {
    return [...this.#sources.values()];
  }

  /** False for a file that no rule has anything to say of. */
  isChecked({ uri }: Source): boolean {
    return this.#checked.has(uri);
  }

  /** How the file is shown; its URI for one that is not among the inputs. */
  nameOf(uri: string): string {
    return this.#sources.get(uri)?.input.name ?? uri;
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

  /** Ours come last, since they ask for the others; what is foreign to all rules is read when something refers to it. */
  #learnAll(look: Look | undefined): void {
    const own: Source[] = [];
    const foreign: Source[] = [];
    for (const source of this.#sources.values()) {
      if (isForeign(source.text)) foreign.push(source);
      else if (mayHoldOurs(source.text)) own.push(source);
      else this.#learn(source);
    }
    if (foreign.length > 0) this.workspace.awaitRest(() => foreign.forEach((source) => this.#learn(source)));
    for (const source of own) {
      const file = this.#learn(source);
      if (this.isChecked(source)) look?.(source, file, this);
    }
  }

  #learn(source: Source): SourceFile {
    const file = this.fileOf(source);
    this.workspace.set(source.uri, fileFacts(file));
    if (file.parts.some(({ document }) => mayReport(document, rules))) this.#checked.add(source.uri);
    return file;
  }
}

/** Most paths need no escapes, and are no others for being resolved. */
function uriOf(path: string): string {
  return /^\/[\w./-]*$/.test(path) ? `file://${path}` : pathToFileURL(path).href;
}
