/** Reads the committed texts of changed files from VS Code's Git extension, for the view "before and after". */
import { Disposable, extensions, workspace, type Event, type Uri } from 'vscode';

/** The part of version 1 of the API of `vscode.git` that is used; see its git.d.ts. */
interface GitExtension {
  /** False where the user has turned Git off: then there is no API. */
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly onDidOpenRepository: Event<Repository>;
  getRepository(uri: Uri): Repository | null;
  toGitUri(uri: Uri, ref: string): Uri;
}

interface Repository {
  readonly rootUri: Uri;
  readonly state: RepositoryState;
  /** The text of a file at a commit. Rejects where there is none. */
  show(ref: string, path: string): Promise<string>;
  /** Rejects with `gitErrorCode` UnknownPath for a file that the commit does not have. */
  getObjectDetails(ref: string, path: string): Promise<unknown>;
}

interface RepositoryState {
  /** Without a commit, nothing was committed yet. */
  readonly HEAD: { readonly commit?: string } | undefined;
  readonly mergeChanges: readonly Change[];
  readonly indexChanges: readonly Change[];
  readonly workingTreeChanges: readonly Change[];
  /** Missing in older versions, and empty where they are among the changes of the working tree. */
  readonly untrackedChanges?: readonly Change[];
  readonly onDidChange: Event<void>;
}

interface Change {
  readonly uri: Uri;
  readonly originalUri: Uri;
  readonly renameUri: Uri | undefined;
}

/** The parameters of endpoints/picture. */
interface BeforeTexts {
  readonly before: readonly { readonly uri: string; readonly text: string | null; readonly shownAt?: string }[];
  readonly uncompared: number;
}

/** Each needs a process of Git. */
const mostFiles = 200;

/** Names of the files that the server reads. */
const wanted = /\.(?:ya?ml|json|tpl|tsx?|mts|cts|jsx?|mjs|cjs|py|go|cs|java)$|(?:^|\/)Kustomization$/i;

export class CommittedTexts implements Disposable {
  readonly #onChange: () => void;
  readonly #watched = new Set<string>();
  readonly #disposables: Disposable[] = [];
  #api: Promise<GitApi | undefined> | undefined;
  #commit = '';
  /** By path, at that commit; null for a file that it does not have, undefined for one that cannot be read. */
  #texts = new Map<string, Promise<string | null | undefined>>();

  /** `onChange` is called when the answer may be another one. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  dispose(): void {
    Disposable.from(...this.#disposables).dispose();
  }

  /** Undefined for a file without a commit. The texts are read only where they are needed. */
  async before(file: Uri, isNeeded: boolean): Promise<BeforeTexts | undefined> {
    const api = await (this.#api ??= this.#findApi());
    const repository = api?.getRepository(file) ?? undefined;
    const commit = repository?.state.HEAD?.commit;
    if (!api || !repository || commit === undefined) return undefined;
    if (!isNeeded) return { before: [], uncompared: 0 };
    this.#watch(repository.rootUri.toString(), repository.state.onDidChange);
    const key = `${repository.rootUri.toString()} ${commit}`;
    if (key !== this.#commit) this.#texts = new Map();
    this.#commit = key;
    const changed = changedFiles(repository, api);
    const texts = await Promise.all(
      changed.slice(0, mostFiles).map(async (uri) => ({ uri, text: await this.#text(uri, repository, commit) })),
    );
    const before = texts.flatMap(({ uri, text }) =>
      text === undefined ? [] : [{ uri: uri.toString(), text, shownAt: api.toGitUri(uri, commit).toString() }],
    );
    return { before, uncompared: changed.length - before.length };
  }

  /** Undefined on the web, without Git, and where it is turned off. */
  async #findApi(): Promise<GitApi | undefined> {
    const extension = extensions.getExtension<GitExtension>('vscode.git');
    if (!extension) return undefined;
    const git = extension.isActive ? extension.exports : await extension.activate();
    if (!git.enabled) return undefined;
    const api = git.getAPI(1);
    // It finds repositories after it has started.
    this.#watch('', api.onDidOpenRepository);
    return api;
  }

  /** The API makes new objects for each question. */
  #watch(name: string, event: Event<unknown>): void {
    if (this.#watched.has(name)) return;
    this.#watched.add(name);
    this.#disposables.push(event(() => this.#onChange()));
  }

  #text(uri: Uri, repository: Repository, commit: string): Promise<string | null | undefined> {
    const path = uri.fsPath;
    const known = this.#texts.get(path) ?? committedText(path, repository, commit);
    this.#texts.set(path, known);
    return known;
  }
}

/** All that may differ from the commit: saved changes, staged or not, both names of renamed files, and unsaved texts. */
function changedFiles({ state, rootUri }: Repository, api: GitApi): readonly Uri[] {
  const { mergeChanges, indexChanges, workingTreeChanges, untrackedChanges = [] } = state;
  const saved = [mergeChanges, indexChanges, workingTreeChanges, untrackedChanges]
    .flat()
    .flatMap(({ uri, originalUri, renameUri }) => [uri, originalUri, ...(renameUri ? [renameUri] : [])]);
  const unsaved = workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && api.getRepository(uri)?.rootUri.toString() === rootUri.toString())
    .map(({ uri }) => uri);
  const all = new Map([...saved, ...unsaved].map((uri) => [uri.toString(), uri]));
  return [...all.values()].filter(({ path }) => wanted.test(path));
}

async function committedText(path: string, repository: Repository, commit: string): Promise<string | null | undefined> {
  try {
    await repository.getObjectDetails(commit, path);
    return await repository.show(commit, path);
  } catch (error) {
    return (error as { readonly gitErrorCode?: unknown }).gitErrorCode === 'UnknownPath' ? null : undefined;
  }
}
