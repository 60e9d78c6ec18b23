/** Opens the document with the result of server-side apply, or with the mirrored slices, beside its source. */
import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { ShowDocumentParams, ShowDocumentResult } from 'vscode-languageclient';

/** The server provides the texts of this scheme. */
const scheme = 'endpoints-apply';

export function isApplyDocument({ uri }: ShowDocumentParams): boolean {
  return uri.startsWith(`${scheme}:`);
}

/** Opens the document in its current editor, or else beside the active one. */
export async function openBeside({ uri: address }: ShowDocumentParams): Promise<ShowDocumentResult> {
  const uri = Uri.parse(address);
  const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { viewColumn: shown?.viewColumn ?? ViewColumn.Beside, preview: true });
  return { success: true };
}
