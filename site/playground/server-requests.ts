/** What the playground asks of the server beside what its client library asks. */
import type { LSPClient } from '@codemirror/lsp-client';
import type {
  CodeAction,
  Command,
  Diagnostic,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import type { PageState } from '../../server/src/drawing/page-messages.ts';

/** The answer to endpoints/picture. */
export interface ReceivedPicture extends Omit<PageState, 'isLocked'> {
  readonly active: string | null;
}

export interface CursorInFile {
  readonly uri: string;
  readonly position: Position;
}

export interface TrafficStart {
  readonly node?: string;
  readonly zone?: string;
}

export function askPicture(
  client: LSPClient,
  place: CursorInFile,
  view: string,
  from: TrafficStart,
): Promise<ReceivedPicture | null> {
  return ask(client, 'endpoints/picture', { ...at(place), view, from });
}

/** The text that a command shows, such as `endpoints.showApply`. Rejects where there is nothing to show. */
export function askText(client: LSPClient, command: string, argument: unknown): Promise<string | null> {
  return ask(client, 'workspace/executeCommand', { command, arguments: [argument] });
}

export async function askActions(
  client: LSPClient,
  uri: string,
  range: Range,
  diagnostics: readonly Diagnostic[],
): Promise<readonly CodeAction[]> {
  const found = await ask<readonly (CodeAction | Command)[] | null>(client, 'textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics, triggerKind: 1 },
  });
  return (found ?? []).filter((each): each is CodeAction => 'kind' in each);
}

export function askEdit(client: LSPClient, action: CodeAction): Promise<CodeAction> {
  return action.edit ? Promise.resolve(action) : ask(client, 'codeAction/resolve', action);
}

export interface Renaming {
  readonly range: Range;
  readonly placeholder: string;
}

/** Null where nothing can be renamed; rejects with the reason where a name cannot be. */
export function askRenaming(client: LSPClient, place: CursorInFile): Promise<Renaming | null> {
  return ask(client, 'textDocument/prepareRename', at(place));
}

export function askRename(client: LSPClient, place: CursorInFile, newName: string): Promise<WorkspaceEdit | null> {
  return ask(client, 'textDocument/rename', { ...at(place), newName });
}

/** Null where the file is not formatted. */
export function askFormatting(client: LSPClient, uri: string): Promise<TextEdit[] | null> {
  const options = { tabSize: 2, insertSpaces: true };
  return ask(client, 'textDocument/formatting', { textDocument: { uri }, options });
}

function at({ uri, position }: CursorInFile): {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
} {
  return { textDocument: { uri }, position };
}

/** Null for an answer that an edit has made outdated: what follows the edit asks again. */
export async function unlessOutdated<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isOutdated(error)) return null;
    throw error;
  }
}

/** RequestCancelled, ContentModified, ServerCancelled. */
export function isOutdated(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === -32800 || code === -32801 || code === -32802;
}

/** Errors of the server are its sentences. */
export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error);
}

/** The texts of all files are sent first. */
function ask<T>(client: LSPClient, method: string, params: unknown): Promise<T> {
  client.sync();
  return client.request<unknown, T>(method, params);
}
