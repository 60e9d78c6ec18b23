/**
 * What a client is told of each method of the table. It stands apart from the answers, which are loaded once it has been
 * told: a client waits for this alone before it goes on.
 */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import {
  actionKinds,
  convertWorkspaceCommand,
  tokenLegend,
  reportScheme,
  showApplyCommand,
  showConversionCommand,
  shownScheme,
  showSlicesCommand,
  tellConversionCommand,
} from '../../features/vocabulary.ts';
import { experimentIn } from './experiments.ts';

type Announce = (client: ClientCapabilities) => Partial<ServerCapabilities>;

/** By method. One that is among the options of another stands beside that. */
export const announced: Readonly<Record<string, Announce>> = {
  'textDocument/diagnostic': () => ({
    diagnosticProvider: { identifier: 'endpoints', interFileDependencies: true, workspaceDiagnostics: true },
  }),
  // Where a value, a quoted word, a prefix, a reference or an expression starts.
  'textDocument/completion': () => ({ completionProvider: { triggerCharacters: [' ', '"', '/', '.', '{', '['] } }),
  'completionItem/resolve': () => ({ completionProvider: { resolveProvider: true } }),
  'textDocument/hover': () => ({ hoverProvider: true }),
  'textDocument/documentSymbol': () => ({ documentSymbolProvider: true }),
  'textDocument/foldingRange': () => ({ foldingRangeProvider: true }),
  'textDocument/selectionRange': () => ({ selectionRangeProvider: true }),
  'textDocument/documentHighlight': () => ({ documentHighlightProvider: true }),
  'textDocument/definition': () => ({ definitionProvider: true }),
  'textDocument/implementation': () => ({ implementationProvider: true }),
  'textDocument/references': () => ({ referencesProvider: true }),
  // Only some clients ask what can be renamed before they ask for a name.
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
      ? { codeActionKinds: [...actionKinds], resolveProvider: resolvesActions(client) }
      : true,
  }),
  'textDocument/formatting': ({ textDocument }) =>
    textDocument?.formatting?.dynamicRegistration ? {} : { documentFormattingProvider: whenOn },
  'textDocument/rangeFormatting': ({ textDocument }) =>
    textDocument?.rangeFormatting?.dynamicRegistration ? {} : { documentRangeFormattingProvider: whenOn },
  'endpoints/status': () => ({ experimental: { endpoints: { status: true } } }),
};

/** Formatting is announced at once to a client that cannot be told later; to the others when the setting is on. */
const whenOn = { workDoneProgress: true };

/** A client that has a command itself would have two of it. */
function commandsFor(client: ClientCapabilities): string[] {
  const has = (name: 'showApply' | 'showSlices' | 'convert'): boolean => experimentIn(client, name) === true;
  return [
    ...(has('showApply') ? [] : [showApplyCommand]),
    ...(has('showSlices') ? [] : [showSlicesCommand]),
    ...(has('convert') ? [] : [tellConversionCommand, convertWorkspaceCommand, showConversionCommand]),
  ];
}

/** True for a client that takes only what is different of the tokens that it has. */
export function takesTokenEdits({ textDocument }: ClientCapabilities): boolean {
  const { full } = textDocument?.semanticTokens?.requests ?? {};
  return typeof full === 'object' && full.delta === true;
}

/** True for a client that takes the edit of an action when it is chosen. */
export function resolvesActions({ textDocument }: ClientCapabilities): boolean {
  const client = textDocument?.codeAction;
  return client?.dataSupport === true && client.resolveSupport?.properties.includes('edit') === true;
}

/** True for a client that asks where a symbol is when somebody goes there. */
export function resolvesSymbols({ workspace }: ClientCapabilities): boolean {
  return workspace?.symbol?.resolveSupport?.properties.includes('location.range') === true;
}
