/** Choosing the Kubernetes version that decides, for the workspace. */
import { ConfigurationTarget, window, workspace } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { newestMinor, oldestMinor } from '../../server/src/contract/version.ts';
import type { Server } from './server.ts';
import { statusOf } from './status.ts';

/** Stores the chosen version in the settings of the workspace, or of the user where no folder is open. */
export async function selectVersion(server: Server): Promise<void> {
  const document = window.activeTextEditor?.document;
  const current = document && (await statusOf(server, document))?.kubernetesVersion;
  const items: QuickPickItem[] = [];
  for (let minor = newestMinor; minor >= oldestMinor; minor--) {
    const label = `1.${minor}`;
    items.push({ label, description: label === current ? 'decides now' : '' });
  }
  const hasFolder = workspace.workspaceFolders !== undefined;
  const choice = await window.showQuickPick(items, {
    title: 'Kubernetes version',
    placeHolder: `Stored in the settings of ${hasFolder ? 'this workspace' : 'the user'}`,
  });
  if (!choice) return;
  const target = hasFolder ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await workspace.getConfiguration('endpoints').update('kubernetesVersion', choice.label, target);
}
