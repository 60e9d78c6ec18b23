/** Opens documents in views that suit them: Markdown as a preview, and the server's manifests beside their source. */
import { Range, Uri, ViewColumn, commands, window, workspace } from 'vscode';
import type { ShowDocumentParams, ShowDocumentResult } from 'vscode-languageclient';

/** Of the manifests that the server provides. */
export const manifestScheme = 'endpoints-apply';

/** Undefined for a document that the server does not provide. */
export function openProvided({ uri, selection }: ShowDocumentParams): Promise<ShowDocumentResult> | undefined {
  if (uri.startsWith('endpoints-convert:')) return shown(openPreview(Uri.parse(uri), 'markdown.showPreview'));
  return uri.startsWith(`${manifestScheme}:`) ? shown(openBeside(Uri.parse(uri), selection?.start.line)) : undefined;
}

async function shown(opened: Promise<void>): Promise<ShowDocumentResult> {
  await opened;
  return { success: true };
}

/**
 * Opens the document in its current editor, or else where another one is visible, or else beside the active editor; with
 * the cursor in the line, from 0.
 */
async function openBeside(uri: Uri, line: number | undefined): Promise<void> {
  const editors = window.visibleTextEditors.filter(({ document }) => document.uri.scheme === manifestScheme);
  const editor = editors.find(({ document }) => document.uri.toString() === uri.toString()) ?? editors[0];
  const document = await workspace.openTextDocument(uri);
  const selection = line === undefined ? {} : { selection: new Range(line, 0, line, 0) };
  const viewColumn = editor?.viewColumn ?? ViewColumn.Beside;
  await window.showTextDocument(document, { viewColumn, preview: true, ...selection });
}

export async function openPreview(uri: Uri, command: string, viewColumn = ViewColumn.Active): Promise<void> {
  try {
    await commands.executeCommand(command, uri);
  } catch {
    // The Markdown extension of VS Code can be disabled, and some workbenches on the web do not have it.
    await window.showTextDocument(uri, { viewColumn });
  }
}
