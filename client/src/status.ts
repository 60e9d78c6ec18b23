/** Shows the language status of a file: its resources, its Kubernetes version, and the state of the server. */
import {
  Disposable,
  LanguageStatusSeverity,
  languages,
  window,
  workspace,
  type LanguageStatusItem,
  type TextDocument,
} from 'vscode';
import { documentSelector } from './client-options.ts';
import type { FileStatus } from '../../server/src/lsp/requests/status.ts';
import type { ServerState, ServerSupervisor } from './server.ts';

/** In ms; the status is updated this long after the last change. */
const pause = 300;

const words: Readonly<Record<ServerState, string>> = {
  starting: 'Server starting',
  running: 'Server running',
  waiting: 'Server crashed, restarting',
  stopped: 'Server stopped',
};

/** Undefined for a text that the server has not opened, and while no server runs. */
export async function statusOf(server: ServerSupervisor, document: TextDocument): Promise<FileStatus | undefined> {
  const params = { textDocument: { uri: document.uri.toString() } };
  return (await server.client?.sendRequest<FileStatus | null>('endpoints/status', params)) ?? undefined;
}

export function showStatus(server: ServerSupervisor): Disposable {
  const selector = documentSelector();
  const file = languages.createLanguageStatusItem('endpoints.file', selector);
  const version = languages.createLanguageStatusItem('endpoints.version', selector);
  const overlay = overlayStatus();
  const health = languages.createLanguageStatusItem('endpoints.server', selector);
  file.name = 'Endpoints: Resources';
  version.name = 'Endpoints: Kubernetes Version';
  version.command = { command: 'endpoints.selectKubernetesVersion', title: 'Change' };
  health.name = 'Endpoints: Server';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    showHealth(health, server.state);
    void followText(server, { file, version, overlay });
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refresh, pause);
  };
  refresh();
  return Disposable.from(
    file,
    version,
    overlay,
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
      overlay.dispose();
    }),
    { dispose: () => clearTimeout(timer) },
  );
}

interface TextItems {
  readonly file: LanguageStatusItem;
  readonly version: LanguageStatusItem;
  readonly overlay: OverlayStatus;
}

interface OverlayStatus extends Disposable {
  readonly show: (status: FileStatus | undefined) => void;
}

/** Shown only for a file whose objects a kustomization builds. */
function overlayStatus(): OverlayStatus {
  let item: LanguageStatusItem | undefined;
  const dispose = (): void => {
    item?.dispose();
    item = undefined;
  };
  const show = (status: FileStatus | undefined): void => {
    const { overlays = [], overlay } = status ?? {};
    if (overlays.length === 0) return dispose();
    item ??= languages.createLanguageStatusItem('endpoints.overlay', documentSelector());
    item.name = 'Endpoints: Overlay';
    item.command = { command: 'endpoints.selectOverlay', title: 'Change' };
    item.text = overlay ?? `${overlays.length} overlays`;
    item.detail = 'for server-side apply and mirrored slices';
  };
  return { show, dispose };
}

async function followText(server: ServerSupervisor, { file, version, overlay }: TextItems): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!document || languages.match(documentSelector(), document) === 0) return;
  let status: FileStatus | undefined;
  try {
    status = await statusOf(server, document);
  } catch {
    // The text has changed meanwhile, and the next refresh asks again.
    return;
  }
  if (document !== window.activeTextEditor?.document) return;
  file.text = status ? phraseOf(status) : 'Endpoints: loading';
  file.detail = status ? 'in this file' : '';
  version.text = status ? `Kubernetes ${status.kubernetesVersion}` : 'Kubernetes version: loading';
  version.detail = status ? 'used for the checks' : '';
  overlay.show(status);
}

function showHealth(item: LanguageStatusItem, state: ServerState): void {
  item.text = words[state];
  item.detail = workspace.isTrusted ? '' : 'All features work in Restricted Mode: no file is ever executed';
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

function phraseOf({ resources }: FileStatus): string {
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  const phrases = [...counts].map(([type, count]) => `${count} ${type}${count > 1 ? plural(type) : ''}`);
  return phrases.length > 0 ? phrases.join(', ') : 'No Endpoints or EndpointSlices';
}

/** "Endpoints" is already a plural. */
function plural(type: string): string {
  return type.endsWith('Patch') ? 'es' : type === 'EndpointSlice' ? 's' : '';
}
