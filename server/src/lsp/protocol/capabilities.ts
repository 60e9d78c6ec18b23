/** Builds the answer to `initialize`: the server's name, position encoding, and capabilities for this client. */
import type { ClientCapabilities, InitializeResult, ServerCapabilities } from 'vscode-languageserver';
import type { Encoding } from '../../features/lsp.ts';
import { announced } from './announced.ts';

/** Includes folders, whose names do not show what they contain. */
const allFiles = { filters: [{ pattern: { glob: '**/*' } }] };

/** The protocol's number for incremental changes of a text. */
const incremental = 2;

export function introduction(client: ClientCapabilities, version: string): InitializeResult {
  return {
    capabilities: capabilities(encodingFor(client), client),
    serverInfo: { name: 'endpoints-language-server', version },
  };
}

/** UTF-16, which every client supports and the server uses; another encoding if the client does not offer UTF-16. */
export function encodingFor({ general }: ClientCapabilities): Encoding {
  const offered: readonly string[] = general?.positionEncodings ?? [];
  if (offered.length === 0 || offered.includes('utf-16')) return 'utf-16';
  return offered.includes('utf-32') ? 'utf-32' : 'utf-8';
}

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

/** Several rows can add to the same capability, such as full and range requests of semantic tokens. */
function merged<Part extends object>(all: Part, own: object): Part {
  const result = { ...all } as Record<string, unknown>;
  for (const [name, options] of Object.entries(own)) {
    const before = result[name];
    result[name] = isPlain(before) && isPlain(options) ? merged(before, options) : options;
  }
  return result as Part;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
