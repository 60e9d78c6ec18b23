/** Builds the kustomizations of a project, and after a change only those that it reaches. */
import { fileFacts } from '../analysis/facts/file-facts.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { placeOfField } from '../analysis/workspace/places.ts';
import type { BuildRoot } from '../analysis/workspace/surroundings.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { builtUri, folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { readFile } from '../frontends/frontends.ts';
import { Builder } from '../kustomize/build.ts';
import { printBuild } from '../kustomize/print.ts';
import type { BuildFiles, BuiltObject } from '../tree/built.ts';
import { memo } from '../text/memo.ts';
import { kustomizationNames } from '../tree/kustomization.ts';
import type { Path } from '../tree/path.ts';
import { overridesOf } from './build-overrides.ts';
import { builtPlace, type UriPlace } from './built-place.ts';
import type { RootBuild } from './root-build.ts';

export interface BuildTexts {
  /** The files of the project. */
  readonly uris: () => Iterable<string>;
  /** The current text of a file; undefined for an unknown URI. */
  readonly textOf: (uri: string) => string | undefined;
  /** The files outside of the project. By default, whether they exist is not known. */
  readonly beyond: BuildFiles | undefined;
  /** The name of a folder in messages. */
  readonly nameOf: (folder: string) => string;
}

const noFiles: BuildFiles = { read: () => undefined, kindOf: () => 'unread' };

/** A text without this word has nothing that is checked. A root without such a text is not built. */
const concern = /Endpoint/;

export class Builds {
  readonly #texts: BuildTexts;
  readonly #builder: Builder;
  /** The URIs of the files of the project by their plain paths, and the folders with files. */
  #uris: ReadonlyMap<string, string> = new Map();
  #folders: ReadonlySet<string> = new Set();
  #isListed = false;
  /** By plain path. */
  readonly #beyond = new Map<string, string | undefined>();
  readonly #concerned = new Map<string, boolean>();
  readonly #changed = new Set<string>();
  #rebuilt = new Set<string>();
  #list: readonly BuildRoot[] = [];
  #roots: ReadonlyMap<string, RootBuild> = new Map();
  /** By URI. */
  #reaching: ReadonlyMap<string, readonly RootBuild[]> = new Map();

  constructor(texts: BuildTexts) {
    this.#texts = texts;
    this.#builder = new Builder({
      read: (path) => this.textAt(path),
      kindOf: (path) => this.#kindOf(path),
    });
  }

  /** By the URI of what they build, in the order of their folders. Another map after each change. */
  get roots(): ReadonlyMap<string, RootBuild> {
    return this.#roots;
  }

  /** The roots that read the file. */
  reaching(uri: string): readonly RootBuild[] {
    return this.#reaching.get(uri) ?? none;
  }

  /** The URI of a file of the project; undefined for another one. */
  readonly uriOf = (path: string): string | undefined => this.#uris.get(path);

  /** The text at a plain path; undefined where it is not known. */
  textAt(path: string): string | undefined {
    const uri = this.#uris.get(path);
    const text = uri === undefined ? this.#beyond.get(path) : this.#texts.textOf(uri);
    return text ?? (this.#texts.beyond ?? noFiles).read(path);
  }

  /** What another builder of the roots needs. */
  sourcesOf(list: readonly BuildRoot[]) {
    this.#listFiles();
    const files: BuildFiles = { read: (path) => this.textAt(path), kindOf: (path) => this.#kindOf(path) };
    const textAt = (path: string): string | undefined => this.textAt(path);
    const roots = list.map((root) => ({
      folder: root.folder,
      reach: root.reach,
      overrides: overridesOf(root, textAt),
    }));
    return { files, list: roots };
  }

  /** The plain paths of the files that builds need, and that are not known. */
  unread(list: readonly BuildRoot[]): readonly string[] {
    this.#listFiles();
    const isKnown = (path: string): boolean =>
      this.#uris.has(path) || this.#folders.has(path) || this.#beyond.has(path);
    const needed = list.filter((root) => this.#isConcerned(root)).flatMap(({ reach }) => [...reach]);
    return [...new Set(needed.filter((path) => !isKnown(path)))];
  }

  /** Sets the text of a file outside of the project; undefined where there is no readable file. */
  setBeyond(path: string, text: string | undefined): void {
    this.#beyond.set(path, text);
    this.#changed.add(path);
    this.#concerned.delete(path);
  }

  /** Returns false for a path that was never set. */
  hasBeyond(path: string): boolean {
    return this.#beyond.has(path);
  }

  /** Notes that the file has another text, or came, or went. */
  note(uri: string): void {
    const path = plainPath(uri);
    this.#changed.add(path);
    this.#concerned.delete(path);
    if (this.#uris.get(path) !== uri || this.#texts.textOf(uri) === undefined) this.#isListed = false;
  }

  /** Builds what has changed, and shows it to the rules of the workspace. */
  settle(workspace: Workspace): void {
    const changed = this.#update(workspace.buildRoots());
    if (!changed) return;
    const built = [...this.#roots.values()].filter(({ build }) => !build.failure);
    workspace.setBuilt(
      built.map(({ uri, file, root, build }) => {
        const isClosed = root.placement.isClosed && build.outside.length === 0;
        return { uri, facts: fileFacts(file), placement: { ...root.placement, isClosed } };
      }),
    );
    for (const { uris } of changed) for (const uri of uris) this.#rebuilt.add(uri);
  }

  /** The files that changed builds read, since the last call. */
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
    if (this.#changed.size === 0 && list === this.#list) return undefined;
    if (list.length + this.#list.length === 0) {
      this.#changed.clear();
      return undefined;
    }
    this.#listFiles();
    for (const path of this.#changed) this.#builder.forget(path);
    const before = this.#roots;
    const roots = new Map<string, RootBuild>();
    const changed: RootBuild[] = [];
    const numbers = new Map<string, number>();
    for (const root of list) {
      if (!this.#isConcerned(root)) continue;
      const number = numbers.get(root.folder) ?? 0;
      numbers.set(root.folder, number + 1);
      const uri = builtUri(root.folder, number);
      const known = before.get(uri);
      const isSame =
        known && isSameRoot(known.root, root) && ![...this.#changed].some((path) => known.build.reads.has(path));
      const built = isSame ? { ...known, root } : this.#build(root, uri, known);
      if (!built) continue;
      roots.set(uri, built);
      if (!isSame) changed.push(built, ...(known ? [known] : []));
    }
    for (const [uri, each] of before) if (!roots.has(uri)) changed.push(each);
    this.#changed.clear();
    this.#list = list;
    this.#roots = roots;
    if (changed.length === 0) return undefined;
    this.#reaching = reachingOf(roots.values());
    return changed;
  }

  #build(root: BuildRoot, uri: string, before: RootBuild | undefined): RootBuild | undefined {
    const overrides = overridesOf(root, (path) => this.textAt(path));
    // The text of a kustomization from elsewhere may be unknown, as that of the parts of a stream.
    const isThere = kustomizationNames.some((name) => this.textAt(`${root.folder}/${name}`) !== undefined);
    if (!isThere || !overrides) return undefined;
    const build = this.#builder.build(root.folder, overrides);
    const printed = printBuild(build.objects.map(withoutDefinition));
    const file = readFile(uri, printed.text, { isPartial: false, ...(before ? { previous: before.file } : {}) });
    const uris = new Set([...build.reads, ...root.reach].flatMap((path) => this.#uris.get(path) ?? []));
    return { uri, root, name: this.#texts.nameOf(root.folder), build, printed, file, uris };
  }

  #isConcerned({ reach, isOnly }: BuildRoot): boolean {
    if (isOnly) return true;
    for (const path of reach) {
      const known = this.#concerned.get(path) ?? concern.test(this.textAt(path) ?? '');
      this.#concerned.set(path, known);
      if (known) return true;
    }
    return false;
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
    this.#folders = folders;
  }

  #kindOf(path: string): ReturnType<BuildFiles['kindOf']> {
    if (this.#uris.has(path)) return 'file';
    if (this.#folders.has(path)) return 'folder';
    if (this.#beyond.has(path)) return this.#beyond.get(path) === undefined ? 'missing' : 'file';
    return (this.#texts.beyond ?? noFiles).kindOf(path);
  }
}

const none: readonly RootBuild[] = [];

function isSameRoot(a: BuildRoot, b: BuildRoot): boolean {
  return a === b || rootToken(a) === rootToken(b);
}

const rootToken = memo(({ folder, delivery, placement, reach }: BuildRoot) =>
  JSON.stringify([folder, delivery, placement, [...reach]]),
);

function reachingOf(roots: Iterable<RootBuild>): ReadonlyMap<string, readonly RootBuild[]> {
  const reaching = new Map<string, RootBuild[]>();
  for (const root of roots)
    for (const uri of root.uris) {
      const all = reaching.get(uri);
      if (all) all.push(root);
      else reaching.set(uri, [root]);
    }
  return reaching;
}

/** A definition of a kind can be long, and no rule reads it. */
function withoutDefinition(object: BuiltObject): BuiltObject {
  if (object.kind !== 'CustomResourceDefinition') return object;
  const entries = object.root.entries.filter(({ name }) => name !== 'spec');
  return { ...object, root: { ...object.root, entries } };
}
