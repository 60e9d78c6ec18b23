/** Reads files for a server that cannot: on the web, and in file systems that are not on a disk. */
import { Uri, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** The request that the server makes; `text` is null where there is no such file. */
export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest('endpoints/readFile', async ({ uri }: { uri: string }) => ({
    text: await readText(Uri.parse(uri)),
  }));
}

/** The text of a file, or null: absent and unreadable are the same to those who ask. */
export async function readText(uri: Uri): Promise<string | null> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
