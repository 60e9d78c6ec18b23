/** Reads the user's settings without VS Code's defaults, which would override the settings file; adds hidden files. */
import { Uri, workspace } from 'vscode';
import { ignoreLines } from './glob-lines.ts';

/** By their names without `endpoints.`. The scopes of an object are merged; the narrowest overrides. */
export function chosenSettings(names: readonly string[], scope: string | undefined): Readonly<Record<string, unknown>> {
  const resource = scope === undefined ? undefined : Uri.parse(scope);
  const configuration = workspace.getConfiguration('endpoints', resource);
  const chosen: Record<string, unknown> = {};
  for (const name of names) {
    const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
    const values = [globalValue, workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
    if (values.length > 0) chosen[name] = values.every(isObject) ? Object.assign({}, ...values) : values.at(-1);
  }
  const { exclude = [] } = chosen;
  // The server reports a value that is not a list.
  return Array.isArray(exclude)
    ? { ...chosen, exclude: [...(exclude as unknown[]), ...hiddenFiles(resource)] }
    : chosen;
}

/** As lines of .gitignore. A pattern with a condition ("when": …) is ignored: it never hides the source of a file. */
function hiddenFiles(scope: Uri | undefined): readonly string[] {
  const patterns = workspace.getConfiguration('files', scope).get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? ignoreLines(pattern) : []));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
