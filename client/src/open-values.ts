/** Opens the values of a field as soon as completion has inserted the field. */
import { CompletionItemKind, SnippetString, commands, window, type CompletionItem, type CompletionList } from 'vscode';
import { CompletionRequest } from 'vscode-languageclient';
import type { ServerSupervisor } from './server.ts';

export const openValuesCommand = 'endpoints.openValues';

type Completions = CompletionItem[] | CompletionList | null | undefined;

/** Adds the command to each field or item whose first tab stop is empty. VS Code itself opens a list of choices. */
export function withOpenValues(result: Completions): Completions {
  const items = result && 'items' in result ? result.items : (result ?? []);
  for (const item of items) if (hasPlace(item)) item.command = { title: 'Open Values', command: openValuesCommand };
  return result;
}

const kinds = [CompletionItemKind.Field, CompletionItemKind.Property, CompletionItemKind.Struct];

function hasPlace({ kind, insertText }: CompletionItem): boolean {
  return (
    kinds.some((each) => each === kind) && insertText instanceof SnippetString && /\$1(?!\d)/.test(insertText.value)
  );
}

/** Opens nothing where the server has no values: VS Code would propose all words of the text. */
export async function openValues({ client }: ServerSupervisor): Promise<void> {
  const editor = window.activeTextEditor;
  if (!client || !editor) return;
  const { document, selection } = editor;
  const found = await client.sendRequest(CompletionRequest.type, {
    textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    position: client.code2ProtocolConverter.asPosition(selection.active),
  });
  const items = found && 'items' in found ? found.items : (found ?? []);
  const isStillThere = window.activeTextEditor === editor && editor.selection.isEqual(selection);
  if (items.length > 0 && isStillThere) await commands.executeCommand('editor.action.triggerSuggest', { auto: true });
}
