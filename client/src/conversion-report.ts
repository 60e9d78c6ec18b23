/** The page that says what a conversion comes to: it opens as a Markdown preview. */
import { Uri, commands, window } from 'vscode';
import type { ShowDocumentParams, ShowDocumentResult } from 'vscode-languageclient';

/** The server's scheme for these pages, whose texts it gives. */
const scheme = 'endpoints-convert';

export function isConversionReport({ uri }: ShowDocumentParams): boolean {
  return uri.startsWith(`${scheme}:`);
}

export async function openReport({ uri: address }: ShowDocumentParams): Promise<ShowDocumentResult> {
  const uri = Uri.parse(address);
  try {
    await commands.executeCommand('markdown.showPreview', uri);
  } catch {
    // VS Code's own Markdown extension can be switched off, and is not in every workbench on the web.
    await window.showTextDocument(uri);
  }
  return { success: true };
}
