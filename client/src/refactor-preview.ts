/** Shows the names of our edits in VS Code's preview of a refactoring, which groups them by file otherwise. */
import { commands } from 'vscode';
import type { ApplyWorkspaceEditParams } from 'vscode-languageclient';

/** In ms; the preview opens in steps that no event reports. */
const pause = 100;

const attempts = 20;

const groupByName = 'refactorPreview.groupByType';

/** Groups the preview by names as soon as it is open. A workbench without this command groups by file. */
export async function namedInPreview<T>({ edit }: ApplyWorkspaceEditParams, applied: Promise<T>): Promise<T> {
  const isPreviewed = Object.values(edit.changeAnnotations ?? {}).some((each) => each.needsConfirmation === true);
  if (!isPreviewed || !(await commands.getCommands()).includes(groupByName)) return applied;
  const answered = applied.then(() => true);
  for (let left = attempts; left > 0; left--) {
    const later = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), pause));
    if (await Promise.race([answered, later])) break;
    await commands.executeCommand(groupByName);
  }
  return applied;
}
