/** Shows the names of our edits in VS Code's preview of a refactoring, which groups them by file otherwise. */
import { commands } from 'vscode';
import type { ApplyWorkspaceEditParams } from 'vscode-languageclient';

/** In ms; the preview opens in steps that no event reports. */
const pause = 100;

const attempts = 20;

/** Groups the preview by names as soon as it is open. A workbench without this command groups by file. */
export async function namedInPreview<T>({ edit }: ApplyWorkspaceEditParams, applied: Promise<T>): Promise<T> {
  const isPreviewed = Object.values(edit.changeAnnotations ?? {}).some((each) => each.needsConfirmation === true);
  if (!isPreviewed) return applied;
  let isDone = false;
  const settled = applied.finally(() => (isDone = true));
  for (let left = attempts; left > 0 && !isDone; left--) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!isDone) await commands.executeCommand('refactorPreview.groupByType');
  }
  return settled;
}
