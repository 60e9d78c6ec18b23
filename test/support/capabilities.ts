/** Two sets of client capabilities: all that the server reads, and none. */

const dynamic = { dynamicRegistration: true };
const tags = { tagSupport: { valueSet: [1] } };

export const everyCapability = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true, showDocument: { support: true } },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: dynamic,
    didChangeWatchedFiles: dynamic,
    applyEdit: true,
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: { groupsOnLabel: true } },
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    symbol: { resolveSupport: { properties: ['location.range'] } },
    semanticTokens: { refreshSupport: true },
    textDocumentContent: dynamic,
  },
  textDocument: {
    diagnostic: { relatedInformation: true },
    publishDiagnostics: { relatedInformation: true },
    completion: {
      contextSupport: true,
      insertTextMode: 2,
      completionItem: {
        snippetSupport: true,
        documentationFormat: ['markdown', 'plaintext'],
        deprecatedSupport: true,
        insertReplaceSupport: true,
        labelDetailsSupport: true,
        preselectSupport: true,
        commitCharactersSupport: true,
        insertTextModeSupport: { valueSet: [1, 2] },
        resolveSupport: { properties: ['documentation', 'detail', 'additionalTextEdits'] },
        ...tags,
      },
    },
    definition: { linkSupport: true },
    implementation: { linkSupport: true },
    rename: { prepareSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, ...tags },
    foldingRange: { lineFoldingOnly: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'quickfix', 'refactor', 'source'] } },
      isPreferredSupport: true,
      dataSupport: true,
      disabledSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
    documentLink: { tooltipSupport: true },
    formatting: dynamic,
    rangeFormatting: dynamic,
    semanticTokens: {
      requests: { full: { delta: true }, range: true },
      tokenTypes: [],
      tokenModifiers: [],
      formats: ['relative'],
    },
    inlayHint: { resolveSupport: { properties: [] } },
  },
} as const;
