/** Opens programs for the server, which reports findings in them, offers to ignore them, and renames. No other feature is registered for their languages. */
import {
  TextDocumentSyncKind,
  type BaseLanguageClient,
  type CodeActionRegistrationOptions,
  type RenameRegistrationOptions,
  type StaticFeature,
} from 'vscode-languageclient';
import { schemes } from './client-options.ts';

/** The names that the server reads as programs, whatever their language is called. */
const pattern = '**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx,py,go,cs,java}';

/** A new text has no name, which decides how a text is read. */
export function programSelector(): { scheme: string; pattern: string }[] {
  return [...schemes()].filter((scheme) => scheme !== 'untitled').map((scheme) => ({ scheme, pattern }));
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
    initialize({ codeActionProvider: actions }) {
      const registerOptions = { documentSelector };
      const syncKind = TextDocumentSyncKind.Incremental;
      client.getFeature('textDocument/didOpen').register({ id: 'endpoints-programs-open', registerOptions });
      client
        .getFeature('textDocument/didChange')
        .register({ id: 'endpoints-programs-change', registerOptions: { ...registerOptions, syncKind } });
      client.getFeature('textDocument/didClose').register({ id: 'endpoints-programs-close', registerOptions });
      const resolveProvider = typeof actions === 'object' && actions.resolveProvider === true;
      const ofActions: CodeActionRegistrationOptions = {
        documentSelector,
        codeActionKinds: ['quickfix'],
        resolveProvider,
      };
      client
        .getFeature('textDocument/codeAction')
        .register({ id: 'endpoints-programs-actions', registerOptions: ofActions });
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
