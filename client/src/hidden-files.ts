/** Converts the setting `files.exclude` to lines of .gitignore, so that the server excludes the same files. */
import { workspace } from 'vscode';
import type { Uri } from 'vscode';
import { ignoreLines } from './glob-lines.ts';

export const hiddenFilesSetting = 'files.exclude';

/** Patterns with a condition ("when": …) are ignored: they hide a generated file, and never its source. */
export function hiddenFiles(scope: Uri | undefined): readonly string[] {
  const patterns = workspace.getConfiguration('files', scope).get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? ignoreLines(pattern) : []));
}
