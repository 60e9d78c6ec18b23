/** Opens programs for the server, and registers for them what it answers beside the servers of their languages. */
import { languages, type TextDocument } from 'vscode';
import {
  TextDocumentSyncKind,
  type BaseLanguageClient,
  type CodeActionRegistrationOptions,
  type DocumentSymbolRegistrationOptions,
  type RenameRegistrationOptions,
  type StaticFeature,
} from 'vscode-languageclient';
import { documentSelector, schemes } from './client-options.ts';

/** True for a text that the server answers about. */
export function isServed(document: TextDocument): boolean {
  return languages.match([...documentSelector(), ...programSelector()], document) > 0;
}

/**
 * The names that the server reads as programs or as Terraform, whatever their language is called: without an extension for it,
 * Terraform is plain text. The JSON syntax of Terraform is served as JSON.
 */
const pattern = '**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx,py,go,cs,java,tf,tofu}';

/** The characters at which a text or a part of one starts. Where others are typed, the list of the language's server opens alone. */
const completionTriggers = ['"', "'", '/'];

/** A new text has no name, which decides how a text is read. */
export function programSelector(): { scheme: string; pattern: string }[] {
  return [...schemes()].filter((scheme) => scheme !== 'untitled').map((scheme) => ({ scheme, pattern }));
}

/**
 * What explains a text and leads elsewhere. VS Code shows the answers of all servers together, but colours a text by one of them,
 * and the servers of the languages fold and select.
 */
function readingFeatures(client: BaseLanguageClient) {
  return [
    client.getFeature('textDocument/hover'),
    client.getFeature('textDocument/definition'),
    client.getFeature('textDocument/implementation'),
    client.getFeature('textDocument/references'),
    client.getFeature('textDocument/documentHighlight'),
    client.getFeature('textDocument/prepareCallHierarchy'),
    client.getFeature('textDocument/prepareTypeHierarchy'),
    client.getFeature('textDocument/inlayHint'),
    client.getFeature('textDocument/codeLens'),
    client.getFeature('textDocument/documentLink'),
  ] as const;
}

export function programFeature(client: BaseLanguageClient): StaticFeature {
  const documentSelector = programSelector();
  return {
    fillClientCapabilities() {},
    preInitialize(capabilities, selector = []) {
      const own = [...selector, ...documentSelector];
      if (capabilities.diagnosticProvider)
        capabilities.diagnosticProvider = { ...capabilities.diagnosticProvider, documentSelector: own };
    },
    initialize({ codeActionProvider: actions, completionProvider: completion }) {
      const registerOptions = { documentSelector };
      const syncKind = TextDocumentSyncKind.Incremental;
      client.getFeature('textDocument/didOpen').register({ id: 'endpoints-programs-open', registerOptions });
      client
        .getFeature('textDocument/didChange')
        .register({ id: 'endpoints-programs-change', registerOptions: { ...registerOptions, syncKind } });
      client.getFeature('textDocument/didClose').register({ id: 'endpoints-programs-close', registerOptions });
      for (const feature of readingFeatures(client)) {
        feature.register({ id: `endpoints-programs-${feature.registrationType.method}`, registerOptions });
      }
      const ofSymbols: DocumentSymbolRegistrationOptions = { documentSelector, label: 'Kubernetes Endpoints' };
      client
        .getFeature('textDocument/documentSymbol')
        .register({ id: 'endpoints-programs-symbols', registerOptions: ofSymbols });
      const resolveProvider = typeof actions === 'object' && actions.resolveProvider === true;
      const ofActions: CodeActionRegistrationOptions = {
        documentSelector,
        codeActionKinds: ['quickfix', 'refactor'],
        resolveProvider,
      };
      client
        .getFeature('textDocument/codeAction')
        .register({ id: 'endpoints-programs-actions', registerOptions: ofActions });
      const ofCompletion = { documentSelector, ...completion, triggerCharacters: [...completionTriggers] };
      client
        .getFeature('textDocument/completion')
        .register({ id: 'endpoints-programs-completion', registerOptions: ofCompletion });
      // On everything but literals with names of objects, the server of the language renames.
      const ofRenames: RenameRegistrationOptions = { documentSelector, prepareProvider: true };
      client
        .getFeature('textDocument/rename')
        .register({ id: 'endpoints-programs-rename', registerOptions: ofRenames });
    },
    getState: () => ({ kind: 'static' }),
    clear() {},
  };
}
