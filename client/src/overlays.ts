/** Selects the overlay whose objects the preview of server-side apply shows. */
import { window, type QuickPickItem } from 'vscode';
import { runOnServer } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';
import { statusOf } from './file-status.ts';

/** The server keeps the choice until it restarts. */
export async function selectOverlay(server: ServerSupervisor): Promise<void> {
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
    placeHolder: 'The result of server-side apply shows the objects that it builds',
  });
  if (!choice) return;
  await runOnServer(server, 'endpoints.useOverlay', [{ overlay: choice.label }]);
}
