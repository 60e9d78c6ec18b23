/** The VS Code extension on the desktop: starts the language server as a process of its own, and ends it. */
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { chosenSettings } from './chosen-settings.ts';

/** The part of package.json that is read here. */
interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
}

let client: LanguageClient | undefined;

/** Called by VS Code for the languages that package.json names. */
export async function activate(context: ExtensionContext): Promise<void> {
  const module = join(context.extensionPath, 'dist', 'server.js');
  const manifest = context.extension.packageJSON as Manifest;
  const settings = Object.keys(manifest.contributes.configuration.properties)
    .map((key) => key.replace('endpoints.', ''))
    // VS Code's own trace stands among them.
    .filter((name) => !name.startsWith('trace.'));
  const languages = ['yaml', 'json', 'helm', 'pulumi'];
  client = new LanguageClient(
    'endpoints',
    'Kubernetes Endpoints',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: languages.flatMap((language) => ['file', 'untitled'].map((scheme) => ({ language, scheme }))),
      diagnosticCollectionName: 'endpoints',
      middleware: {
        workspace: {
          configuration: ({ items }) => items.map(({ scopeUri }) => chosenSettings(settings, scopeUri)),
        },
      },
    },
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
