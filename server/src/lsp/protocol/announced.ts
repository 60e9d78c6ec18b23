/** Builds the server capabilities of each method, without the handlers: `initialize` waits only for this module. */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import {
  actionKinds,
  actionsPage,
  convertWorkspaceCommand,
  explainRuleCommand,
  tokenLegend,
  reportScheme,
  showApplyCommand,
  showConversionCommand,
  shownScheme,
  showBuiltCommand,
  showSlicesCommand,
  showTrafficCommand,
  tellConversionCommand,
  useOverlayCommand,
} from '../../features/vocabulary.ts';
import { experimentIn } from './experiments.ts';

/** By method. A method that is an option of another one adds to the same capability. */
export const announced: Readonly<Record<string, (client: ClientCapabilities) => Partial<ServerCapabilities>>> = {
  'textDocument/diagnostic': () => ({
    diagnosticProvider: { identifier: 'endpoints', interFileDependencies: true, workspaceDiagnostics: true },
  }),
  // The characters before a value, a quoted word, a prefix, a reference or an expression.
  'textDocument/completion': () => ({ completionProvider: { triggerCharacters: [' ', '"', '/', '.', '{', '['] } }),
  'completionItem/resolve': () => ({ completionProvider: { resolveProvider: true } }),
  'textDocument/hover': () => ({ hoverProvider: true }),
  'textDocument/documentSymbol': ({ textDocument }) => ({
    // Shown where another server lists the symbols of the same text.
    documentSymbolProvider: textDocument?.documentSymbol?.labelSupport ? { label: 'Kubernetes Endpoints' } : true,
  }),
  'textDocument/foldingRange': () => ({ foldingRangeProvider: true }),
  'textDocument/selectionRange': () => ({ selectionRangeProvider: true }),
  'textDocument/documentHighlight': () => ({ documentHighlightProvider: true }),
  'textDocument/definition': () => ({ definitionProvider: true }),
  'textDocument/implementation': () => ({ implementationProvider: true }),
  'textDocument/references': () => ({ referencesProvider: true }),
  'textDocument/prepareCallHierarchy': () => ({ callHierarchyProvider: true }),
  'textDocument/prepareTypeHierarchy': () => ({ typeHierarchyProvider: true }),
  'textDocument/rename': ({ textDocument }) => ({
    renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  'textDocument/semanticTokens/full': () => ({ semanticTokensProvider: { legend: tokenLegend, full: true } }),
  'textDocument/semanticTokens/full/delta': (client) =>
    takesTokenEdits(client) ? { semanticTokensProvider: { legend: tokenLegend, full: { delta: true } } } : {},
  'textDocument/semanticTokens/range': () => ({ semanticTokensProvider: { legend: tokenLegend, range: true } }),
  'textDocument/documentLink': () => ({ documentLinkProvider: {} }),
  'textDocument/inlayHint': () => ({ inlayHintProvider: true }),
  'workspace/symbol': (client) => ({
    workspaceSymbolProvider: resolvesSymbols(client) ? { resolveProvider: true } : true,
  }),
  'textDocument/codeLens': () => ({ codeLensProvider: {} }),
  'workspace/executeCommand': (client) => {
    const commands = commandsFor(client);
    return commands.length > 0 ? { executeCommandProvider: { commands } } : {};
  },
  'workspace/textDocumentContent': ({ workspace }) =>
    workspace?.textDocumentContent
      ? { workspace: { textDocumentContent: { schemes: [shownScheme, reportScheme] } } }
      : {},
  'textDocument/codeAction': (client) => ({
    codeActionProvider: client.textDocument?.codeAction?.codeActionLiteralSupport
      ? {
          codeActionKinds: [...actionKinds],
          resolveProvider: resolvesActions(client),
          ...(client.textDocument.codeAction.documentationSupport && explainsRules(client)
            ? { documentation: actionDocumentation }
            : {}),
        }
      : true,
  }),
  'textDocument/formatting': ({ textDocument }) =>
    textDocument?.formatting?.dynamicRegistration ? {} : { documentFormattingProvider: whenOn },
  'textDocument/rangeFormatting': ({ textDocument }) =>
    textDocument?.rangeFormatting?.dynamicRegistration ? {} : { documentRangeFormattingProvider: whenOn },
  'endpoints/status': () => ({ experimental: { endpoints: { status: true } } }),
  'endpoints/files': () => ({ experimental: { endpoints: { files: true } } }),
  'endpoints/services': () => ({ experimental: { endpoints: { services: true } } }),
  'endpoints/test': () => ({ experimental: { endpoints: { test: true } } }),
  'endpoints/copy': () => ({ experimental: { endpoints: { copy: true } } }),
  'endpoints/paste': () => ({ experimental: { endpoints: { paste: true } } }),
  'endpoints/picture': () => ({ experimental: { endpoints: { picture: true, pictureBefore: true } } }),
};

const actionDocumentation = [
  { kind: 'quickfix', title: 'About fixes and ignore comments' },
  { kind: 'refactor', title: 'About refactorings' },
].map(({ kind, title }) => ({ kind, command: { title, command: explainRuleCommand, arguments: [actionsPage] } }));

/** Announced at once without dynamic registration; with it, when the setting is on. */
const whenOn = { workDoneProgress: true };

/** A command that the client registers itself would be registered twice. */
function commandsFor(client: ClientCapabilities): string[] {
  const has = (name: Parameters<typeof experimentIn>[1]): boolean => experimentIn(client, name) === true;
  return [
    ...(has('showApply') ? [] : [showApplyCommand]),
    ...(has('showSlices') ? [] : [showSlicesCommand]),
    ...(has('showTraffic') ? [] : [showTrafficCommand]),
    ...(has('showBuilt') ? [] : [showBuiltCommand, useOverlayCommand]),
    ...(has('explainRule') || !client.window?.showDocument?.support ? [] : [explainRuleCommand]),
    ...(has('convert') ? [] : [tellConversionCommand, convertWorkspaceCommand, showConversionCommand]),
  ];
}

export function takesTokenEdits({ textDocument }: ClientCapabilities): boolean {
  const { full } = textDocument?.semanticTokens?.requests ?? {};
  return typeof full === 'object' && full.delta === true;
}

/** True for a client that opens the pages of rules itself, or that shows what the server names. */
export function explainsRules(client: ClientCapabilities): boolean {
  return experimentIn(client, 'explainRule') === true || client.window?.showDocument?.support === true;
}

export function resolvesActions({ textDocument }: ClientCapabilities): boolean {
  const client = textDocument?.codeAction;
  return client?.dataSupport === true && client.resolveSupport?.properties.includes('edit') === true;
}

export function resolvesSymbols({ workspace }: ClientCapabilities): boolean {
  return workspace?.symbol?.resolveSupport?.properties.includes('location.range') === true;
}
