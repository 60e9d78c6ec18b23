/** Reads files and folders for the server. `workspace.findFiles` never returns for a scheme without search. */
import { FileType, Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** Answers the server's requests; `text` and `entries` are null for a missing file or folder. */
export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest('endpoints/readFile', async ({ uri }: { uri: string }) => ({
    text: await readText(Uri.parse(uri)),
  }));
  client.onRequest('endpoints/readFolder', async ({ uri }: { uri: string }) => ({
    entries: await readFolder(Uri.parse(uri)),
  }));
}

/** Omits links to folders, because they can form a cycle. */
async function readFolder(uri: Uri): Promise<readonly { name: string; uri: string; isFolder: boolean }[] | null> {
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

/** The text of a file, or null if it is missing or cannot be read. */
export async function readText(uri: Uri): Promise<string | null> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
