/** The document that shows what server-side apply or the control plane makes of a resource: it stands beside what it is about. */
import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { ShowDocumentParams, ShowDocumentResult } from 'vscode-languageclient';

/** The server's scheme for these documents, whose texts it gives. */
const scheme = 'endpoints-apply';

/** True for what is to stand beside. */
export function isApplyDocument({ uri }: ShowDocumentParams): boolean {
  return uri.startsWith(`${scheme}:`);
}

/** Opens it where it is shown already, or else beside. */
export async function openBeside({ uri: address }: ShowDocumentParams): Promise<ShowDocumentResult> {
  const uri = Uri.parse(address);
  const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { viewColumn: shown?.viewColumn ?? ViewColumn.Beside, preview: true });
  return { success: true };
}
