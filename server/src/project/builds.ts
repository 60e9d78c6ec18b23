/** Builds the kustomizations of a project, and after a change only those that it reaches. */
import { fileFacts } from '../analysis/facts/file-facts.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { placeOfField } from '../analysis/workspace/places.ts';
import type { BuildRoot, BuiltFacts } from '../analysis/workspace/build-roots.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { builtUri, folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { readFile } from '../frontends/frontends.ts';
import type { Builder } from '../kustomize/build.ts';
import type { KustomizeEngine } from '../kustomize/engine.ts';
import type { BuildFiles } from '../tree/built.ts';
import { memo } from '../text/memo.ts';
import { kustomizationNames } from '../tree/kustomization.ts';
import type { Path } from '../tree/path.ts';
import { delivererPath, overridesOf } from './build-overrides.ts';
import type { BuildTexts } from './build-texts.ts';
import { Concern } from './concern.ts';
import { WholeFolders } from './whole-folders.ts';
import { withoutBody } from './without-body.ts';
import { builtPlace, type UriPlace } from './built-place.ts';
import { isSameRoot, isTemplatedText, reachingOf, type RootBuild } from './root-build.ts';

const noFiles: BuildFiles = { read: () => undefined, kindOf: () => 'unread' };

export class Builds {
  readonly #texts: BuildTexts;
  readonly #files: BuildFiles;
  #engine: { readonly tools: KustomizeEngine; readonly builder: Builder } | undefined;
  /** The URIs of the files of the project by their plain paths, and the folders with files. */
  #uris: ReadonlyMap<string, string> = new Map();
  #folders: ReadonlySet<string> = new Set();
  #isListed = false;
  /** Plain paths: all that builds need or needed, and those that were asked for since the last change on the disk. */
  readonly #needed = new Set<string>();
  readonly #asked = new Set<string>();
  /** By plain path: what is there without a file of the project. */
  readonly #others = new Map<string, 'folder' | 'missing'>();
  readonly wholeFolders = new WholeFolders();
  readonly #changed = new Set<string>();
  readonly #concern: Concern;
  #rebuilt = new Set<string>();
  #list: readonly BuildRoot[] = [];
  #roots: ReadonlyMap<string, RootBuild> = new Map();
  /** By URI. */
  #reaching: ReadonlyMap<string, readonly RootBuild[]> = new Map();

  constructor(texts: BuildTexts) {
    this.#texts = texts;
    this.#files = { ...texts.beyond, read: (path) => this.textAt(path), kindOf: (path) => this.#kindOf(path) };
    const entriesAt = (path: string) => texts.workspace?.at(keys.inFile(this.#uris.get(path) ?? '')) ?? [];
    const isForeign = (path: string): boolean => texts.isForeign?.(this.#uris.get(path) ?? '') === true;
    this.#concern = new Concern({ ...this.#files, paths: () => this.#uris.keys(), isForeign, entriesAt });
  }

  /** Sets the engine that builds, once. Without it nothing is built. */
  setEngine(tools: KustomizeEngine): void {
    this.#engine ??= { tools, builder: tools.builderOf(this.#files) };
  }

  /** True where there are roots, and no engine. */
  needsEngine(list: readonly BuildRoot[]): boolean {
    return !this.#engine && list.length > 0;
  }

  /** True where there is something to build, and no engine. */
  isIdle(list: readonly BuildRoot[]): boolean {
    if (this.#engine || list.length === 0) return false;
    this.#listFiles();
    return list.some((root) => this.#concern.has(root));
  }

  /** By the URI of what they build, in the order of their folders. Another map after each change. */
  get roots(): ReadonlyMap<string, RootBuild> {
    return this.#roots;
  }

  /** The roots that read the file. */
  reaching(uri: string): readonly RootBuild[] {
    return this.#reaching.get(uri) ?? none;
  }

  /** The URI of a file of the project by its plain path; undefined for another file. */
  readonly uriOf = (path: string): string | undefined => this.#uris.get(path);

  /** The text at a plain path; undefined where it is not known. */
  textAt(path: string): string | undefined {
    const uri = this.#uris.get(path);
    return (uri === undefined ? undefined : this.#texts.textOf(uri)) ?? (this.#texts.beyond ?? noFiles).read(path);
  }

  /** The files and roots for another builder. Without tools, the overrides of roots with a delivery are undefined: not known. */
  sourcesOf(list: readonly BuildRoot[], tools: Pick<KustomizeEngine, 'overridesIn'> | undefined = this.#engine?.tools) {
    this.#listFiles();
    const roots = list
      .filter((root) => this.#hasKustomization(root))
      .map((root) => {
        const { folder, reach, delivery } = root;
        const overrides = tools ? overridesOf(root, this.#files.read, tools) : delivery ? undefined : {};
        return { folder, reach, overrides };
      });
    return { files: this.#files, list: roots };
  }

  /** The plain paths that builds need, and of which it is not known what is there; for a folder, whether it has a kustomization. */
  unread(list: readonly BuildRoot[]): readonly string[] {
    const unread = this.#findUnread(list);
    for (const path of unread) this.#needed.add(path);
    for (const path of unread) this.#asked.add(path);
    return unread;
  }

  /** True where `unread` has a path that it did not return since the last change on the disk. */
  hasUnasked(list: readonly BuildRoot[]): boolean {
    return this.#findUnread(list).some((path) => !this.#asked.has(path));
  }

  #findUnread(list: readonly BuildRoot[]): readonly string[] {
    this.#listFiles();
    const isMissing = (path: string): boolean => this.#others.get(path) === 'missing';
    const isKnown = (path: string): boolean =>
      this.#uris.has(path) ||
      (this.#folders.has(path) ? kustomizationNames.every((name) => isMissing(`${path}/${name}`)) : isMissing(path));
    const concerned = list.filter((root) => this.#concern.has(root));
    this.wholeFolders.set(concerned);
    return [...new Set(concerned.flatMap(({ reach }) => [...reach]))].filter((path) => !isKnown(path));
  }

  /** True for a file that a build needs, though it may hold nothing that is checked by itself. */
  isNeeded(uri: string): boolean {
    const path = plainPath(uri);
    return this.#needed.has(path) || this.wholeFolders.has(path);
  }

  /** Notes what is at a plain path without a file of the project. */
  noteOther(path: string, kind: 'folder' | 'missing'): void {
    if (this.#others.get(path) === kind) return;
    this.#others.set(path, kind);
    this.#changed.add(path);
  }

  /** Notes changes on the disk: at these paths may be something that the project leaves out. */
  noteDisk(uris: Iterable<string>): void {
    this.#asked.clear();
    for (const uri of uris)
      for (let path = plainPath(uri); path !== ''; path = folderOf(path))
        if (this.#others.delete(path)) this.#changed.add(path);
  }

  /** What is at the paths that builds need must be found again. */
  restart(): void {
    this.noteDisk([...this.#others.keys()]);
    this.wholeFolders.restart();
  }

  /** Notes the text of a file that the project does not keep; an empty text for another file, or one that is gone. */
  noteDropped(uri: string, text: string): void {
    this.noteChange(uri);
    this.#concern.drop(uri, text);
  }

  /** By plain path: the URIs of the files that the project does not keep, and that may concern a build. */
  get dropped(): ReadonlyMap<string, string> {
    return this.#concern.dropped;
  }

  /** Notes that the file has another text, or came, or went. With `hasText`, its pieces are not joined to find out. */
  noteChange(uri: string, hasText = false): void {
    const path = plainPath(uri);
    this.#changed.add(path);
    this.#concern.forget(path);
    this.#others.delete(path);
    this.#asked.delete(path);
    if (this.#uris.get(path) !== uri || (!hasText && this.#texts.textOf(uri) === undefined)) this.#isListed = false;
  }

  /** Builds what has changed, and shows it to the rules of the workspace. */
  settle(workspace: Workspace): void {
    const changed = this.#update(workspace.buildRoots());
    if (!changed) return;
    workspace.setBuilt([...this.#roots.values()].filter(({ build }) => !build.failure).map(builtFacts));
    for (const root of changed) for (const uri of [root.uri, ...root.uris]) this.#rebuilt.add(uri);
  }

  /** The URIs of the files that changed builds read, since the last call. */
  takeRebuilt(): ReadonlySet<string> {
    const rebuilt = this.#rebuilt;
    this.#rebuilt = new Set();
    return rebuilt;
  }

  /** The place of a field of a built object in the files; undefined for an object of a file. */
  placeOf({ uri, ordinal }: Pick<IndexedObject, 'uri' | 'ordinal'>, path: Path): UriPlace | undefined {
    const root = this.#roots.get(uri);
    const span = root && placeOfField(root.file, ordinal, path);
    return span && builtPlace(root, span, this.uriOf)?.first;
  }

  /** Returns the roots that are new, gone or different; undefined where there are none. */
  #update(list: readonly BuildRoot[]): readonly RootBuild[] | undefined {
    const engine = this.#engine;
    if (!engine || (this.#changed.size === 0 && list === this.#list)) return undefined;
    if (list.length + this.#list.length === 0) {
      this.#changed.clear();
      return undefined;
    }
    this.#listFiles();
    const paths = [...this.#changed];
    for (const path of paths) engine.builder.forget(path);
    const before = this.#roots;
    const roots = new Map<string, RootBuild>();
    const changed: RootBuild[] = [];
    const numbers = new Map<string, number>();
    for (const root of list) {
      if (!this.#concern.has(root)) continue;
      const number = numbers.get(root.folder) ?? 0;
      numbers.set(root.folder, number + 1);
      const uri = builtUri(root.folder, number);
      const known = before.get(uri);
      const isSame = known && isSameRoot(known.root, root) && !paths.some((path) => known.paths.has(path));
      const built = isSame ? known : this.#build(root, { uri, known, ...engine });
      if (!built) continue;
      roots.set(uri, built);
      if (!isSame) changed.push(built, ...(known ? [known] : []));
    }
    for (const [uri, each] of before) if (!roots.has(uri)) changed.push(each);
    this.#changed.clear();
    if (changed.length === 0 && list === this.#list) return undefined;
    this.#list = list;
    this.#roots = roots;
    this.#reaching = reachingOf(roots.values());
    return changed;
  }

  #build(
    root: BuildRoot,
    {
      uri,
      known,
      tools,
      builder,
    }: { uri: string; known: RootBuild | undefined; tools: KustomizeEngine; builder: Builder },
  ): RootBuild | undefined {
    const overrides = overridesOf(root, this.#files.read, tools);
    if (!this.#hasKustomization(root) || !overrides) return undefined;
    const build = builder.build(root.folder, overrides);
    if (build.failure?.cause === 'unreadable' && isTemplatedText(this.textAt(build.failure.at.path) ?? ''))
      return undefined;
    const printed = tools.printBuild(build.objects.map(withoutBody));
    const file = readFile(uri, printed.text, { isPartial: false, ...(known ? { previous: known.file } : {}) });
    const deliverer = root.delivery ? [delivererPath(root.delivery)] : [];
    const paths = new Set([...build.reads, ...root.reach, ...deliverer]);
    const uris = new Set([...paths].flatMap((path) => this.#uris.get(path) ?? []));
    return { uri, root, name: this.#texts.nameOf(root.folder), build, printed, file, paths, uris };
  }

  /** False for the parts of a stream, which have no text of a kustomization. */
  #hasKustomization({ folder, generated }: BuildRoot): boolean {
    return generated !== undefined || kustomizationNames.some((name) => this.textAt(`${folder}/${name}`) !== undefined);
  }

  #listFiles(): void {
    if (this.#isListed) return;
    this.#isListed = true;
    const uris = [...this.#texts.uris()];
    this.#uris = new Map(uris.map((uri) => [plainPath(uri), uri]));
    const folders = new Set<string>();
    for (const path of this.#uris.keys())
      for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
        folders.add(folder);
    // A build depends on whether a folder is there.
    for (const folder of folders) if (!this.#folders.has(folder)) this.#changed.add(folder);
    for (const folder of this.#folders) if (!folders.has(folder)) this.#changed.add(folder);
    this.#folders = folders;
  }

  #kindOf(path: string): ReturnType<BuildFiles['kindOf']> {
    if (this.#uris.has(path)) return 'file';
    if (this.#folders.has(path)) return 'folder';
    return this.#others.get(path) ?? (this.#texts.beyond ?? noFiles).kindOf(path);
  }
}

const none: readonly RootBuild[] = [];

/** Equal for a root that did not change. */
const builtFacts = memo(({ uri, file, root, build }: RootBuild): BuiltFacts => {
  const isClosed = root.placement.isClosed && build.outside.length === 0;
  return { uri, facts: fileFacts(file), placement: { ...root.placement, isClosed }, sets: root.sets };
});
