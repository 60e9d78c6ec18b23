/** Finds the kustomizations that may concern checked objects. The others are not built. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { BuildRoot } from '../analysis/workspace/build-roots.ts';
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { mayOmitSelector } from '../frontends/concern.ts';
import type { BuildFiles } from '../tree/built.ts';
import { isKustomizationPath } from '../tree/kustomization.ts';

interface ConcernFiles extends BuildFiles {
  /** The plain paths of the files of the project. */
  readonly paths: () => Iterable<string>;
  /** True for a file of the project whose text has nothing that rules ask for. */
  readonly isForeign: (path: string) => boolean;
  /** The objects of a file of the project. */
  readonly entriesAt: (path: string) => readonly IndexedObject[];
}

/** A text without this word has nothing that is checked, but for Services without a selector. */
const concern = /Endpoint/;

/** The folders that hold files with the word: the files themselves, or at any depth. */
interface Mentions {
  readonly own: ReadonlySet<string>;
  readonly deep: ReadonlySet<string>;
}

/** True for a Service that certainly has no selector. */
function isOwnService({ facts: { kind, service } }: IndexedObject): boolean {
  return kind === 'Service' && service?.selector === 'none';
}

export class Concern {
  readonly #files: ConcernFiles;
  /** By path: whether the text has the word, and whether it may hold a Service without a selector. */
  readonly #known = new Map<string, boolean>();
  readonly #services = new Map<string, boolean>();
  /** The URIs of files with the word that the project does not keep, by their paths. */
  readonly dropped = new Map<string, string>();
  #mentions: Mentions | undefined;

  constructor(files: ConcernFiles) {
    this.#files = files;
  }

  /** The file has another text, or came, or went. */
  forget(path: string): void {
    this.#known.delete(path);
    this.#services.delete(path);
    this.#mentions = undefined;
  }

  /** The project does not keep the file with this text. */
  drop(uri: string, text: string): void {
    const path = plainPath(uri);
    if (concern.test(text)) this.dropped.set(path, uri);
    else this.dropped.delete(path);
    this.forget(path);
  }

  /** True where the build reaches a text with the word, or such a Service, or fails and may be meant to. */
  has({ folder, reach, isOnly, generated }: BuildRoot): boolean {
    if (isOnly) return true;
    for (const path of reach) if (this.#files.leadsOut?.(path, folder) || this.#isMentioned(path)) return true;
    for (const path of reach) if (this.#hasOwnService(path)) return true;
    const isUnread = generated === undefined && [...reach].every((path) => isKustomizationPath(path));
    if (isUnread && this.#findMentions().deep.has(folderOf(folder))) return true;
    for (const path of reach) if (this.#files.kindOf(path) !== 'file' && this.#isNear(path)) return true;
    return false;
  }

  /** Asks only for the objects of few texts, because files around the inputs are read on a question. */
  #hasOwnService(path: string): boolean {
    if (this.#files.isForeign(path)) return false;
    const mayHave = this.#services.get(path) ?? mayOmitSelector(this.#files.read(path) ?? '');
    this.#services.set(path, mayHave);
    return mayHave && this.#files.entriesAt(path).some(isOwnService);
  }

  #isMentioned(path: string): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    if (this.#files.isForeign(path)) return false;
    const text = this.#files.read(path);
    const isMentioned = text === undefined ? this.dropped.has(path) : concern.test(text);
    this.#known.set(path, isMentioned);
    return isMentioned;
  }

  /** True where a file with the word lies beside a file, or beside or below the neighbors of a folder. */
  #isNear(path: string): boolean {
    const { own, deep } = this.#findMentions();
    return (/\.(?:ya?ml|json)$/i.test(path) ? own : deep).has(folderOf(path));
  }

  #findMentions(): Mentions {
    if (this.#mentions) return this.#mentions;
    const [own, deep] = [new Set<string>(), new Set<string>()];
    for (const path of [...this.#files.paths(), ...this.dropped.keys()]) {
      if (!this.#isMentioned(path)) continue;
      own.add(folderOf(path));
      for (let folder = folderOf(path); folder !== '' && !deep.has(folder); folder = folderOf(folder)) deep.add(folder);
    }
    return (this.#mentions = { own, deep });
  }
}
