/** The modules of Terraform in a project: which files are read together. A module is a folder. */
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { compareNames, type ModuleFile } from '../frontends/terraform/module.ts';
import { isTerraform, moduleFile } from '../frontends/terraform/module-file.ts';

interface ModuleFolder {
  readonly uris: Set<string>;
  /** Another number after each change. */
  revision: number;
}

export class TerraformModules {
  readonly #folders = new Map<string, ModuleFolder>();
  readonly #changed = new Set<string>();
  readonly #textOf: (uri: string) => string | undefined;

  constructor(textOf: (uri: string) => string | undefined) {
    this.#textOf = textOf;
  }

  /** Notes that a file of this URI has another text, or came, or went. */
  noteChange(uri: string): void {
    const path = plainPath(uri);
    if (!isTerraform(path)) return;
    const name = folderOf(path);
    const folder = this.#folders.get(name) ?? { uris: new Set(), revision: 0 };
    this.#folders.set(name, folder);
    folder.revision++;
    if (this.#textOf(uri) === undefined) folder.uris.delete(uri);
    else folder.uris.add(uri);
    this.#changed.add(uri);
  }

  /** Another number after each change of the module; 0 for a file of another language. */
  revisionOf(uri: string): number {
    return this.#folderOf(uri)?.revision ?? 0;
  }

  /** The files of modules that have changed since the last call: they may be read in another way. */
  takeAffected(): ReadonlySet<string> {
    const folders = new Set([...this.#changed].map((uri) => this.#folderOf(uri)));
    this.#changed.clear();
    return new Set([...folders].flatMap((folder) => [...(folder?.uris ?? [])]));
  }

  /** The other files of the module, in the order of their names; none for a file of another language. */
  siblingsOf(uri: string): readonly ModuleFile[] {
    const others = [...(this.#folderOf(uri)?.uris ?? [])].filter((each) => each !== uri).sort(compareNames);
    return others.flatMap((each) => {
      const text = this.#textOf(each);
      return text === undefined ? [] : [moduleFile(each, text)];
    });
  }

  #folderOf(uri: string): ModuleFolder | undefined {
    const path = plainPath(uri);
    return isTerraform(path) ? this.#folders.get(folderOf(path)) : undefined;
  }
}
