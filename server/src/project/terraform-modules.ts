/** The modules of Terraform in a project: which files are read together. A module is a folder. */
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { compareFileNames, type ModuleFile } from '../frontends/terraform/module.ts';
import { isTerraformPath, mayDeclareOurs, moduleFile } from '../frontends/terraform/module-file.ts';

/** What is known of the files of a project. */
interface ModuleTexts {
  readonly has: (uri: string) => boolean;
  readonly textOf: (uri: string) => string | undefined;
  /** True for a text that declares nothing of ours, where that is known without it. */
  readonly isForeign: (uri: string) => boolean;
}

interface ModuleFolder {
  readonly uris: Set<string>;
  /** By URI, for files without later changes: true for a text that may declare something of ours. */
  readonly declaring: Map<string, boolean>;
  /** The files that are read, in the order of their names; undefined after a file came or went. */
  members: ReadonlySet<string> | undefined;
  /** Another number after each change. */
  revision: number;
}

export class ModuleFolders {
  readonly #folders = new Map<string, ModuleFolder>();
  readonly #changed = new Set<string>();
  readonly #texts: ModuleTexts;

  constructor(texts: ModuleTexts) {
    this.#texts = texts;
  }

  /** Notes that a file of this URI has another text, or came, or went. */
  noteChange(uri: string): void {
    const path = plainPath(uri);
    if (!isTerraformPath(path)) return;
    const name = folderOf(path);
    let folder = this.#folders.get(name);
    if (!folder) this.#folders.set(name, (folder = newFolder()));
    folder.revision++;
    folder.declaring.delete(uri);
    const isThere = this.#texts.has(uri);
    if (isThere !== folder.uris.has(uri)) folder.members = undefined;
    if (isThere) folder.uris.add(uri);
    else folder.uris.delete(uri);
    this.#changed.add(uri);
  }

  /** Another number after each change of the module; 0 for a file of another language. */
  revisionOf(uri: string): number {
    return this.#folderOf(uri)?.revision ?? 0;
  }

  /** True for a file of Terraform with a file of ours beside it, or that is one: it is read. */
  isConcerned(uri: string): boolean {
    const folder = this.#folderOf(uri);
    return folder !== undefined && [...folder.uris].some((each) => this.#mayDeclare(each, folder));
  }

  /** The files that may be read in another way, because their modules have changed since the last call. */
  takeAffected(): ReadonlySet<string> {
    const folders = new Set([...this.#changed].map((uri) => this.#folderOf(uri)));
    this.#changed.clear();
    return new Set(
      [...folders].flatMap((folder) => (folder ? [...folder.uris].filter((uri) => this.#mayDeclare(uri, folder)) : [])),
    );
  }

  /** For files that are all read next. */
  forgetChanges(): void {
    this.#changed.clear();
  }

  /**
   * The other files of the module, in the order of their names; none for a file of another language. Undefined for a file that
   * OpenTofu does not read.
   */
  siblingsOf(uri: string): readonly ModuleFile[] | undefined {
    const folder = this.#folderOf(uri);
    if (!folder) return [];
    folder.members ??= membersOf(folder.uris);
    if (folder.uris.has(uri) && !folder.members.has(uri)) return undefined;
    return [...folder.members].flatMap((each) => {
      const text = each === uri ? undefined : this.#texts.textOf(each);
      return text === undefined ? [] : [moduleFile(each, text)];
    });
  }

  #mayDeclare(uri: string, { declaring }: ModuleFolder): boolean {
    const known = declaring.get(uri);
    if (known !== undefined) return known;
    const mayDeclare = !this.#texts.isForeign(uri) && mayDeclareOurs(this.#texts.textOf(uri) ?? '');
    declaring.set(uri, mayDeclare);
    return mayDeclare;
  }

  #folderOf(uri: string): ModuleFolder | undefined {
    const path = plainPath(uri);
    return isTerraformPath(path) ? this.#folders.get(folderOf(path)) : undefined;
  }
}

function newFolder(): ModuleFolder {
  return { uris: new Set(), declaring: new Map(), members: undefined, revision: 0 };
}

/** OpenTofu reads `main.tofu` in place of `main.tf`, and `main.tofu.json` in place of `main.tf.json`. */
function membersOf(uris: ReadonlySet<string>): ReadonlySet<string> {
  const members = [...uris].filter((uri) => {
    const other = uri.replace(/\.tf(?=(?:\.json)?$)/i, '.tofu');
    return other === uri || !uris.has(other);
  });
  return new Set(members.sort(compareFileNames));
}
