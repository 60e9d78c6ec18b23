/** What the setting `files.exclude` hides, written as in .gitignore, so that the server leaves it out. */
import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import { ignoreLines } from './glob-lines.ts';

/** The setting's name, for those who wait for a change of it. */
export const hiddenFilesSetting = 'files.exclude';

/** What depends on files beside it ("when": …) stays: it hides what another file was made into, and never both. */
export function hiddenFiles(scope: Uri | undefined): readonly string[] {
  const patterns = workspace.getConfiguration('files', scope).get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? ignoreLines(pattern) : []));
}
