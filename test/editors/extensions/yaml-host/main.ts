/**
 * A minimal client for yaml-language-server, in which tests also open our files. The workspace file `beside-yaml.json` names
 * the server's main module and contains its settings.
 */
import { Uri, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

interface Setup {
  readonly module: string;
  /** The server's settings section `yaml`. */
  readonly settings: unknown;
}

let client: LanguageClient | undefined;

export async function activate(): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  if (!folder) return;
  const bytes = await workspace.fs.readFile(Uri.joinPath(folder, 'beside-yaml.json'));
  const { module, settings } = JSON.parse(new TextDecoder().decode(bytes)) as Setup;
  client = new LanguageClient(
    'yaml-host',
    'YAML host',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: [{ language: 'yaml' }],
      middleware: {
        workspace: { configuration: ({ items }) => items.map(({ section }) => (section === 'yaml' ? settings : {})) },
      },
    },
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
