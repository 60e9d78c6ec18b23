/** The answer to `initialize`: who the server is, how it counts, and what it can do for such a client. */
import type { ClientCapabilities, InitializeResult, ServerCapabilities } from 'vscode-languageserver';
import type { Encoding } from '../../features/lsp.ts';
import { announced } from './announced.ts';

/** Also folders, whose name says nothing of what is in them. */
const allFiles = { filters: [{ pattern: { glob: '**/*' } }] };

/** In the words of the protocol: the changes of a text are sent, not the whole. */
const incremental = 2;

export function introduction(client: ClientCapabilities, version: string): InitializeResult {
  return {
    capabilities: capabilities(encodingFor(client), client),
    serverInfo: { name: 'endpoints-language-server', version },
  };
}

/** UTF-16, which every client knows and the server works in; another one where the client leaves it out. */
export function encodingFor({ general }: ClientCapabilities): Encoding {
  const offered: readonly string[] = general?.positionEncodings ?? [];
  if (offered.length === 0 || offered.includes('utf-16')) return 'utf-16';
  return offered.includes('utf-32') ? 'utf-32' : 'utf-8';
}

/** What the server can do: what it announces for its methods, and how it keeps texts. */
export function capabilities(encoding: Encoding, client: ClientCapabilities): ServerCapabilities {
  const own: ServerCapabilities = {
    positionEncoding: encoding,
    textDocumentSync: { openClose: true, change: incremental, save: false },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { didCreate: allFiles, didRename: allFiles, didDelete: allFiles },
    },
  };
  return Object.values(announced).reduce((all, announce) => merged(all, announce(client)), own);
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
