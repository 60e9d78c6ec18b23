/** The files that are checked together: reads them, gathers facts, and places them by kustomizations and charts. */
import { fileFacts } from '../analysis/facts/file-facts.ts';
import type { FileRelations } from '../analysis/workspace/file-around.ts';
import { plainPath, surroundingKind } from '../analysis/workspace/placement.ts';
import type { WorkspaceChanges } from '../analysis/workspace/change-log.ts';
import { Workspace } from '../analysis/workspace/workspace.ts';
import { mayHoldOurs } from '../frontends/concern.ts';
import { readFile } from '../frontends/frontends.ts';
import { mayReport } from '../lint/check-file.ts';
import { rules } from '../rules/rules.ts';
import type { SourceFile } from '../tree/document.ts';
import { Builds } from './builds.ts';
import { readOnQuestion } from './deferred.ts';
import { LastTrees } from './last-trees.ts';
import type { PatchRole } from '../tree/kustomization.ts';
import type { FileSummary, OpenFile, ProjectFile, ProjectOptions } from './project-file.ts';
import { SurroundingTexts } from './surrounding-texts.ts';
import { ModuleFolders } from './terraform-modules.ts';
import { turnOf } from './turns.ts';

const noChanges: WorkspaceChanges = { keys: new Set(), uris: new Set() };

export class Project<F extends ProjectFile = ProjectFile, O extends OpenFile = OpenFile> {
  readonly workspace = new Workspace(() => [...this.#uris(), ...this.builds.dropped.values()]);
  readonly builds: Builds;
  readonly #options: ProjectOptions;
  readonly #files = new Map<string, F>();
  readonly #open = new Map<string, O>();
  /** URIs of files with possible findings, and how files that are patches were read. */
  readonly #checked = new Set<string>();
  readonly #patches = new Map<string, PatchRole>();
  /** URIs of texts whose facts the workspace does not have yet. */
  readonly #unsettled = new Set<string>();
  #changed = new Set<string>();
  #isAdding = false;
  readonly #trees = new LastTrees();
  readonly modules = new ModuleFolders({
    has: (uri) => this.#open.has(uri) || this.#files.has(uri),
    textOf: (uri) => this.#open.get(uri)?.reading.text ?? this.#files.get(uri)?.text,
    isForeign: (uri) => !this.#open.has(uri) && this.#files.get(uri)?.isForeign === true,
  });
  readonly surroundings = new SurroundingTexts(this.workspace, (uri) => this.#open.get(uri)?.reading.text);

  constructor(options: ProjectOptions = {}) {
    this.#options = options;
    this.builds = new Builds({
      uris: () => this.#uris(),
      textOf: (uri) => this.#open.get(uri)?.reading.text ?? this.#files.get(uri)?.text,
      isForeign: (uri) => this.#files.get(uri)?.isForeign === true,
      workspace: this.workspace,
      beyond: options.beyond,
      nameOf: options.nameOfFolder ?? ((folder) => folder.slice(folder.lastIndexOf('/') + 1)),
    });
  }

  #uris(): readonly string[] {
    return [...this.#files.keys(), ...this.#open.keys()];
  }

  /** By URI; also files that are open. */
  get files(): ReadonlyMap<string, F> {
    return this.#files;
  }

  /** By URI. */
  get open(): ReadonlyMap<string, O> {
    return this.#open;
  }

  /** Undefined for an unknown URI. */
  treeOf(uri: string): SourceFile | undefined {
    const open = this.#open.get(uri);
    if (open) return open.reading.read(this.workspace.isPatch(uri), () => this.modules.siblingsOf(uri));
    const file = this.#files.get(uri);
    return this.#trees.of(uri) ?? (file && this.#trees.keep(uri, this.read(file)));
  }

  /** Does not keep the tree. */
  read({ uri, path, text, read }: F): SourceFile {
    const siblings = () => this.modules.siblingsOf(uri);
    return read ? read(text) : readFile(path, text, { isPartial: this.workspace.isPatch(uri), siblings });
  }

  /** Undefined for a file without possible findings. */
  checkable(uri: string): O | F | undefined {
    const isChecked = this.#checked.has(uri) || this.builds.reaching(uri).length > 0;
    return this.#open.get(uri) ?? (isChecked ? this.#files.get(uri) : undefined);
  }

  around(uri: string): FileRelations {
    this.settle();
    const isAlone = !this.#open.has(uri) && this.#files.get(uri)?.read !== undefined;
    if (!isAlone) return this.workspace.aroundForRules(uri);
    const tree = this.treeOf(uri);
    return ownFile.around(uri, tree ? fileFacts(tree) : []);
  }

  /** Adds many files in the order of their turns, and yields each once its facts are known, `isRead` where its tree is at hand. */
  *addAll(files: readonly F[]): Generator<{ readonly file: F; readonly isRead: boolean }> {
    for (const file of files) this.#set(file);
    this.modules.forgetChanges();
    this.#isAdding = true;
    this.workspace.holdPlaces(true);
    const [own, foreign]: [F[], F[]] = [[], []];
    readOnQuestion(
      files.filter(({ isDeferred }) => isDeferred),
      this.workspace,
      (file) => this.#gather(this.#files.get(file.uri) ?? file),
    );
    for (const file of this.#files.values()) {
      if (file.isDeferred) {
        yield { file, isRead: false };
        continue;
      }
      const turn = turnOf(file, typeof this.workspace.isPatch(file.uri) === 'string');
      if (turn === 'never') {
        yield { file, isRead: false };
        continue;
      }
      if (turn === 'on question') foreign.push(file);
      else if (turn === 'last') own.push(file);
      else this.#gather(file);
      if (own.at(-1) !== file) yield { file, isRead: false };
    }
    this.workspace.holdPlaces(true);
    if (foreign.length > 0)
      this.workspace.awaitRest(() => foreign.forEach((file) => this.#gather(this.#files.get(file.uri) ?? file)));
    for (const file of own) {
      const { tree } = this.#gather(file);
      if (tree) this.#trees.keep(file.uri, tree);
      yield { file, isRead: tree !== undefined };
    }
    this.workspace.holdPlaces(false);
    this.#isAdding = false;
  }

  #set(file: F): void {
    this.#files.set(file.uri, file);
    this.builds.noteChange(file.uri);
    this.modules.noteChange(file.uri);
  }

  set(file: F): void {
    const { uri, text } = file;
    const before = this.#files.get(uri);
    if (before?.text === text && (this.#patches.get(uri) ?? false) === this.workspace.isPatch(uri)) return;
    if (before) this.#changed.add(uri);
    this.setSurroundings(uri, text);
    this.#store(file);
  }

  delete(uri: string): void {
    if (!this.#files.delete(uri) && !this.builds.dropped.has(plainPath(uri))) return;
    this.#changed.add(uri);
    this.modules.noteChange(uri);
    this.builds.noteDropped(uri, '');
    this.workspace.noteFile(uri, false);
    this.#forget(uri);
    this.setSurroundings(uri, undefined);
    if (!this.#open.has(uri)) this.workspace.set(uri, []);
  }

  /** Replaces a spelling of a file's URI. */
  respell(from: string, to: string): void {
    const file = this.#files.get(from);
    if (!file) return;
    this.#files.delete(from);
    this.#changed.add(from);
    this.builds.noteChange(from);
    this.modules.noteChange(from);
    this.#forget(from);
    this.workspace.set(from, []);
    this.#store({ ...file, uri: to });
  }

  edit(open: O): void {
    this.#open.set(open.uri, open);
    this.builds.noteChange(open.uri, true);
    this.modules.noteChange(open.uri);
    this.workspace.noteFile(open.uri, true);
    this.#unsettled.add(open.uri);
  }

  /** Returns false for a text that was not open. */
  close(uri: string): boolean {
    this.#unsettled.add(uri);
    this.workspace.noteFile(uri, this.#files.has(uri) || this.builds.dropped.has(plainPath(uri)));
    const isClosed = this.#open.delete(uri);
    this.builds.noteChange(uri);
    this.modules.noteChange(uri);
    return isClosed;
  }

  /** An undefined `text` removes the kustomization or chart. Other files change with the next `place`. */
  setSurroundings(uri: string, text: string | undefined): void {
    this.surroundings.set(uri, text);
  }

  place(): void {
    if (!this.workspace.placeAll()) return;
    for (const file of this.#files.values())
      if (this.workspace.isPatch(file.uri) !== (this.#patches.get(file.uri) ?? false)) this.#store({ ...file });
    for (const uri of this.#open.keys()) this.#unsettled.add(uri);
  }

  /** Updates the workspace with the facts of the open texts. */
  settle(): void {
    this.#readModules();
    if ([...this.#unsettled].filter((uri) => this.surroundings.renew(uri)).length > 0) this.place();
    for (const uri of this.#unsettled) {
      this.#unsettled.delete(uri);
      this.#changed.add(uri);
      const tree = this.treeOf(uri);
      this.workspace.set(uri, tree ? fileFacts(tree) : []);
    }
    // A build needs all files.
    if (!this.#isAdding) this.builds.settle(this.workspace);
  }

  /** Reads again what other files of a module decide. */
  #readModules(): void {
    for (const uri of this.modules.takeAffected()) {
      const file = this.#files.get(uri);
      if (this.#open.has(uri)) this.#unsettled.add(uri);
      else if (file) {
        this.#forget(uri);
        this.#gather(file);
        this.#changed.add(uri);
      }
    }
  }

  /** The changes since the last call, if any. `texts` are the URIs of files with another text. */
  takeChanges(): (WorkspaceChanges & { readonly texts: ReadonlySet<string> }) | undefined {
    this.settle();
    const changes = this.workspace.takeChanges();
    const rebuilt = this.builds.takeRebuilt();
    if (!changes && this.#changed.size + rebuilt.size === 0) return undefined;
    const { keys, uris } = changes ?? noChanges;
    const texts = this.#changed;
    this.#changed = new Set();
    return { keys, uris: rebuilt.size > 0 ? new Set([...uris, ...rebuilt]) : uris, texts };
  }

  #store(file: F): void {
    const { uri } = file;
    this.#forget(uri);
    this.#set(file);
    const { facts, isChecked } = this.#gather(file).summary;
    const isUseful =
      facts.length > 0 ||
      isChecked ||
      surroundingKind(uri) ||
      this.modules.isConcerned(uri) ||
      this.builds.isNeeded(uri);
    // A build that reads the file asks for its text again.
    const isDropped = this.#options.isSelective && !isUseful && this.#files.delete(uri);
    if (isDropped) this.modules.noteChange(uri);
    this.builds.noteDropped(uri, isDropped ? file.text : '');
    this.workspace.noteFile(uri, !isDropped || this.builds.dropped.has(plainPath(uri)));
  }

  #forget(uri: string): void {
    this.#checked.delete(uri);
    this.#patches.delete(uri);
    this.#trees.forget(uri);
  }

  /** There is no tree where the file is known or the text cannot hold a checked kind. */
  #gather(file: F): { readonly summary: FileSummary; readonly tree?: SourceFile } {
    const { uri } = file;
    if (this.workspace.isPatch(uri)) this.#patches.set(uri, this.workspace.isPatch(uri));
    if (file.read && !mayHoldOurs(file.text)) return { summary: nothing };
    const known = file.read ? undefined : this.#options.recall?.(file, this);
    if (known) return { summary: this.#note(uri, known) };
    const tree = this.read(file);
    const isChecked = tree.parts.some(({ document }) => mayReport(document, rules));
    return { summary: this.#note(uri, { facts: file.read ? nothing.facts : fileFacts(tree), isChecked }), tree };
  }

  #note(uri: string, summary: FileSummary): FileSummary {
    if (!this.#open.has(uri)) this.workspace.set(uri, summary.facts);
    if (summary.isChecked) this.#checked.add(uri);
    return summary;
  }
}

const nothing: FileSummary = { facts: [], isChecked: false };

/** Nothing is missing in an example, whose objects are compared with each other only. */
const ownFile = new Workspace();
ownFile.setKnowledge('some');
