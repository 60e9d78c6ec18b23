/** Which files of Terraform are read: those of modules, which are folders, that declare something of ours. */
import { folderOf } from '../../analysis/workspace/placement.ts';
import { isTerraformPath, mayDeclareOurs } from '../../frontends/terraform/module-file.ts';
import type { FileSearch, FoundText } from '../host.ts';
import { pathOfUri, type Session } from '../session.ts';

export function isTerraformUri(uri: string): boolean {
  return isTerraformPath(pathOfUri(uri));
}

/** What clients call the language of such files, and of those that only give values to variables. */
const languageIds = new Set<unknown>(
  'terraform opentofu hcl terraform-vars opentofu-vars terraform-test terraform-stack terraform-mock terraform-search packer'.split(
    ' ',
  ),
);

export function isTerraformLanguage(language: unknown): boolean {
  return languageIds.has(language);
}

/** The path of the module that a file belongs to. */
export function moduleFolderOf(uri: string): string {
  return folderOf(pathOfUri(uri));
}

/** Collects the files that a search finds. A module is known as a whole when the search is over. */
export class FoundModules {
  readonly #folders = new Map<string, { readonly texts: FoundText[]; isOurs: boolean }>();
  readonly #session: Pick<Session, 'project'>;

  constructor(session: Pick<Session, 'project'>) {
    this.#session = session;
  }

  add(found: FoundText): void {
    const name = moduleFolderOf(found.uri);
    const folder = this.#folders.get(name) ?? { texts: [], isOurs: false };
    this.#folders.set(name, folder);
    folder.texts.push(found);
    folder.isOurs ||= mayDeclareOurs(found.text);
  }

  /** The files of modules of ours; those that declare something come first, since they decide that the others are kept. */
  ours(): readonly FoundText[] {
    return [...this.#folders.values()].flatMap(({ texts, isOurs }) => {
      // An open text may have a resource that its file does not have yet.
      if (!isOurs && !texts.some(({ uri }) => this.#session.project.modules.isConcerned(uri))) return [];
      const declaring = texts.filter(({ text }) => mayDeclareOurs(text));
      return [...declaring, ...texts.filter((each) => !declaring.includes(each))];
    });
  }
}

/** The files of one module, without the folders in it. */
export function moduleSearch(limits: Omit<FileSearch, 'isWanted'>): FileSearch {
  return { ...limits, isFlat: true, isWanted: isTerraformPath };
}
