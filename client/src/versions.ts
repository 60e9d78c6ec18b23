/** Choosing the Kubernetes version that decides, for the workspace. */
import { ConfigurationTarget, window, workspace } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { newestMinor, oldestMinor } from '../../server/src/contract/version.ts';
import type { Server } from './server.ts';
import { statusOf } from './status.ts';

/** Stores the chosen version in the settings of the workspace, or of the user where no folder is open. */
export async function selectVersion(server: Server): Promise<void> {
  const hasFolder = workspace.workspaceFolders !== undefined;
  const choice = await window.showQuickPick(versions(server), {
    title: 'Kubernetes version',
    placeHolder: `Stored in the settings of ${hasFolder ? 'this workspace' : 'the user'}`,
  });
  if (!choice) return;
  const target = hasFolder ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await workspace.getConfiguration('endpoints').update('kubernetesVersion', choice.label, target);
}

/** The newest first. Which one decides now is said where the server says so. */
async function versions(server: Server): Promise<readonly QuickPickItem[]> {
  const document = window.activeTextEditor?.document;
  const status = document && (await statusOf(server, document).catch(() => undefined));
  const items: QuickPickItem[] = [];
  for (let minor = newestMinor; minor >= oldestMinor; minor--) {
    const label = `1.${minor}`;
    items.push({ label, description: label === status?.kubernetesVersion ? 'decides now' : '' });
  }
  return items;
}
