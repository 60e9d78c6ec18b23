/** The texts of a run. Their trees are not kept: to read a text again costs less than the memory for all of them. */
import { pathToFileURL } from 'node:url';
import { fileFacts } from '../analysis/facts/file-facts.ts';
import type { Facts } from '../analysis/facts/facts.ts';
import type { FileRelations } from '../analysis/workspace/file-around.ts';
import { Workspace } from '../analysis/workspace/workspace.ts';
import { isForeign, mayHoldOurs } from '../frontends/concern.ts';
import { readFile } from '../frontends/frontends.ts';
import { mayReport } from '../lint/check-file.ts';
import { rules } from '../rules/rules.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Cache } from './cache/cache.ts';
import { RunProgress } from './run-progress.ts';
import type { Input } from './inputs/inputs.ts';
import { readInput } from './inputs/read-input.ts';
import { sectionsIn } from './inputs/stream.ts';
import type { Source, SourceFiles } from './source.ts';
import { surveyor, takingIn } from './surroundings.ts';

/** Called with a file of ours as soon as it is known, when others may not be yet. */
export type Look = (source: Source, file: SourceFile, sources: Sources) => void;

interface SourcesOptions {
  readonly look?: Look | undefined;
  readonly progress?: RunProgress;
  readonly cache?: Cache | undefined;
}

/** Findings that point to other files do so many times to the same ones. */
const mostKept = 4;

/** Where relations are not looked at. */
const noFiles = new Workspace();
noFiles.setKnowledge('none');

/** The files of a run, all of which the workspace knows. */
export class Sources implements SourceFiles {
  readonly workspace = new Workspace();
  readonly #sources = new Map<string, Source>();
  readonly #checked = new Set<string>();
  readonly #cache: Cache | undefined;
  /** The files that were looked at last. */
  readonly #looked = new Map<string, SourceFile>();

  /** Reads the inputs; one that cannot be read is a sentence among the problems. */
  constructor(
    inputs: readonly Input[],
    problems: string[],
    { look, progress = new RunProgress(), cache }: SourcesOptions = {},
  ) {
    this.#cache = cache;
    const survey = surveyor(this.workspace);
    progress.enter('reading', inputs.length);
    for (const input of inputs) {
      progress.step();
      const read = readInput(input);
      if (read.kind === 'problem') problems.push(read.message);
      if (read.kind !== 'text') continue;
      if (input.path !== undefined) survey(input.path);
      const sources = sourcesOf(input, read);
      for (const source of sources) this.#sources.set(source.uri, source);
      // Applied together, wherever they come from: as a kustomization does it that changes nothing.
      if (sources.length > 1)
        this.workspace.setKustomization('stdin:/kustomization.yaml', takingIn(sources.map((_, i) => `${i}.yaml`)));
    }
    this.#learnAll(look, progress);
  }

  /** Undefined for what is not among the inputs. */
  at(uri: string): Source | undefined {
    return this.#sources.get(uri);
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
    if (input.read) return input.read(text);
    return readFile(input.name, text, { isPartial: this.workspace.isPatch(uri) });
  }

  /** The files around one. Those of examples are not: they repeat the same names, and what they speak of is not there. */
  around({ uri, input }: Source, facts?: readonly Facts[]): FileRelations {
    return (input.read ? noFiles : this.workspace).around(uri, facts);
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
  replace(source: Source, text: string): void {
    const changed = { ...source, text };
    this.#looked.delete(source.uri);
    this.#checked.delete(source.uri);
    this.#sources.set(source.uri, changed);
    if (source.input.read) this.#learnAlone(changed);
    else this.#learn(changed);
  }

  /** Ours come last, since they ask for the others; what is foreign to all rules is read when something refers to it. */
  #learnAll(look: Look | undefined, progress: RunProgress): void {
    const own: Source[] = [];
    const foreign: Source[] = [];
    progress.enter('understanding', this.#sources.size);
    for (const source of this.#sources.values()) {
      if (source.input.read) this.#learnAlone(source);
      else if (isForeign(source.text)) foreign.push(source);
      else if (mayHoldOurs(source.text)) own.push(source);
      else this.#learn(source);
      if (own.at(-1) !== source) progress.step();
    }
    if (foreign.length > 0)
      this.workspace.awaitRest(() => foreign.forEach((source) => this.#learn(this.#sources.get(source.uri) ?? source)));
    for (const source of own) {
      const file = this.#learn(source);
      if (look && file && this.isChecked(source)) progress.aside('checking', () => look(source, file, this));
      progress.step();
    }
  }

  /** Undefined where it need not be read. */
  #learn(source: Source): SourceFile | undefined {
    const known = this.#cache?.recall(source, this);
    if (known) {
      this.workspace.set(source.uri, known.facts);
      if (known.isChecked) this.#checked.add(source.uri);
      return undefined;
    }
    const file = this.fileOf(source);
    const facts = fileFacts(file);
    this.workspace.set(source.uri, facts);
    this.#note(source, file);
    this.#cache?.keep(source, this, facts, this.isChecked(source));
    return file;
  }

  #learnAlone(source: Source): void {
    if (mayHoldOurs(source.text)) this.#note(source, this.fileOf(source));
  }

  #note(source: Source, file: SourceFile): void {
    if (file.parts.some(({ document }) => mayReport(document, rules))) this.#checked.add(source.uri);
  }
}

/** Of standard input there may be several, of the files that it was made of. Their names are shown and never read as paths. */
function sourcesOf(input: Input, { text, bom }: { readonly text: string; readonly bom: string }): readonly Source[] {
  if (input.path !== undefined) return [{ input, uri: uriOfPath(input.path), text, bom }];
  if (!input.isStream) return [{ input, uri: 'stdin:', text, bom }];
  return sectionsIn(text).map(({ name, text: own }, i, all) => ({
    input: name === '' ? input : { ...input, name },
    uri: all.length === 1 ? 'stdin:' : `stdin:/${i}.yaml`,
    text: own,
    bom: i === 0 ? bom : '',
  }));
}

/** Most paths need no escapes, and are no others for being resolved. */
export function uriOfPath(path: string): string {
  return /^\/[\w./-]*$/.test(path) ? `file://${path}` : pathToFileURL(path).href;
}
