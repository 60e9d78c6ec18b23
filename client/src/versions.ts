/** Selects the Kubernetes version of the workspace. */
import { ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import {
  announcedMinor,
  announcedText,
  newestMinor,
  oldestMinor,
  versionName,
} from '../../server/src/contract/version.ts';
import type { ServerSupervisor } from './server.ts';
import { statusOf } from './status.ts';

/** Stores the version in the workspace settings, or in the user settings if no folder is open. */
export async function selectVersion(server: ServerSupervisor): Promise<void> {
  const hasFolder = workspace.workspaceFolders !== undefined;
  const choice = await window.showQuickPick(versions(server), {
    title: 'Select Kubernetes Version',
    placeHolder: `Stored in the ${hasFolder ? 'workspace' : 'user'} settings`,
  });
  if (!choice) return;
  const target = hasFolder ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await workspace.getConfiguration('endpoints').update('kubernetesVersion', choice.label, target);
}

/** The newest first; the current one is marked if the server reports it. */
async function versions(server: ServerSupervisor): Promise<readonly QuickPickItem[]> {
  const document = window.activeTextEditor?.document;
  const status = document && (await statusOf(server, document).catch(() => undefined));
  const current = status?.kubernetesVersion.split(', ') ?? [];
  const items: QuickPickItem[] = [];
  for (let minor = announcedMinor; minor >= oldestMinor; minor--) {
    const label = versionName(minor);
    const detail = minor > newestMinor ? { detail: announcedText } : {};
    items.push({ label, description: current.includes(label) ? 'current' : '', ...detail });
  }
  return items;
}
