/** Configures the language client: its documents, its settings, and the documents that it shows. */
import { CancellationTokenSource, workspace, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { CloseAction, ErrorAction, RevealOutputChannelOn, type LanguageClientOptions } from 'vscode-languageclient';
import { chosenSettings } from './chosen-settings.ts';
import { settingNames } from './manifest.ts';
import { withOpenValues } from './open-values.ts';
import { withoutOtherNames } from './other-names.ts';
import { namedInPreview } from './refactor-preview.ts';
import { withPageCommands } from './rule-pages.ts';
import { manifestScheme, openProvided } from './shown-documents.ts';

/** The languages of package.json. Helm and Pulumi YAML are languages of other extensions. */
const languages = ['yaml', 'json', 'helm', 'pulumi'];

/** Files, new texts and the schemes of the folders. Other schemes show old versions, which the user cannot fix. */
export function documentSelector(): { language: string; scheme: string }[] {
  return languages.flatMap((language) => [...schemes()].map((scheme) => ({ language, scheme })));
}

export function schemes(): ReadonlySet<string> {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs', ...folders]);
}

export function clientOptions(context: ExtensionContext, outputChannel: LogOutputChannel): LanguageClientOptions {
  const names = settingNames(context.extension);
  return {
    // In the server's documents, only links and hints have an answer.
    documentSelector: [...documentSelector(), { scheme: manifestScheme }],
    diagnosticCollectionName: 'endpoints',
    outputChannel,
    // Errors are logged; server.ts shows those that the user can act on.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
    // Links of the server may run only this command.
    markdown: { isTrusted: { enabledCommands: ['endpoints.explainRule'] } },
    middleware: {
      provideCompletionItem: (document, position, context, token, next) =>
        withoutOtherNames(document, position, async () =>
          withOpenValues(await next(document, position, context, token)),
        ),
      provideHover: async (document, position, token, next) => withPageCommands(await next(document, position, token)),
      window: {
        showDocument: (params, token, next) => openProvided(params) ?? next(params, token),
      },
      workspace: {
        handleApplyEdit: (params, next) =>
          namedInPreview(params, Promise.resolve(next(params, new CancellationTokenSource().token))),
        configuration: ({ items }) => items.map(({ scopeUri }) => chosenSettings(names, scopeUri)),
      },
    },
  };
}
