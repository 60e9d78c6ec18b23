/**
 * The `initialize` parameters of the clients in docs/editors.md, without members that no server reads. Some are recorded
 * (Neovim 0.7.2, eglot 1.9, lsp-mode 8.0.0, ALE 3.3.0, Kate 22.12); the others follow the clients' sources.
 */
import type { ClientCapabilities } from 'vscode-languageserver';

export interface EditorClient {
  readonly editor: string;
  /** The client's name; some have none. */
  readonly clientInfo?: { readonly name: string };
  readonly capabilities: ClientCapabilities;
}

const dynamic = { dynamicRegistration: true };
const refreshing = { refreshSupport: true };
const both: ('markdown' | 'plaintext')[] = ['markdown', 'plaintext'];
const kinds = ['quickfix', 'refactor', 'refactor.extract', 'refactor.inline', 'refactor.rewrite', 'source'];
const literals = { codeActionLiteralSupport: { codeActionKind: { valueSet: kinds } } };
const lateEdits = { dataSupport: true, resolveSupport: { properties: ['edit'] } };
const lateDetails = { resolveSupport: { properties: ['documentation', 'detail', 'additionalTextEdits'] } };
const deprecated: { valueSet: [1] } = { valueSet: [1] };
const tree = { hierarchicalDocumentSymbolSupport: true };
const versioned = { documentChanges: true };
const formatting = { formatting: dynamic, rangeFormatting: dynamic };
const redrawing = { codeLens: refreshing, inlayHint: refreshing, semanticTokens: refreshing };
const asked = { configuration: true, workspaceFolders: true, workspaceEdit: versioned, didChangeWatchedFiles: dynamic };
const tokens = { tokenTypes: [], tokenModifiers: [], formats: ['relative' as const] };

export const editorClients: readonly EditorClient[] = [
  {
    editor: 'Neovim 0.7',
    clientInfo: { name: 'Neovim' },
    capabilities: {
      window: { workDoneProgress: true },
      workspace: { workspaceEdit: { resourceOperations: ['rename', 'create', 'delete'] }, workspaceFolders: true },
      textDocument: {
        publishDiagnostics: { relatedInformation: true },
        hover: { contentFormat: both },
        completion: { contextSupport: false, completionItem: { documentationFormat: both, snippetSupport: false } },
        documentSymbol: tree,
        codeAction: { ...literals, ...lateEdits },
      },
    },
  },
  {
    editor: 'Neovim 0.11',
    clientInfo: { name: 'Neovim' },
    capabilities: {
      general: { positionEncodings: ['utf-8', 'utf-16', 'utf-32'] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeConfiguration: { dynamicRegistration: false },
        didChangeWatchedFiles: { dynamicRegistration: false },
        inlayHint: refreshing,
        semanticTokens: refreshing,
        workspaceEdit: { resourceOperations: ['rename', 'create', 'delete'] },
      },
      textDocument: {
        diagnostic: { dynamicRegistration: false },
        publishDiagnostics: { relatedInformation: true },
        hover: { ...dynamic, contentFormat: both },
        completion: {
          contextSupport: true,
          completionItem: { ...lateDetails, documentationFormat: both, snippetSupport: true, tagSupport: deprecated },
        },
        documentSymbol: tree,
        foldingRange: { lineFoldingOnly: true },
        ...formatting,
        inlayHint: dynamic,
        semanticTokens: { ...tokens, requests: { range: false, full: { delta: true } } },
        codeAction: { ...literals, ...lateEdits, ...dynamic, isPreferredSupport: true },
      },
    },
  },
  {
    editor: 'eglot',
    capabilities: {
      workspace: asked,
      textDocument: {
        publishDiagnostics: { relatedInformation: false, codeDescriptionSupport: false },
        hover: { contentFormat: both },
        completion: { contextSupport: true, completionItem: { snippetSupport: false, tagSupport: deprecated } },
        documentSymbol: tree,
        codeAction: { ...literals, isPreferredSupport: true },
      },
    },
  },
  {
    editor: 'lsp-mode',
    clientInfo: { name: 'emacs' },
    capabilities: {
      window: { workDoneProgress: true },
      workspace: asked,
      textDocument: {
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
        hover: { contentFormat: both },
        completion: {
          contextSupport: true,
          completionItem: {
            ...lateDetails,
            documentationFormat: both,
            snippetSupport: false,
            insertReplaceSupport: true,
            insertTextModeSupport: { valueSet: [1, 2] },
          },
        },
        documentSymbol: tree,
        documentLink: { ...dynamic, tooltipSupport: true },
        foldingRange: dynamic,
        ...formatting,
        codeAction: { ...literals, ...lateEdits, ...dynamic, isPreferredSupport: true },
      },
    },
  },
  {
    editor: 'ALE',
    capabilities: {
      workspace: { configuration: false, workspaceFolders: false },
      textDocument: {
        publishDiagnostics: { relatedInformation: true },
        hover: { contentFormat: ['plaintext'] },
        completion: { completionItem: { snippetSupport: false, documentationFormat: ['plaintext'] } },
        documentSymbol: { hierarchicalDocumentSymbolSupport: false },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
      },
    },
  },
  {
    editor: 'vim-lsp',
    clientInfo: { name: 'vim-lsp' },
    capabilities: {
      window: { workDoneProgress: false },
      workspace: { configuration: true, workspaceFolders: false },
      textDocument: {
        publishDiagnostics: { relatedInformation: true },
        hover: { contentFormat: both },
        completion: {
          completionItem: {
            documentationFormat: both,
            snippetSupport: false,
            resolveSupport: { properties: ['additionalTextEdits'] },
          },
        },
        documentSymbol: { hierarchicalDocumentSymbolSupport: false },
        foldingRange: { lineFoldingOnly: true, rangeLimit: 5_000 },
        codeAction: { ...literals, isPreferredSupport: true, disabledSupport: true },
      },
    },
  },
  {
    editor: 'Helix',
    clientInfo: { name: 'helix' },
    capabilities: {
      general: { positionEncodings: ['utf-8', 'utf-32', 'utf-16'] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: versioned,
        inlayHint: { refreshSupport: false },
        didChangeConfiguration: { dynamicRegistration: false },
        didChangeWatchedFiles: { ...dynamic, relativePatternSupport: false },
      },
      textDocument: {
        publishDiagnostics: { versionSupport: true },
        hover: { contentFormat: ['markdown'] },
        completion: {
          completionItem: { ...lateDetails, snippetSupport: true, insertReplaceSupport: true, tagSupport: deprecated },
        },
        formatting: { dynamicRegistration: false },
        inlayHint: { dynamicRegistration: false },
        codeAction: { ...literals, ...lateEdits, isPreferredSupport: true, disabledSupport: true },
      },
    },
  },
  {
    editor: 'Zed',
    clientInfo: { name: 'Zed' },
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: versioned,
        didChangeConfiguration: dynamic,
        didChangeWatchedFiles: { ...dynamic, relativePatternSupport: true },
        diagnostics: refreshing,
        ...redrawing,
      },
      textDocument: {
        diagnostic: { ...dynamic, relatedDocumentSupport: true },
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
        hover: { ...dynamic, contentFormat: ['markdown'] },
        completion: {
          contextSupport: true,
          insertTextMode: 2,
          completionItem: {
            ...lateDetails,
            documentationFormat: both,
            snippetSupport: true,
            insertTextModeSupport: { valueSet: [1, 2] },
            tagSupport: deprecated,
          },
        },
        documentSymbol: { ...dynamic, ...tree },
        foldingRange: { ...dynamic, lineFoldingOnly: false },
        ...formatting,
        semanticTokens: { ...tokens, ...dynamic, requests: { full: { delta: true } } },
        codeAction: { ...literals, ...lateEdits, ...dynamic },
      },
    },
  },
  {
    editor: 'Sublime Text',
    clientInfo: { name: 'Sublime Text LSP' },
    capabilities: {
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: { ...versioned, failureHandling: 'abort' },
        didChangeConfiguration: dynamic,
        ...redrawing,
      },
      textDocument: {
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
        hover: { ...dynamic, contentFormat: both },
        completion: {
          ...dynamic,
          insertTextMode: 2,
          completionItem: {
            ...lateDetails,
            documentationFormat: both,
            snippetSupport: true,
            insertTextModeSupport: { valueSet: [2] },
            tagSupport: deprecated,
          },
        },
        documentSymbol: { ...dynamic, ...tree },
        ...formatting,
        codeAction: { ...literals, ...lateEdits, ...dynamic, disabledSupport: true },
      },
    },
  },
  {
    editor: 'Kate',
    capabilities: {
      window: { workDoneProgress: true },
      workspace: { workspaceFolders: true },
      textDocument: {
        publishDiagnostics: { relatedInformation: true },
        hover: { contentFormat: both },
        documentSymbol: tree,
        codeAction: literals,
      },
    },
  },
  {
    editor: 'LSP4IJ',
    clientInfo: { name: 'IntelliJ IDEA' },
    capabilities: {
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: versioned,
        didChangeConfiguration: dynamic,
        didChangeWatchedFiles: dynamic,
        diagnostics: refreshing,
        ...redrawing,
      },
      textDocument: {
        diagnostic: { ...dynamic, relatedDocumentSupport: true },
        publishDiagnostics: { relatedInformation: true },
        hover: { ...dynamic, contentFormat: both },
        completion: {
          completionItem: {
            ...lateDetails,
            documentationFormat: both,
            snippetSupport: true,
            insertTextModeSupport: { valueSet: [1, 2] },
          },
        },
        documentSymbol: { ...dynamic, ...tree },
        foldingRange: dynamic,
        ...formatting,
        codeAction: { ...literals, ...lateEdits, ...dynamic },
      },
    },
  },
];
