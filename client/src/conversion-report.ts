/** Opens the report of a conversion as a Markdown preview. */
import { Uri, commands, window } from 'vscode';
import type { ShowDocumentParams, ShowDocumentResult } from 'vscode-languageclient';

/** The server provides the texts of this scheme. */
const scheme = 'endpoints-convert';

export function isConversionReport({ uri }: ShowDocumentParams): boolean {
  return uri.startsWith(`${scheme}:`);
}

export async function openReport({ uri: address }: ShowDocumentParams): Promise<ShowDocumentResult> {
  const uri = Uri.parse(address);
  try {
    await commands.executeCommand('markdown.showPreview', uri);
  } catch {
    // The Markdown extension of VS Code can be disabled, and some workbenches on the web do not have it.
    await window.showTextDocument(uri);
  }
  return { success: true };
}
