/**
 * textDocument/rename and prepareRename: finds what can be renamed at a place. The changes are of trees; spelling and
 * proving them is not done here.
 */
import { anyMentionAt } from '../navigation/mentions.ts';
import { renameAnchor, renameInProgram } from './rename-in-document.ts';
import { renamePort, renameService } from './rename-in-family.ts';
import type { RenameRefusal, RenameTarget } from './renaming.ts';
import type { Files, View } from '../view.ts';

/** What can be renamed, or why it cannot; undefined where nothing has a name. */
export function renamingAt(view: View, offset: number, files: Files): RenameTarget | RenameRefusal | undefined {
  const inDocument = renameAnchor(view, offset) ?? renameInProgram(view, offset);
  if (inDocument) return inDocument;
  const mention = anyMentionAt(view, offset, files);
  if (!mention) return undefined;
  return mention.means.what === 'port' ? renamePort(mention, files) : renameService(mention, files);
}
