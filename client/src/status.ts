/** The language status of a file: the resources that it holds, the Kubernetes version that decides, and how the server is. */
import { Disposable, LanguageStatusSeverity, languages, window, workspace } from 'vscode';
import type { LanguageStatusItem, TextDocument } from 'vscode';
import { documentSelector } from './client-options.ts';
import type { FileStatus } from '../../server/src/lsp/requests/status.ts';
import type { Server, ServerState } from './server.ts';

/** After so many ms without a change the status follows the text. */
const pause = 300;

const words: Readonly<Record<ServerState, string>> = {
  starting: 'Server starting',
  running: 'Server running',
  waiting: 'Server not running, starting again',
  stopped: 'Server stopped',
};

/** Undefined for a text that the server does not know, and while there is no server. */
export async function statusOf(server: Server, document: TextDocument): Promise<FileStatus | undefined> {
  const params = { textDocument: { uri: document.uri.toString() } };
  return (await server.client?.sendRequest<FileStatus | null>('endpoints/status', params)) ?? undefined;
}

export function showStatus(server: Server): Disposable {
  const selector = documentSelector();
  const file = languages.createLanguageStatusItem('endpoints.file', selector);
  const version = languages.createLanguageStatusItem('endpoints.version', selector);
  const health = languages.createLanguageStatusItem('endpoints.server', selector);
  file.name = 'Endpoints: Resources';
  version.name = 'Endpoints: Kubernetes Version';
  version.command = { command: 'endpoints.selectKubernetesVersion', title: 'Change' };
  health.name = 'Endpoints: Server';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    showHealth(health, server.state);
    void followText(server, file, version);
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refresh, pause);
  };
  refresh();
  return Disposable.from(
    file,
    version,
    health,
    server.onDidChange(() => {
      server.client?.onNotification('endpoints/didChangeSettings', later);
      refresh();
    }),
    window.onDidChangeActiveTextEditor(refresh),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
    workspace.onDidGrantWorkspaceTrust(refresh),
    workspace.onDidChangeWorkspaceFolders(() => {
      for (const item of [file, version, health]) item.selector = documentSelector();
    }),
    { dispose: () => clearTimeout(timer) },
  );
}

async function followText(server: Server, file: LanguageStatusItem, version: LanguageStatusItem): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!document || languages.match(documentSelector(), document) === 0) return;
  let status: FileStatus | undefined;
  try {
    status = await statusOf(server, document);
  } catch {
    // A text that changes meanwhile has no answer, and is asked about again.
    return;
  }
  if (document !== window.activeTextEditor?.document) return;
  file.text = status ? phraseOf(status) : 'Endpoints: not known yet';
  file.detail = status ? 'in this file' : '';
  version.text = status ? `Kubernetes ${status.kubernetesVersion}` : 'Kubernetes version: not known yet';
  version.detail = status ? 'decides what is valid' : '';
}

function showHealth(item: LanguageStatusItem, state: ServerState): void {
  item.text = words[state];
  item.detail = workspace.isTrusted ? '' : 'Restricted Mode limits nothing here: no file is ever executed';
  item.busy = state === 'starting';
  item.severity = {
    starting: LanguageStatusSeverity.Information,
    running: LanguageStatusSeverity.Information,
    waiting: LanguageStatusSeverity.Warning,
    stopped: LanguageStatusSeverity.Error,
  }[state];
  item.command =
    state === 'stopped'
      ? { command: 'endpoints.restart', title: 'Restart' }
      : { command: 'endpoints.showOutput', title: 'Show Output' };
}

/** `2 Endpoints, 1 EndpointSlice`. */
function phraseOf({ resources }: FileStatus): string {
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  const phrases = [...counts].map(([type, count]) => `${count} ${type}${count > 1 ? plural(type) : ''}`);
  return phrases.length > 0 ? phrases.join(', ') : 'No Endpoints or EndpointSlices';
}

/** Endpoints are several already. */
function plural(type: string): string {
  return type.endsWith('Patch') ? 'es' : type === 'EndpointSlice' ? 's' : '';
}
