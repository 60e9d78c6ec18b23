/** Reads files around the inputs only when a question comes up that their text may answer. */
import { fileOfKey, searchOfKey } from '../analysis/workspace/index-keys.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';

/** In UTF-16 units: after so much text, reading the rest takes less time than searching it again. */
const mostSearched = 64 * 1024 * 1024;

/** Calls `gather` with a file before the first question that it may answer. */
export function readOnQuestion<F extends { readonly uri: string; readonly text: string }>(
  files: readonly F[],
  workspace: Pick<Workspace, 'awaitQuestions'>,
  gather: (file: F) => void,
): void {
  if (files.length === 0) return;
  const left = new Map(files.map((file) => [file.uri, file]));
  const read = (file: F): void => {
    left.delete(file.uri);
    gather(file);
  };
  const answered = new Set<string | undefined>();
  let searched = 0;
  workspace.awaitQuestions((key) => {
    const uri = fileOfKey(key);
    const asked = uri === undefined ? undefined : left.get(uri);
    if (asked) read(asked);
    if (uri !== undefined) return;
    const search = searchOfKey(key);
    if (left.size === 0 || answered.has(search?.id)) return;
    answered.add(search?.id);
    for (const file of left.values()) {
      searched += file.text.length;
      if (!search || searched >= mostSearched || search.finds(file.text)) read(file);
    }
  });
}
