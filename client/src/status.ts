/** Shows the status of a file (its resources, its Kubernetes version, the state of the server), and sets the contexts of menus. */
import {
  Disposable,
  LanguageStatusSeverity,
  StatusBarAlignment,
  languages,
  window,
  workspace,
  type LanguageStatusItem,
} from 'vscode';
import { documentSelector } from './client-options.ts';
import { setContext } from './contexts.ts';
import type { FileStatus } from '../../server/src/lsp/requests/status.ts';
import { followStatus } from './file-status.ts';
import { programSelector } from './programs.ts';
import type { ServerState, ServerSupervisor } from './server.ts';
import { sourceText } from './version-places.ts';

const words: Readonly<Record<ServerState, string>> = {
  starting: 'Server starting',
  running: 'Server running',
  waiting: 'Server crashed, restarting',
  stopped: 'Server stopped',
};

export function showStatus(server: ServerSupervisor): Disposable {
  const selector = [...documentSelector(), ...programSelector()];
  const file = languages.createLanguageStatusItem('endpoints.file', selector);
  const version = languages.createLanguageStatusItem('endpoints.version', selector);
  const overlay = overlayStatus();
  const bar = versionBar();
  const health = languages.createLanguageStatusItem('endpoints.server', selector);
  file.name = 'Endpoints: Resources';
  version.name = 'Endpoints: Kubernetes Version';
  version.command = { command: 'endpoints.selectKubernetesVersion', title: 'Change' };
  health.name = 'Endpoints: Server';
  const showState = (): void => showHealth(health, server.state);
  showState();
  return Disposable.from(
    file,
    version,
    overlay,
    bar,
    health,
    server.onDidChange(showState),
    followStatus(server, (status, active) => {
      bar.show(status);
      setContexts(active === 'manifest' ? status : undefined);
      if (active !== 'other') showText({ file, version, overlay }, status);
    }),
    workspace.onDidGrantWorkspaceTrust(showState),
    workspace.onDidChangeWorkspaceFolders(() => {
      for (const item of [file, version, health]) item.selector = [...documentSelector(), ...programSelector()];
      overlay.dispose();
    }),
  );
}

/** What menus depend on: they show only commands that work in the active file. */
function setContexts(status: FileStatus | undefined): void {
  const { resources = [], overlays = [] } = status ?? {};
  setContext('hasResources', resources.length > 0);
  setContext(
    'hasAddresses',
    resources.some(({ type }) => type !== 'Service'),
  );
  setContext(
    'hasEndpoints',
    resources.some(({ type }) => type === 'Endpoints'),
  );
  setContext('isBuilt', overlays.length > 0);
}

interface TextItems {
  readonly file: LanguageStatusItem;
  readonly version: LanguageStatusItem;
  readonly overlay: StatusShown;
}

interface StatusShown extends Disposable {
  readonly show: (status: FileStatus | undefined) => void;
}

/** Shown only for a file whose objects a kustomization builds. */
function overlayStatus(): StatusShown {
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

/** The Kubernetes version by itself in the status bar, for files with checked objects only. */
function versionBar(): StatusShown {
  const item = window.createStatusBarItem('endpoints.kubernetesVersion', StatusBarAlignment.Right, 100);
  item.name = 'Endpoints: Kubernetes Version';
  item.command = 'endpoints.selectKubernetesVersion';
  return {
    dispose: () => item.dispose(),
    show(status) {
      if (!status || status.resources.length === 0) return item.hide();
      item.text = `Kubernetes ${status.kubernetesVersion}`;
      item.tooltip = `Kubernetes version of the checks: ${sourceText(status)}. Click to select another one.`;
      item.show();
    },
  };
}

function showText({ file, version, overlay }: TextItems, status: FileStatus | undefined): void {
  file.text = status ? phraseOf(status) : 'Endpoints: loading';
  file.detail = status ? (status.unread ?? 'in this file') : '';
  version.text = status ? `Kubernetes ${status.kubernetesVersion}` : 'Kubernetes version: loading';
  version.detail = status ? sourceText(status) : '';
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

function phraseOf({ resources, unread }: FileStatus): string {
  if (unread !== undefined) return 'This program is not read';
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  const phrases = [...counts].map(([type, count]) => `${count} ${type}${count > 1 ? plural(type) : ''}`);
  return phrases.length > 0 ? phrases.join(', ') : 'No Endpoints or EndpointSlices';
}

/** "Endpoints" is already a plural. */
function plural(type: string): string {
  return type.endsWith('Patch') ? 'es' : type.startsWith('Endpoints') ? '' : 's';
}
