/** Implements a disk as a mutable object of URIs and texts. */
import type { Batch, FoundText, FileSearch } from '../../server/src/lsp/host.ts';

export type Files = Readonly<Record<string, string>>;

/** All files below the folder, one batch each. */
export async function* searchFiles(files: Files, folder: string, search: FileSearch): AsyncGenerator<Batch> {
  for (const uri of Object.keys(files).sort()) {
    await Promise.resolve();
    const found = findFile(files, folder, uri, search);
    yield { texts: found && found !== 'folder' ? [found] : [], count: 1, problems: [] };
  }
}

/** The file if it is in the folder and wanted, or an entry for a folder with files. */
export function findFile(
  files: Files,
  folder: string,
  uri: string,
  search: FileSearch,
): FoundText | 'folder' | undefined {
  if (Object.keys(files).some((each) => each.startsWith(`${uri}/`))) return 'folder';
  const text = files[uri];
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const isRead = /\.(?:ya?ml|json|tf|tofu)$|^Kustomization$/i.test(name) || search.isOther?.(name);
  const isBelow = search.isFlat ? uri === `${folder}/${name}` : uri.startsWith(`${folder}/`);
  const isInside = isBelow && isRead;
  if (text === undefined || !isInside || text.length > search.largest) return undefined;
  if (search.exclude?.(uri.slice(folder.length + 1)) || !search.isWanted(name, text)) return undefined;
  return { uri, text };
}
