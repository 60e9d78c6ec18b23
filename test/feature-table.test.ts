/** docs/features.md against the method table: the same methods in the same order, with the same words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities } from '../server/src/lsp/protocol/capabilities.ts';
import { handlers } from '../server/src/lsp/requests/handlers.ts';
import { everyCapability } from './support/capabilities.ts';
import { root } from './support/root.ts';

/** Which methods an announced capability promises. */
const promised: Readonly<Record<string, readonly string[]>> = {
  diagnosticProvider: ['textDocument/diagnostic'],
  'diagnosticProvider.workspaceDiagnostics': ['workspace/diagnostic'],
  completionProvider: ['textDocument/completion'],
  'completionProvider.resolveProvider': ['completionItem/resolve'],
  hoverProvider: ['textDocument/hover'],
  documentSymbolProvider: ['textDocument/documentSymbol'],
  foldingRangeProvider: ['textDocument/foldingRange'],
  selectionRangeProvider: ['textDocument/selectionRange'],
  documentHighlightProvider: ['textDocument/documentHighlight'],
  definitionProvider: ['textDocument/definition'],
  implementationProvider: ['textDocument/implementation'],
  referencesProvider: ['textDocument/references'],
  renameProvider: ['textDocument/rename'],
  callHierarchyProvider: [
    'textDocument/prepareCallHierarchy',
    'callHierarchy/incomingCalls',
    'callHierarchy/outgoingCalls',
  ],
  typeHierarchyProvider: ['textDocument/prepareTypeHierarchy', 'typeHierarchy/supertypes', 'typeHierarchy/subtypes'],
  'renameProvider.prepareProvider': ['textDocument/prepareRename'],
  'semanticTokensProvider.full': ['textDocument/semanticTokens/full'],
  'semanticTokensProvider.full.delta': ['textDocument/semanticTokens/full', 'textDocument/semanticTokens/full/delta'],
  'semanticTokensProvider.range': ['textDocument/semanticTokens/range'],
  semanticTokensProvider: [],
  documentLinkProvider: ['textDocument/documentLink'],
  'documentLinkProvider.resolveProvider': ['documentLink/resolve'],
  inlayHintProvider: ['textDocument/inlayHint'],
  'inlayHintProvider.resolveProvider': ['inlayHint/resolve'],
  codeLensProvider: ['textDocument/codeLens'],
  'codeLensProvider.resolveProvider': ['codeLens/resolve'],
  workspaceSymbolProvider: ['workspace/symbol'],
  'workspaceSymbolProvider.resolveProvider': ['workspaceSymbol/resolve'],
  codeActionProvider: ['textDocument/codeAction'],
  'codeActionProvider.resolveProvider': ['codeAction/resolve'],
  documentFormattingProvider: ['textDocument/formatting'],
  executeCommandProvider: ['workspace/executeCommand'],
  experimental: [
    'endpoints/status',
    'endpoints/files',
    'endpoints/services',
    'endpoints/test',
    'endpoints/copy',
    'endpoints/paste',
    'endpoints/picture',
  ],
  documentRangeFormattingProvider: ['textDocument/rangeFormatting'],
};

/** How texts are kept; no method answers these. */
const bookkeeping = new Set(['positionEncoding', 'textDocumentSync', 'workspace']);
const formatting = ['textDocument/formatting', 'textDocument/rangeFormatting'];

describe('method table', () => {
  it('is the table of docs/features.md', () => {
    const page = readFileSync(join(root, 'docs/features.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-zA-Z/]+)` \| (.*?) \| (.*?) \|$/gm)];
    assert.deepEqual(
      rows.map(([, method, does]) => [method, does]),
      handlers.map(({ method, does }) => [method, does]),
    );
    for (const [, method, , how] of rows) assert.match(how ?? '', /^[A-Z].{10,}[^.]$/, `${method}: how to see it`);
  });

  it('is what is announced, exactly', () => {
    const methods = handlers.map(({ method }) => method).sort();
    // Only a client that asks for edits and places late, for differences, before it renames, or for texts, can be told that it may.
    const asked = [
      'textDocument/semanticTokens/full/delta',
      'codeAction/resolve',
      'workspaceSymbol/resolve',
      'textDocument/prepareRename',
      'workspace/textDocumentContent',
    ];
    assert.deepEqual(
      announced({}),
      methods.filter((method) => !asked.includes(method)),
    );
    // A client that can be told later is told of formatting when the setting is on.
    assert.deepEqual(
      announced(everyCapability),
      methods.filter((method) => !formatting.includes(method)),
    );
  });
});

function announced(client: object): string[] {
  const told = capabilities('utf-16', client);
  const all = Object.entries(told).filter(([name]) => !bookkeeping.has(name));
  const content = told.workspace?.textDocumentContent ? ['workspace/textDocumentContent'] : [];
  return all
    .flatMap(([name, options]) => {
      const own = turnedOn(name, options).filter((part) => part !== name);
      return [...(promised[name] ?? [`nothing known of ${name}`]), ...own.flatMap((part) => promised[part] ?? [])];
    })
    .concat(content)
    .sort();
}

/** The options that are true, at any depth, by their places. */
function turnedOn(name: string, options: unknown): readonly string[] {
  if (typeof options !== 'object' || options === null) return options === true ? [name] : [];
  return Object.entries(options).flatMap(([part, value]) => turnedOn(`${name}.${part}`, value));
}
