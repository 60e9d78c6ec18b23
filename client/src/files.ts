/**
 * Reads files and folders for a server that cannot: on the web, and in file systems that are not on a disk. Folders are
 * listed one by one, because `workspace.findFiles` waits forever where nobody has registered a search for the scheme.
 */
import { FileType, Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** What the server lists: a link to a folder counts as neither, since it may lead round in a circle. */
interface Listed {
  readonly name: string;
  readonly uri: string;
  readonly isFolder: boolean;
}

/** The requests that the server makes; `text` and `entries` are null where there is no such file or folder. */
export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest('endpoints/readFile', async ({ uri }: { uri: string }) => ({
    text: await readText(Uri.parse(uri)),
  }));
  client.onRequest('endpoints/readFolder', async ({ uri }: { uri: string }) => ({
    entries: await readFolder(Uri.parse(uri)),
  }));
}

async function readFolder(uri: Uri): Promise<readonly Listed[] | null> {
  try {
    return (await workspace.fs.readDirectory(uri)).flatMap(([name, type]) => {
      const isFolder = type === FileType.Directory;
      const isFile = (type & FileType.File) !== 0;
      return isFolder || isFile ? [{ name, uri: Uri.joinPath(uri, name).toString(), isFolder }] : [];
    });
  } catch {
    return null;
  }
}

/** The text of a file, or null: absent and unreadable are the same to those who ask. */
export async function readText(uri: Uri): Promise<string | null> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
