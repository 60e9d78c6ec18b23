/** The relations of a file that is checked without other files. */
import { fileFacts } from '../analysis/facts/file-facts.ts';
import type { FileRelations } from '../analysis/workspace/file-around.ts';
import { Workspace } from '../analysis/workspace/workspace.ts';
import type { SourceFile } from '../tree/document.ts';

const noFiles = new Workspace();
noFiles.setKnowledge('none');

/** Relations without any other file. Questions to them are answered with "not known". */
export function unrelated(tree: SourceFile): FileRelations {
  return noFiles.around('', fileFacts(tree));
}
