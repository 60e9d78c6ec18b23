/** What the playground tells the server of itself. */
import type { ClientCapabilities } from 'vscode-languageserver-protocol';

const markdown = ['markdown' as const, 'plaintext' as const];

/** `rulePage` is the pattern of links to the pages of rules. Findings are pushed, and documents are returned as text. */
export function capabilitiesWith(rulePage: string): ClientCapabilities {
  return {
    general: { positionEncodings: ['utf-16'] },
    textDocument: {
      synchronization: {},
      publishDiagnostics: { versionSupport: true, relatedInformation: true, codeDescriptionSupport: true },
      completion: {
        contextSupport: true,
        completionItem: {
          snippetSupport: true,
          documentationFormat: markdown,
          resolveSupport: { properties: ['documentation'] },
        },
      },
      hover: { contentFormat: markdown },
      definition: {},
      references: {},
      rename: { prepareSupport: true, honorsChangeAnnotations: true },
      formatting: {},
      codeAction: {
        codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
        isPreferredSupport: true,
        disabledSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ['edit'] },
        honorsChangeAnnotations: true,
      },
    },
    workspace: {
      applyEdit: true,
      workspaceFolders: true,
      workspaceEdit: { documentChanges: true, resourceOperations: ['create'], changeAnnotationSupport: {} },
      didChangeConfiguration: {},
    },
    experimental: {
      endpoints: { rulePage, readFile: true, readFolder: true, showPicture: true, showTraffic: true, convert: true },
    },
  };
}
