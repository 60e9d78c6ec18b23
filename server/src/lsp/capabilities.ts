/** What the server announces: what the method table has rows for, and nothing else. */
import { TextDocumentSyncKind } from 'vscode-languageserver';
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import type { Encoding } from '../features/lsp.ts';
import { handlers } from './handlers.ts';

/** Also folders, whose name says nothing of what is in them. */
const allFiles = { filters: [{ pattern: { glob: '**/*' } }] };

/** What the server can do for such a client: what it has rows for, and how it keeps texts. */
export function capabilities(encoding: Encoding, client: ClientCapabilities): ServerCapabilities {
  const announced: ServerCapabilities = {
    positionEncoding: encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { didCreate: allFiles, didRename: allFiles, didDelete: allFiles },
    },
  };
  return handlers.reduce((all, row) => merged(all, row.capability(client)), announced);
}

/** Several rows may stand under one name, such as the whole and the range of semantic tokens. */
function merged(all: ServerCapabilities, own: Partial<ServerCapabilities>): ServerCapabilities {
  const result: Record<string, unknown> = { ...all };
  for (const [name, options] of Object.entries(own)) {
    const before = result[name];
    const areObjects = typeof before === 'object' && typeof options === 'object' && options !== null;
    result[name] = areObjects ? { ...before, ...(options as object) } : options;
  }
  return result;
}
