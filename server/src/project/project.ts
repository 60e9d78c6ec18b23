/**
 * The files that are checked together: reads them, gathers their facts, and places them by kustomizations and charts. Where
 * texts come from is up to the caller: a disk, a client or a program.
 */
import { fileFacts } from '../analysis/facts/file-facts.ts';
import type { Facts } from '../analysis/facts/facts.ts';
import type { FileRelations } from '../analysis/workspace/file-around.ts';
import { surroundingKind } from '../analysis/workspace/placement.ts';
import { Workspace } from '../analysis/workspace/workspace.ts';
import type { WorkspaceChanges } from '../analysis/workspace/workspace.ts';
import { isForeign, mayHoldOurs } from '../frontends/concern.ts';
import { readFile } from '../frontends/frontends.ts';
import { readKustomization } from '../frontends/read-kustomization.ts';
import { mayReport } from '../lint/check-file.ts';
import { rules } from '../rules/rules.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Reading } from './reading.ts';

/** A file that is not edited. Its text is kept and its tree is not: a tree takes many times the memory of its text. */
export interface ProjectFile {
  readonly uri: string;
  /** Decides how the text is read. */
  readonly path: string;
  readonly text: string;
  /** Reads a text whose path does not say how. Such a file is an example: it has no relation to other files. */
  readonly read?: ((text: string) => SourceFile) | undefined;
}

/** A text that is edited. It replaces the file with its URI. */
export interface OpenFile {
  readonly uri: string;
  readonly reading: Reading;
}

/** What a file contributes, as a cache keeps it. */
export interface FileSummary {
  readonly facts: readonly Facts[];
  /** False for a file in which no rule can find anything. */
  readonly isChecked: boolean;
}

/** Summaries from an earlier run. */
export interface SummaryCache<F extends ProjectFile> {
  /** Undefined for a file that must be read. */
  recall(file: F, project: Project<F>): FileSummary | undefined;
  keep(file: F, project: Project<F>, summary: FileSummary): void;
}

interface ProjectOptions<F extends ProjectFile> {
  readonly cache?: SummaryCache<F> | undefined;
  /** True where files that contribute nothing are forgotten. */
  readonly isSelective?: boolean;
}

/** What has changed since this was asked for the last time; `texts` are the URIs of files with another text. */
export interface ProjectChanges extends WorkspaceChanges {
  readonly texts: ReadonlySet<string>;
}

interface KeptTree {
  readonly uri: string;
  readonly tree: SourceFile;
}

/** Findings point to the same few other files many times. */
const mostTrees = 4;

const noChanges: WorkspaceChanges = { keys: new Set(), uris: new Set() };

export class Project<F extends ProjectFile = ProjectFile, O extends OpenFile = OpenFile> {
  readonly workspace = new Workspace();
  readonly #options: ProjectOptions<F>;
  readonly #files = new Map<string, F>();
  readonly #open = new Map<string, O>();
  /** URIs of files in which a rule can find something, and of files that were read as patches. */
  readonly #checked = new Set<string>();
  readonly #patches = new Set<string>();
  /** URIs of texts that were edited, opened or closed since the workspace got their facts. */
  readonly #unsettled = new Set<string>();
  #changed = new Set<string>();
  /** The latest first. Not a Map: V8 chains the tables of one that changes often, and so kept every tree until a full collection. */
  readonly #trees: KeptTree[] = [];

  constructor(options: ProjectOptions<F> = {}) {
    this.#options = options;
  }

  /** By URI; also files that are open. */
  get files(): ReadonlyMap<string, F> {
    return this.#files;
  }

  /** By URI. */
  get open(): ReadonlyMap<string, O> {
    return this.#open;
  }

  /** The tree of an open text or of a file; undefined for a URI that is not among them. */
  treeOf(uri: string): SourceFile | undefined {
    const open = this.#open.get(uri);
    if (open) return open.reading.read(this.workspace.isPatch(uri));
    const file = this.#files.get(uri);
    const known = this.#trees.find((each) => each.uri === uri)?.tree;
    return known ?? (file && this.#keepTree(uri, this.read(file)));
  }

  /** Reads a file without keeping its tree. */
  read({ uri, path, text, read }: F): SourceFile {
    return read ? read(text) : readFile(path, text, { isPartial: this.workspace.isPatch(uri) });
  }

  /** The open text or the file that findings are in; undefined where no rule can find anything. */
  checkable(uri: string): O | F | undefined {
    return this.#open.get(uri) ?? (this.#checked.has(uri) ? this.#files.get(uri) : undefined);
  }

  /** The other files as this one sees them. */
  around(uri: string): FileRelations {
    this.settle();
    const isAlone = !this.#open.has(uri) && this.#files.get(uri)?.read !== undefined;
    return isAlone ? noFiles.around(uri) : this.workspace.around(uri);
  }

  /**
   * Adds many files, and yields each once its facts are known, `isRead` where its tree is at hand. Files of the kinds that
   * are checked come last, since they ask for the others. A file that no rule asks for is read when an object refers to it.
   */
  *addAll(files: readonly F[]): Generator<{ readonly file: F; readonly isRead: boolean }> {
    for (const file of files) this.#files.set(file.uri, file);
    const own: F[] = [];
    const foreign: F[] = [];
    for (const file of this.#files.values()) {
      if (!file.read && isForeign(file.text)) foreign.push(file);
      else if (!file.read && mayHoldOurs(file.text)) own.push(file);
      else this.#gather(file);
      if (own.at(-1) !== file) yield { file, isRead: false };
    }
    if (foreign.length > 0)
      this.workspace.awaitRest(() => foreign.forEach((file) => this.#gather(this.#files.get(file.uri) ?? file)));
    for (const file of own) {
      const { tree } = this.#gather(file);
      if (tree) this.#keepTree(file.uri, tree);
      yield { file, isRead: tree !== undefined };
    }
  }

  /** Adds a file, or replaces its text. */
  set(file: F): void {
    const { uri, text } = file;
    const before = this.#files.get(uri);
    if (before?.text === text && this.#patches.has(uri) === this.workspace.isPatch(uri)) return;
    if (before) this.#changed.add(uri);
    this.setSurroundings(uri, text);
    this.#store(file);
  }

  delete(uri: string): void {
    if (!this.#files.delete(uri)) return;
    this.#changed.add(uri);
    this.#forget(uri);
    this.setSurroundings(uri, undefined);
    if (!this.#open.has(uri)) this.workspace.set(uri, []);
  }

  /** Replaces the URI of a file by another spelling of it. */
  respell(from: string, to: string): void {
    const file = this.#files.get(from);
    if (!file) return;
    this.#files.delete(from);
    this.#changed.add(from);
    this.#forget(from);
    this.workspace.set(from, []);
    this.#store({ ...file, uri: to });
  }

  /** Opens a text, or replaces an open one. */
  edit(open: O): void {
    this.#open.set(open.uri, open);
    this.#unsettled.add(open.uri);
  }

  /** Closes a text, after which its file counts again. Returns false where it was not open. */
  close(uri: string): boolean {
    this.#unsettled.add(uri);
    return this.#open.delete(uri);
  }

  /** Notes a kustomization or a chart, of which `text` is undefined where it is gone. Other files are left as they are until `place`. */
  setSurroundings(uri: string, text: string | undefined): void {
    const kind = surroundingKind(uri);
    if (kind === 'chart') this.workspace.setChart(uri, text !== undefined);
    if (kind === 'kustomization')
      this.workspace.setKustomization(uri, text === undefined ? undefined : readKustomization(text));
  }

  /** Applies what kustomizations and charts say by now. */
  place(): void {
    if (!this.workspace.placeAll()) return;
    for (const file of this.#files.values())
      if (this.workspace.isPatch(file.uri) !== this.#patches.has(file.uri)) this.#store({ ...file });
    for (const uri of this.#open.keys()) this.#unsettled.add(uri);
  }

  /** Gives the workspace the facts of the open texts as they are now. */
  settle(): void {
    for (const uri of this.#unsettled) {
      this.#unsettled.delete(uri);
      this.#changed.add(uri);
      const tree = this.treeOf(uri);
      this.workspace.set(uri, tree ? fileFacts(tree) : []);
    }
  }

  /** Undefined where nothing has changed since this was asked for the last time. */
  takeChanges(): ProjectChanges | undefined {
    this.settle();
    const changes = this.workspace.takeChanges();
    if (!changes && this.#changed.size === 0) return undefined;
    const texts = this.#changed;
    this.#changed = new Set();
    return { ...(changes ?? noChanges), texts };
  }

  #store(file: F): void {
    const { uri } = file;
    this.#forget(uri);
    this.#files.set(uri, file);
    const { facts, isChecked } = this.#gather(file).summary;
    if (this.#options.isSelective && facts.length === 0 && !isChecked && !surroundingKind(uri)) this.#files.delete(uri);
  }

  #forget(uri: string): void {
    this.#checked.delete(uri);
    this.#patches.delete(uri);
    const index = this.#trees.findIndex((each) => each.uri === uri);
    if (index >= 0) this.#trees.splice(index, 1);
  }

  #keepTree(uri: string, tree: SourceFile): SourceFile {
    this.#trees.unshift({ uri, tree });
    this.#trees.length = Math.min(this.#trees.length, mostTrees);
    return tree;
  }

  /** Notes what the file contributes. There is no tree where a cache knows it or the text cannot hold a checked kind. */
  #gather(file: F): { readonly summary: FileSummary; readonly tree?: SourceFile } {
    const { cache } = this.#options;
    const { uri } = file;
    if (this.workspace.isPatch(uri)) this.#patches.add(uri);
    if (file.read && !mayHoldOurs(file.text)) return { summary: nothing };
    const known = file.read ? undefined : cache?.recall(file, this);
    if (known) return { summary: this.#note(uri, known) };
    const tree = this.read(file);
    const isChecked = tree.parts.some(({ document }) => mayReport(document, rules));
    const summary = this.#note(uri, { facts: file.read ? nothing.facts : fileFacts(tree), isChecked });
    if (!file.read) cache?.keep(file, this, summary);
    return { summary, tree };
  }

  #note(uri: string, summary: FileSummary): FileSummary {
    if (!this.#open.has(uri)) this.workspace.set(uri, summary.facts);
    if (summary.isChecked) this.#checked.add(uri);
    return summary;
  }
}

const nothing: FileSummary = { facts: [], isChecked: false };

const noFiles = new Workspace();
noFiles.setKnowledge('none');

/** A text without its relations to other files. */
export function unrelated(tree: SourceFile): FileRelations {
  return noFiles.around('', fileFacts(tree));
}
