/** Selects the overlay whose objects the documents on one object show, and remembers it in the workspace. */
import { window, type Disposable, type Memento, type QuickPickItem } from 'vscode';
import { runOnServer } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';
import { statusOf } from './file-status.ts';

/** The server forgets the choice when it stops. */
const key = 'overlay';

const command = 'endpoints.useOverlay';

/** Repeats the choice for each server that starts. */
export function restoreOverlay(server: ServerSupervisor, memory: Memento): Disposable {
  return server.onDidChange(() => {
    const overlay = memory.get<string>(key);
    if (overlay === undefined || server.state !== 'running') return;
    void runOnServer(server, command, [{ overlay }]);
  });
}

export async function selectOverlay(server: ServerSupervisor, memory: Memento): Promise<void> {
  const document = window.activeTextEditor?.document;
  const status = document && (await statusOf(server, document).catch(() => undefined));
  const { overlays = [], overlay } = status ?? {};
  if (overlays.length === 0) {
    void window.showInformationMessage('No kustomization builds the objects of this file.');
    return;
  }
  const items = overlays.map((label): QuickPickItem => ({ label, description: label === overlay ? 'current' : '' }));
  const choice = await window.showQuickPick(items, {
    title: 'Select Overlay',
    placeHolder: 'Server-side apply and mirrored slices are shown of the objects that it builds',
  });
  if (!choice) return;
  await memory.update(key, choice.label);
  await runOnServer(server, command, [{ overlay: choice.label }]);
}
